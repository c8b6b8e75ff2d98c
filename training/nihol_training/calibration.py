"""Images by which `quantise.py` measures what values flow through a network."""
from __future__ import annotations

from pathlib import Path

import numpy as np

from .crops import CropOptions, choose_bands
from .data import read_pixels, resample, working_ratio
from .records import Record
from .splits import thin

PICTURES_A_SET = 40
BARE_EVERY = 3
"""Of so many images one goes without near infrared."""


def write_calibration(records: list[Record], options: CropOptions, path: Path) -> None:
    """Corners of training images as the product would feed them: n x bands x side x side, 8 bits."""
    chosen = [r for name in sorted({r.set for r in records})
              for r in thin([r for r in records if r.set == name], PICTURES_A_SET)]
    tiles = []
    for number, record in enumerate(chosen):
        ratio = working_ratio(record.gsd, options.gsd)
        pixels = resample(read_pixels(record.path), 0, 0, options.side, options.side, ratio)
        planes = choose_bands(pixels, options, None)
        if number % BARE_EVERY == 0:
            planes[3:] = 0
        tiles.append(np.clip(planes + 0.5, 0, 255).astype(np.uint8))
    np.save(path, np.stack(tiles))
