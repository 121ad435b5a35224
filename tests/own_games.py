"""The games of this checkout: their files, records and rulebooks lie here."""

from games.engine.kit import all_kits

OWN = [slug for slug, kit in all_kits().items() if kit.is_built_in]
