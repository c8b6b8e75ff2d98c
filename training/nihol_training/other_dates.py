"""Other dates of places that `annotations.json` knows: GeoTIFFs with their points in CSV files beside them."""
from __future__ import annotations

import csv
import re
from dataclasses import replace
from pathlib import Path

from .records import Record, rows

NAME = re.compile(r"(?P<site>.+)_(?P<year>(19|20)\d\d)_(?P<number>\d+)$")


def load_other_dates(folder: Path, known: list[Record]) -> list[Record]:
    """Images `SITE_YEAR_NUMBER.tif` of training places in `known`.

    Points are rows `x,y` in pixels of `SITE_YEAR_NUMBER.csv`. Images that `known` has are left
    out, and so are places that score or that it has not.
    """
    places = {record.place: record for record in known if record.split != "val"}
    ids = {record.id.rsplit("/", 1)[-1] for record in known}
    found = []
    for file in sorted(folder.glob("*.csv")):
        parts = NAME.match(file.stem)
        same = [record for place, record in places.items()
                if parts and place.endswith(f"/{parts['site']}/{parts['number']}")]
        if not same or file.stem in ids:
            continue
        with file.open(newline="") as lines:
            points = [[float(row["x"]), float(row["y"])] for row in csv.DictReader(lines)]
        found.append(replace(same[0], id=f"{same[0].set}/{file.stem}",
                             path=file.with_suffix(".tif"), points=rows(points, 2)))
    return found
