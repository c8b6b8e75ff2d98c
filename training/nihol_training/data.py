"""Reads labelled pictures, and cuts them to the working resolution as the product does."""
from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image

from .records import Record, rows
from .splits import place_of

MAX_ENLARGE = 2.0
"""Pictures are never enlarged more than this; the product's card says the same."""
RATIO_STEPS = 32
"""The product rounds source pixels per working pixel to 32nds."""


def load_annotations(folder: Path) -> list[Record]:
    """All pictures of `annotations.json` whose resolution is known.

    Raises FileNotFoundError when the folder holds no such file.
    """
    listed = json.loads((folder / "annotations.json").read_text())["images"]
    return [_record(folder, image) for image in listed if image.get("gsd_m")]


def _record(folder: Path, image: dict) -> Record:
    return Record(
        id=image["id"],
        set=image["set"],
        site=image["site"],
        place=place_of(image),
        path=folder / image["file"],
        gsd=float(image["gsd_m"]),
        width=int(image["width"]),
        height=int(image["height"]),
        split=image["split"],
        kind="points" if "points" in image else "boxes",
        boxes=rows(image.get("boxes"), 4),
        points=rows(image.get("points"), 2),
        partial=image.get("labelling") == "partial",
    )


@lru_cache(maxsize=2048)
def read_pixels(path: Path) -> np.ndarray:
    """Height x width x 3 or 4, 8 bits: red, green, blue, and near infrared where there is any."""
    if path.suffix.lower() in (".tif", ".tiff"):
        return _read_tiff(path)
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def _read_tiff(path: Path) -> np.ndarray:
    try:
        from osgeo import gdal
    except ImportError:
        # Pillow takes a fourth band for transparency, but its values come out as they are.
        with Image.open(path) as image:
            return np.asarray(image)
    gdal.UseExceptions()
    bands = gdal.Open(str(path)).ReadAsArray()
    if bands.ndim != 3 or bands.shape[0] < 3:
        raise ValueError(f"{path}: red, green and blue are needed.")
    if bands.dtype != np.uint8:
        raise ValueError(f"{path}: 8 bits a band are needed; the product's fragments have them.")
    return np.ascontiguousarray(bands[:4].transpose(1, 2, 0))


def working_ratio(source_gsd: float, model_gsd: float) -> float:
    """Source pixels per working pixel, exactly as the product chooses it."""
    working = max(model_gsd, source_gsd / MAX_ENLARGE)
    # Half rounds up there; Python's own round goes to the even number.
    return max(1, int(working / source_gsd * RATIO_STEPS + 0.5)) / RATIO_STEPS


def _mirrored(index: np.ndarray, size: int) -> np.ndarray:
    folded = np.mod(index, 2 * size)
    return np.where(folded < size, folded, 2 * size - 1 - folded)


def axis_weights(start: float, length: int, ratio: float, size: int) -> np.ndarray:
    """`length` x `size` matrix that resamples one axis from working pixel `start` on.

    Area average when the picture is reduced, linear when it is enlarged; past the border the
    picture is mirrored. The same arithmetic as `detector-resample.ts`.
    """
    weights = np.zeros((length, size), np.float32)
    row = np.arange(length)
    if ratio < 1:
        centre = (start + row + 0.5) * ratio - 0.5
        low = np.floor(centre).astype(int)
        np.add.at(weights, (row, _mirrored(low, size)), low + 1 - centre)
        np.add.at(weights, (row, _mirrored(low + 1, size)), centre - low)
        return weights
    begin = (start + row) * ratio
    end = begin + ratio
    for step in range(int(np.ceil(ratio)) + 1):
        source = np.floor(begin).astype(int) + step
        share = np.minimum(end, source + 1) - np.maximum(begin, source)
        np.add.at(weights, (row, _mirrored(source, size)), np.maximum(share, 0) / ratio)
    return weights


def resample(
    pixels: np.ndarray, x: float, y: float, width: int, height: int, ratio: float
) -> np.ndarray:
    """A rectangle of the working grid: `height` x `width` x bands, float32 0..255."""
    across = axis_weights(x, width, ratio, pixels.shape[1])
    down = axis_weights(y, height, ratio, pixels.shape[0])
    used_x, used_y = np.flatnonzero(across.any(0)), np.flatnonzero(down.any(0))
    x0, x1, y0, y1 = used_x[0], used_x[-1] + 1, used_y[0], used_y[-1] + 1
    window = pixels[y0:y1, x0:x1].astype(np.float32)
    rows_done = np.tensordot(down[:, y0:y1], window, (1, 0))
    return np.tensordot(rows_done, across[:, x0:x1], (1, 1)).transpose(0, 2, 1)
