"""The games that came with the house: their files, records and rulebooks lie in this checkout."""

from games.engine.kit import all_kits

OWN = [slug for slug, kit in all_kits().items() if kit.is_built_in]
