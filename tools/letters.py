"""Cut the letters that pages need out of the families that they come from: `python tools/letters.py FOLDER`.

FOLDER holds npm packages of Fontsource, each unpacked under its short name (`limelight/files/...`). Needs fonttools
and brotli, which nothing else does: a developer runs this after a change of letters; nothing runs it at play.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
KITS, OWN_FONTS = ROOT / "games" / "kits", ROOT / "static" / "css" / "letters"
CHARACTERS = [*range(0x20, 0x7F), *range(0xA0, 0x100), *map(ord, "ŒœŸ‘’“”–—…•·‹›−×½ \u202f\u2009←→↑↓♠♥♦♣€™")]
FEATURES = ["kern", "liga", "mark", "tnum", "lnum"]
NAMES = [0, 13, 14]  # whose it is, and the licence: a family may reserve its name for the whole of it
OWN_FAMILY = "atkinson-hyperlegible-next"
LETTERS = {  # family and weight, by the file that is written
    KITS / "sporz" / "look" / "files" / "letters.woff2": ("chakra-petch", 700),
    KITS / "lupus" / "look" / "files" / "letters.woff2": ("grenze-gotisch", 600),
    KITS / "elsen" / "look" / "files" / "letters.woff2": ("big-shoulders-display", 800),
    KITS / "murder" / "look" / "files" / "letters.woff2": ("limelight", 400),
    KITS / "spree" / "look" / "files" / "letters.woff2": ("tilt-neon", 400),
    OWN_FONTS / "text-400.woff2": (OWN_FAMILY, 400),
    OWN_FONTS / "text-700.woff2": (OWN_FAMILY, 700),
}


def main() -> None:
    """Write every file of letters, and the licence of each family beside it."""
    from fontTools import subset

    for target, (family, weight) in LETTERS.items():
        package = Path(sys.argv[1]) / family
        target.parent.mkdir(parents=True, exist_ok=True)
        source = package / "files" / f"{family}-latin-{weight}-normal.woff2"
        options = subset.Options(flavor="woff2", hinting=False, layout_features=FEATURES, name_IDs=NAMES)
        font = subset.load_font(str(source), options)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=CHARACTERS)
        cutter.subset(font)
        subset.save_font(font, str(target), options)
        shutil.copyfile(package / "LICENSE", target.parent / "LETTERS-LICENSE")
        print(target.relative_to(ROOT), target.stat().st_size, hashlib.sha256(target.read_bytes()).hexdigest()[:12])


if __name__ == "__main__":
    main()
