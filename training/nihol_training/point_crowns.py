"""Crowns for trees that are known as points alone: how far vegetation reaches from the point."""
from __future__ import annotations

from dataclasses import replace

import numpy as np

from .data import read_pixels
from .records import Record

DIRECTIONS = 24
FARTHEST_METERS, NEAREST_METERS = 8.0, 1.0
SHARE_OF_CENTRE = 0.6
"""Vegetation may fall to this share of what it is at the point before the crown ends."""
LAWN = 1.4
"""A ray longer than so many times the median runs out over a lawn and is cut."""


def vegetation(pixels: np.ndarray) -> np.ndarray:
    """NDVI with near infrared, else the green leaf index; smoothed over 3 x 3 pixels."""
    r, g, b = (pixels[..., band].astype(np.float32) for band in range(3))
    if pixels.shape[2] >= 4:
        nir = pixels[..., 3].astype(np.float32)
        index = (nir - r) / np.maximum(nir + r, 1)
    else:
        index = (2 * g - r - b) / np.maximum(2 * g + r + b, 1)
    padded = np.pad(index, 1, mode="edge")
    height, width = index.shape
    return sum(padded[y:y + height, x:x + width] for y in range(3) for x in range(3)) / 9


def reaches(points: np.ndarray, index: np.ndarray, gsd: float) -> np.ndarray:
    """How far a crown reaches from each point in each direction, in pixels: n x DIRECTIONS.

    A ray ends where vegetation ends, where another point is nearer, or at `FARTHEST_METERS`.
    """
    angles = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
    steps = np.arange(0.5, FARTHEST_METERS / gsd, 0.5)
    x = points[:, 0, None, None] + np.cos(angles)[:, None] * steps
    y = points[:, 1, None, None] + np.sin(angles)[:, None] * steps
    height, width = index.shape
    inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
    seen = index[np.clip(y, 0, height - 1).astype(int), np.clip(x, 0, width - 1).astype(int)]
    middle = np.maximum(seen[:, :, :3].mean((1, 2)), 0.05)
    goes = inside & (seen > SHARE_OF_CENTRE * middle[:, None, None])
    for i, point in enumerate(points):
        others = np.delete(points, i, 0)
        near = others[np.abs(others - point).max(1) < 2 * FARTHEST_METERS / gsd]
        for other in near:
            goes[i] &= np.hypot(x[i] - other[0], y[i] - other[1]) > steps
    ends = np.where(goes.all(2), len(steps), np.argmin(goes, 2))
    found = ends * 0.5
    found = np.minimum(found, LAWN * np.median(found, 1, keepdims=True))
    return np.maximum(found, NEAREST_METERS / gsd)


def with_crowns(record: Record) -> Record:
    """A record of points with a guessed box around each point; others as they are."""
    if record.kind != "points" or not len(record.points):
        return record
    far = reaches(record.points, vegetation(read_pixels(record.path)), record.gsd)
    angles = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
    # Of an ellipse around the point these are its half axes.
    half_x = np.sqrt(2 * np.mean((far * np.cos(angles)) ** 2, 1))
    half_y = np.sqrt(2 * np.mean((far * np.sin(angles)) ** 2, 1))
    half = np.stack([half_x, half_y], 1)
    boxes = np.concatenate([record.points - half, record.points + half], 1)
    return replace(record, boxes=boxes.astype(np.float32))
