"""Trees from the network's heads: the same rules as `decode.ts`, `detector-tile.ts`, `suppress.ts`."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np

REACH = 2
"""Half the side of the window in which a centre must be the highest."""
SUPPRESS_IOU, SUPPRESS_INSIDE = 0.4, 0.8


@dataclass
class Found:
    """Trees, best first: scores (n), centres (n x 2) and boxes (n x 4)."""

    scores: np.ndarray
    centres: np.ndarray
    boxes: np.ndarray

    def above(self, threshold: float) -> "Found":
        """Those of at least this score."""
        return self.take(self.scores >= threshold)

    def joined(self, more: "Found") -> "Found":
        """These and others."""
        return Found(*(np.concatenate([getattr(self, part), getattr(more, part)])
                       for part in ("scores", "centres", "boxes")))

    def take(self, which: np.ndarray) -> "Found":
        """Those that a mask or a list of indices names."""
        return Found(self.scores[which], self.centres[which], self.boxes[which])


def _is_peak(heat: np.ndarray, row: int, column: int) -> bool:
    top, left = max(0, row - REACH), max(0, column - REACH)
    window = heat[top:row + REACH + 1, left:column + REACH + 1]
    value = heat[row, column]
    if (window > value).any():
        return False
    # Of equal cells the first in reading order is the peak.
    first = np.argwhere(window == value)[0]
    return (first[0] + top, first[1] + left) == (row, column)


def _highest_near(heat: np.ndarray) -> np.ndarray:
    """The highest value of the window around each cell."""
    out = heat
    for axis in (0, 1):
        wide = np.pad(out, [(REACH, REACH) if axis == a else (0, 0) for a in (0, 1)], constant_values=-np.inf)
        length = out.shape[axis]
        out = np.max([np.take(wide, range(k, k + length), axis) for k in range(2 * REACH + 1)], 0)
    return out


def decode(heat: np.ndarray, box: np.ndarray, threshold: float) -> Found:
    """Peaks of `heat` (h x w) at or above `threshold`, with boxes in input pixels from `box` (4 x h x w)."""
    cells = [(r, c) for r, c in np.argwhere((heat >= threshold) & (heat == _highest_near(heat))) if _is_peak(heat, r, c)]
    rows = np.array([r for r, _ in cells], int)
    columns = np.array([c for _, c in cells], int)
    sides = np.maximum(0.5, box[:, rows, columns])
    x, y = 2 * columns + 1.0, 2 * rows + 1.0
    boxes = np.stack([x - sides[0], y - sides[1], x + sides[2], y + sides[3]], 1)
    return Found(heat[rows, columns], (boxes[:, :2] + boxes[:, 2:]) / 2, boxes)


def shared_area(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Area that each box of `a` (n x 4) shares with each of `b` (m x 4): n x m."""
    low = np.maximum(a[:, None, :2], b[None, :, :2])
    high = np.minimum(a[:, None, 2:], b[None, :, 2:])
    return np.clip(high - low, 0, None).prod(2)


def areas(boxes: np.ndarray) -> np.ndarray:
    """Areas of boxes, 0 for those turned inside out."""
    return np.clip(boxes[:, 2:] - boxes[:, :2], 0, None).prod(1)


def box_iou(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Intersection over union of each box of `a` with each of `b`: n x m."""
    shared = shared_area(a, b)
    return shared / np.maximum(areas(a)[:, None] + areas(b)[None] - shared, 1e-9)


def suppress(found: Found) -> Found:
    """Drops trees that any better one covers; a covered tree still covers worse ones."""
    order = np.lexsort((found.centres[:, 0], found.centres[:, 1], -found.scores))
    found = found.take(order)
    shared = shared_area(found.boxes, found.boxes)
    inside = shared / np.maximum(areas(found.boxes)[None], 1e-9)
    covers = (box_iou(found.boxes, found.boxes) > SUPPRESS_IOU) | (inside > SUPPRESS_INSIDE)
    return found.take(~(np.triu(covers, 1).any(0)))
