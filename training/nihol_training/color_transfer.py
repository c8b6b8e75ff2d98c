"""Gives a crop the light of another image: sites, cameras and seasons differ in colour most."""
from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import numpy as np

from .data import read_pixels
from .records import Record

GAIN = (0.5, 2.2)
"""A band's contrast is changed by this at most."""
LEAST_SPREAD = 0.02


@lru_cache(maxsize=4096)
def light_of(path: Path) -> tuple[np.ndarray, np.ndarray]:
    """Mean and spread of each band of an image, 0..1."""
    values = read_pixels(path)[::3, ::3] / 255
    return values.mean((0, 1)).astype(np.float32), values.std((0, 1)).astype(np.float32)


def relight(pixels: np.ndarray, record: Record, other: Record, rng: np.random.Generator) -> np.ndarray:
    """`pixels` 0..1 of `record` with the mean and spread of `other`'s bands, by half or wholly.

    After Reinhard et al., Color transfer between images (2001), band by band. Infrared follows
    where both have it.
    """
    mean, spread = light_of(record.path)
    aim_mean, aim_spread = light_of(other.path)
    bands = min(len(mean), len(aim_mean), pixels.shape[2])
    gain = np.clip(aim_spread[:bands] / np.maximum(spread[:bands], LEAST_SPREAD), *GAIN)
    lit = (pixels[..., :bands] - mean[:bands]) * gain + aim_mean[:bands]
    out = pixels.astype(np.float32, copy=True)
    share = np.float32(rng.uniform(0.5, 1))
    out[..., :bands] += share * (np.clip(lit, 0, 1) - out[..., :bands])
    return out
