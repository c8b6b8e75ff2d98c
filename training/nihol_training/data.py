"""Reads labelled images, and cuts them to the working resolution as the product does."""
from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image

from .records import Record, rows
from .splits import place_of

MAX_ENLARGE = 2.0
"""Images are never enlarged more than this; the product's card says the same."""
AS_IT_IS = (0.9, 1.3)
"""Images of so many times the model's metres a pixel are not resampled."""
RATIO_STEPS = 32
"""The product rounds source pixels per working pixel to 32nds."""


def load_annotations(folder: Path) -> list[Record]:
    """All images of `annotations.json` whose resolution is known.

    Raises FileNotFoundError when the folder holds no such file.
    """
    return [_record(folder, image) for image in load_listed(folder, "images") if image.get("gsd_m")]


def load_listed(folder: Path, part: str) -> list[dict]:
    """A list of `annotations.json`: `images`, or `unlabelled`; none where it has no such list."""
    return json.loads((folder / "annotations.json").read_text()).get(part, [])


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
        ignore=rows(image.get("ignore"), 4),
        partial=image.get("labelling") == "partial",
        reach=image.get("reach_m"),
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
    if AS_IT_IS[0] <= source_gsd / model_gsd <= AS_IT_IS[1]:
        return 1.0
    working = max(model_gsd, source_gsd / MAX_ENLARGE)
    # Half rounds up there; Python's own round goes to the even number.
    return max(1, int(working / source_gsd * RATIO_STEPS + 0.5)) / RATIO_STEPS


def _mirrored(index: np.ndarray, size: int) -> np.ndarray:
    folded = np.mod(index, 2 * size)
    return np.where(folded < size, folded, 2 * size - 1 - folded)


def axis_taps(
    start: float, length: int, ratio: float, size: int
) -> tuple[np.ndarray, np.ndarray]:
    """Which source pixels make working pixels `start` on, and with what weight: length x taps each.

    Area average when the image is reduced, linear when it is enlarged; past the border the
    image is mirrored. The same arithmetic as `detector-resample.ts`.
    """
    row = start + np.arange(length)
    if ratio < 1:
        centre = (row + 0.5) * ratio - 0.5
        low = np.floor(centre).astype(int)
        sources, weights = [low, low + 1], [low + 1 - centre, centre - low]
    else:
        begin, end = row * ratio, (row + 1) * ratio
        sources = [np.floor(begin).astype(int) + step for step in range(int(np.ceil(ratio)) + 1)]
        weights = [np.maximum(np.minimum(end, s + 1) - np.maximum(begin, s), 0) / ratio
                   for s in sources]
    return _mirrored(np.stack(sources, 1), size), np.stack(weights, 1).astype(np.float32)


def _weigh_rows(pixels: np.ndarray, taps: tuple[np.ndarray, np.ndarray]) -> np.ndarray:
    """Rows made of rows. A few taps each: far less work than a product of matrices."""
    sources, weights = taps
    out = np.zeros((len(sources), *pixels.shape[1:]), np.float32)
    for source, weight in zip(sources.T, weights.T):
        out += pixels[source] * weight[:, None, None]
    return out


def resample(
    pixels: np.ndarray, x: float, y: float, width: int, height: int, ratio: float
) -> np.ndarray:
    """A rectangle of the working grid: `height` x `width` x bands, float32 0..255."""
    columns, weights = axis_taps(x, width, ratio, pixels.shape[1])
    x0, x1 = int(columns.min()), int(columns.max()) + 1
    rows = _weigh_rows(pixels[:, x0:x1], axis_taps(y, height, ratio, pixels.shape[0]))
    across = _weigh_rows(rows.transpose(1, 0, 2), (columns - x0, weights))
    return across.transpose(1, 0, 2)
