"""Images without labels: only what teachers say of them is learned (E8 of experiments.md)."""
from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image

from ..data import load_listed
from ..records import Record

UNLABELLED = "unlabelled"
"""The set of such images."""
COARSEST = 1.0
"""Metres a pixel from which on no tree is counted."""


def _record(path: Path, gsd: float, width: int, height: int) -> Record:
    everywhere = np.array([[0, 0, width, height]], np.float32)
    name = f"{UNLABELLED}/{path.stem}"
    return Record(name, UNLABELLED, path.parent.name, name, path, gsd, width, height, "train", "boxes",
                  ignore=everywhere)


def _gsd_of(path: Path) -> float | None:
    """Metres a pixel of a GeoTIFF in a projection of metres; None of any other file, or of one that is no image of three bands."""
    from osgeo import gdal

    gdal.UseExceptions()
    file = gdal.Open(str(path))
    place = file.GetSpatialRef()
    is_image = file.RasterCount >= 3 and file.GetRasterBand(1).DataType == gdal.GDT_Byte
    if not is_image or place is None or not place.IsProjected() or place.GetLinearUnits() != 1:
        return None
    return abs(file.GetGeoTransform()[1])


def load_unlabelled(folder: Path) -> list[Record]:
    """Images of a folder of which nothing is known but how large a pixel is: those that its `annotations.json` lists
    under `unlabelled`, else its GeoTIFFs in metres. Coarse ones are left out."""
    if (folder / "annotations.json").exists():
        listed = [(folder / one["file"], one["gsd_m"]) for one in load_listed(folder, "unlabelled") if one.get("gsd_m")]
    else:
        listed = [(path, _gsd_of(path)) for path in sorted(folder.rglob("*.tif"))]
    records = []
    for path, gsd in listed:
        if gsd and gsd <= COARSEST:
            with Image.open(path) as image:
                records.append(_record(path, float(gsd), *image.size))
    return records
