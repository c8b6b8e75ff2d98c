"""Turns some living crowns of a scene brown, as drought and beetles do: images show few such trees."""
from __future__ import annotations

import numpy as np

CROP_SHARE = 0.25
"""Of the crops, those in which any crown withers."""
CROWN_SHARE = 0.35
"""Of the crowns of such a crop."""


def wither(
    pixels: np.ndarray, boxes: np.ndarray, rng: np.random.Generator
) -> None:
    """Browns some of the crowns in `boxes` (n x 4, pixels) of an image 0..1, in place.

    The crown keeps its shape and shade. In infrared it becomes about as bright as in red.
    """
    if rng.random() >= CROP_SHARE:
        return
    for box in boxes[rng.random(len(boxes)) < CROWN_SHARE]:
        _brown(pixels, box, rng)


def _brown(pixels: np.ndarray, box: np.ndarray, rng: np.random.Generator) -> None:
    height, width = pixels.shape[:2]
    left, top = np.maximum(0, np.floor(box[:2]).astype(int))
    right, bottom = np.minimum((width, height), np.ceil(box[2:]).astype(int))
    if right <= left or bottom <= top:
        return
    centre, half = (box[:2] + box[2:]) / 2, np.maximum(1, (box[2:] - box[:2]) / 2)
    v, u = np.mgrid[top:bottom, left:right] + 0.5
    away = np.hypot((u - centre[0]) / half[0], (v - centre[1]) / half[1])
    share = np.clip((1.1 - away) / 0.25, 0, 1)[..., None] * rng.uniform(0.7, 1)
    part = pixels[top:bottom, left:right]
    shade = part[..., :3].mean(2, keepdims=True) * rng.uniform(0.85, 1.35)
    tint = np.array([rng.uniform(1, 1.35), rng.uniform(0.85, 1.05), rng.uniform(0.55, 1)])
    brown = shade * tint
    if part.shape[2] == 4 and pixels[..., 3].any():
        brown = np.concatenate([brown, brown[..., :1] * rng.uniform(0.9, 1.4)], 2)
    bands = brown.shape[2]
    part[..., :bands] += (share * (np.clip(brown, 0, 1) - part[..., :bands])).astype(np.float32)
