"""One labelled image, whatever file its labels came from."""
from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np


def _no_rows(columns: int) -> np.ndarray:
    return np.zeros((0, columns), np.float32)


@dataclass
class Record:
    """An image and its trees, in pixels of the file; (0, 0) is the outer top-left corner.

    `kind` is "boxes" (crowns, n x 4: xmin, ymin, xmax, ymax) or "points" (n x 2). `ignore` holds
    boxes of ground where nobody knows what stands there. `partial`: trees may be missing from
    the labels, so ground without a label teaches less. `reach`: metres within which a find is that of a point, where
    it is not the usual.
    """

    id: str
    set: str
    site: str
    place: str
    path: Path
    gsd: float
    width: int
    height: int
    split: str
    kind: str
    boxes: np.ndarray = field(default_factory=lambda: _no_rows(4))
    points: np.ndarray = field(default_factory=lambda: _no_rows(2))
    ignore: np.ndarray = field(default_factory=lambda: _no_rows(4))
    partial: bool = False
    reach: float | None = None

    @property
    def trees(self) -> int:
        """How many trees are labelled."""
        return len(self.boxes) if self.kind == "boxes" else len(self.points)


def rows(values: list | None, columns: int) -> np.ndarray:
    """A list of rows as float32, also when it is empty or absent."""
    return np.asarray(values or [], np.float32).reshape(-1, columns)


def centres_of(record: Record) -> np.ndarray:
    """Where the trees of an image stand, n x 2."""
    if record.kind == "points":
        return record.points
    return (record.boxes[:, :2] + record.boxes[:, 2:]) / 2
