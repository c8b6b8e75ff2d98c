"""Images cut into pieces of ground: halves of a site, and the fragments that a person looks through."""
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
from PIL import Image

from ..data import read_pixels
from ..records import Record, centres_of
from ..splits import draw

Window = tuple[int, int, int, int]
"""Left, top, right, bottom, in pixels of the file."""


def inside(centres: np.ndarray, window: Window) -> np.ndarray:
    """Which of these places lie in a window; its left and top sides belong to it."""
    low, high = np.array(window[:2]), np.array(window[2:])
    return ((centres >= low) & (centres < high)).all(1)


def within(boxes: np.ndarray, window: Window) -> np.ndarray:
    """Boxes cut to a window, in its own pixels."""
    low, high = np.tile(window[:2], 2), np.tile(window[2:], 2)
    return (np.clip(boxes, low, high) - low).astype(np.float32)


def touching(boxes: np.ndarray, window: Window) -> np.ndarray:
    """Those of the boxes that share ground with a window, cut to it."""
    cut = within(boxes, window)
    return cut[(cut[:, 2] > cut[:, 0]) & (cut[:, 3] > cut[:, 1])]


def cut_piece(record: Record, window: Window, folder: Path) -> Record:
    """A piece of an image as an image of its own; a tree that stands beside it is ground where nobody knows."""
    x0, y0, x1, y1 = window
    pixels = read_pixels(record.path)[y0:y1, x0:x1]
    name = f"{record.id.replace('/', '_')}-{x0}-{y0}"
    path = folder / f"{name}.{'tif' if pixels.shape[2] == 4 else 'png'}"
    Image.fromarray(np.ascontiguousarray(pixels)).save(path)
    own = inside(centres_of(record), window)
    others = record.boxes[~own] if record.kind == "boxes" else record.boxes
    trees = record.boxes[own] if record.kind == "boxes" else record.boxes
    return replace(
        record, id=name, path=path, width=x1 - x0, height=y1 - y0, boxes=within(trees, window),
        points=record.points[own] - np.float32([x0, y0]) if record.kind == "points" else record.points,
        ignore=np.concatenate([touching(record.ignore, window), touching(others, window)]))


def windows_of(record: Record, metres: float) -> list[Window]:
    """An image in equal pieces of about so many metres a side."""
    across = [max(1, round(side * record.gsd / metres)) for side in (record.width, record.height)]
    xs, ys = (np.linspace(0, side, n + 1).round().astype(int)
              for side, n in zip((record.width, record.height), across))
    return [(int(xs[i]), int(ys[j]), int(xs[i + 1]), int(ys[j + 1]))
            for j in range(across[1]) for i in range(across[0])]


def halves(records: list[Record], seed: int, folder: Path) -> tuple[list[Record], list[Record]]:
    """Two parts of a site that share no ground, with about as many trees each; another division by each seed.

    A site of one image is cut through: upright by an even seed, across by an odd one, where half of its trees are.
    """
    if len(records) == 1:
        [image] = records
        axis = seed % 2
        middle = int(np.median(centres_of(image)[:, axis]))
        size = (image.width, image.height)
        first = (0, 0, middle, size[1]) if axis == 0 else (0, 0, size[0], middle)
        second = (middle, 0, *size) if axis == 0 else (0, middle, *size)
        return [cut_piece(image, first, folder)], [cut_piece(image, second, folder)]
    places: dict[str, list[Record]] = {}
    for record in records:
        places.setdefault(record.place, []).append(record)
    sides: tuple[list[Record], list[Record]] = ([], [])
    trees = [0, 0]
    for place in sorted(places, key=lambda one: draw(one, seed)):
        side = int(trees[1] < trees[0])
        sides[side].extend(places[place])
        trees[side] += sum(record.trees for record in places[place]) + 1
    return sides
