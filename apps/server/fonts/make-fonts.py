"""Makes the two fonts of PDF files: Inter's four variable woff2 parts become one static TrueType file a weight.

    pip install fonttools brotli && python3 apps/server/fonts/make-fonts.py

pdfkit embeds static TrueType: of a variable font it would write the default outlines, of four files it would
need a run of text for each. Kept are the letters of tg, ru, az and en with the signs of numbers; digits are the
tabular ones, so that columns of numbers stand in line. Inter is under the SIL Open Font License (LICENSE).
"""

import io
from pathlib import Path

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

here = Path(__file__).parent
source = here.parents[2] / "node_modules/@fontsource-variable/inter/files"
parts = ["latin", "latin-ext", "cyrillic", "cyrillic-ext"]
kept = [*range(0x20, 0x7F), *range(0xA0, 0x180), 0x18F, 0x259, *range(0x400, 0x460)]
kept += [*range(0x490, 0x4C0), 0x4D8, 0x4D9, *range(0x4E2, 0x4F0), *range(0x2010, 0x2027)]
kept += [0x2030, 0x2032, 0x2116, 0x20BC, 0x2212, 0x2264, 0x2265, 0x2190, 0x2192]


def tabular_digits(font: TTFont) -> dict[str, str]:
    """Each digit's glyph with the one that `tnum` puts in its place."""
    features = font["GSUB"].table.FeatureList.FeatureRecord
    lookups = font["GSUB"].table.LookupList.Lookup
    pairs: dict[str, str] = {}
    for record in features:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for table in lookups[index].SubTable:
                    pairs.update(getattr(table, "ExtSubTable", table).mapping)
    return pairs


def part(name: str, weight: int) -> io.BytesIO:
    font = TTFont(source / f"inter-{name}-wght-normal.woff2")
    pairs = tabular_digits(font)
    for table in font["cmap"].tables:
        for code in range(0x30, 0x3A):
            if code in table.cmap:
                table.cmap[code] = pairs.get(table.cmap[code], table.cmap[code])
    font = instantiateVariableFont(font, {"wght": weight})
    subset = Subsetter(Options(layout_features=["kern", "mark", "mkmk"], hinting=False, name_IDs=["*"]))
    subset.populate(unicodes=kept)
    subset.subset(font)
    for tag in ("GSUB", "GPOS", "GDEF", "STAT"):
        if tag in font:
            del font[tag]
    font.flavor = None
    file = io.BytesIO()
    font.save(file)
    file.seek(0)
    return file


for style, weight in {"regular": 400, "semibold": 600}.items():
    font = Merger().merge([part(name, weight) for name in parts])
    font["head"].created = font["head"].modified = 3_800_000_000
    for record, name in {1: "Inter", 2: style, 4: f"Inter {style}", 6: f"Inter-{style.title()}"}.items():
        font["name"].setName(name, record, 3, 1, 0x409)
    font.save(here / f"inter-{style}.ttf")
    print(style, len(font.getBestCmap()), "characters")
