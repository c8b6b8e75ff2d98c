"""Images without labels: only what teachers say of them is learned (E8 of experiments.md)."""
from __future__ import annotations

from collections.abc import Iterator
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


def without_labels(record: Record) -> Record:
    """A labelled image as if nobody had labelled it."""
    return _record(record.path, record.gsd, record.width, record.height)


def _of_geotiff(path: Path) -> Record | None:
    """A GeoTIFF in a projection of metres; None of any other file, of one that is no image of three bands, and of one
    that cannot be read."""
    from osgeo import gdal

    gdal.UseExceptions()
    try:
        file = gdal.Open(str(path))
    except RuntimeError:
        return None
    place = file.GetSpatialRef()
    is_image = file.RasterCount >= 3 and file.GetRasterBand(1).DataType == gdal.GDT_Byte
    if not is_image or place is None or not place.IsProjected() or place.GetLinearUnits() != 1:
        return None
    return _record(path, abs(file.GetGeoTransform()[1]), file.RasterXSize, file.RasterYSize)


def _listed(folder: Path, listed: list[dict]) -> Iterator[Record]:
    for one in listed:
        # What is too coarse is not opened: it need not be here.
        if one.get("gsd_m") and one["gsd_m"] <= COARSEST:
            with Image.open(folder / one["file"]) as image:
                yield _record(folder / one["file"], float(one["gsd_m"]), *image.size)


def load_unlabelled(folder: Path) -> list[Record]:
    """Images of a folder of which nothing is known but how large a pixel is: those that its `annotations.json` lists
    under `unlabelled`, else its GeoTIFFs in metres. Coarse ones are left out."""
    if (folder / "annotations.json").exists():
        return list(_listed(folder, load_listed(folder, "unlabelled")))
    found = (_of_geotiff(path) for path in sorted(folder.rglob("*.tif")))
    return [record for record in found if record and record.gsd <= COARSEST]
