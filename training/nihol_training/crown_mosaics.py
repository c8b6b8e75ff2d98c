"""Scenes of single crowns side by side: as they were photographed, where pasted ones have a cut rim."""
from __future__ import annotations

import numpy as np

from .data import resample
from .pasted_crowns import CROP_GSD, CROWN_SHARE, Crowns, Scene

CELLS = 3
"""Images along a side; at 160 px of 0.2 m each cell is about as wide as one image."""


def mosaic(crowns: Crowns, side: int, gsd: float, rng: np.random.Generator) -> Scene:
    """`side` x `side` pixels of `gsd` metres: a crown in the middle of each cell.

    Only the square around each crown is known ground: what else its image shows nobody labelled,
    and what lies at the seams is no scene.
    """
    edges = np.linspace(0, side, CELLS + 1).round().astype(int)
    pixels = np.zeros((side, side, 3), np.float32)
    boxes, unknown = [], []
    for y0, y1 in zip(edges, edges[1:]):
        for x0, x1 in zip(edges, edges[1:]):
            image, _ = crowns.draw(rng)
            ratio = gsd / CROP_GSD
            # A crown fills its cell at most: what is larger is seen from farther away.
            half = CROWN_SHARE * max(image.shape[:2]) / ratio
            ratio *= max(1.0, half / (0.46 * (x1 - x0)))
            half = CROWN_SHARE * max(image.shape[:2]) / ratio
            height, width = (length / ratio for length in image.shape[:2])
            off_x, off_y = rng.uniform(-1, 1, 2) * max(0.0, (x1 - x0) / 2 - half - 1)
            centre_x, centre_y = (x0 + x1) / 2 + off_x, (y0 + y1) / 2 + off_y
            left, top = x0 - (centre_x - width / 2), y0 - (centre_y - height / 2)
            part = resample(image, left, top, x1 - x0, y1 - y0, ratio) / 255
            pixels[y0:y1, x0:x1] = part
            box = centre_x - half, centre_y - half, centre_x + half, centre_y + half
            boxes.append(box)
            unknown += [(x0, y0, x1, box[1]), (x0, box[3], x1, y1),
                        (x0, box[1], box[0], box[3]), (box[2], box[1], x1, box[3])]
    found = np.array(boxes, np.float32)
    return Scene(pixels, found, (found[:, :2] + found[:, 2:]) / 2, np.array(unknown, np.float32))
