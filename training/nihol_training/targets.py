"""What the network should say of a crop: centres, distances and crowns, at half resolution."""
from __future__ import annotations

import numpy as np

POINT_SIGMA_METERS = 1.2
"""Spread of a centre whose crown is unknown: people set points a metre or two beside it."""
SIGMA_SHARE = 1 / 6
"""Spread of a centre as a share of its crown's width: a peak within it decodes the same box."""
PARTIAL_WEIGHT = 0.3
"""How much ground without a label counts where labels are incomplete."""
GUESSED_WEIGHT = 0.3
"""How much the box and the crown count that were guessed around a point."""


def _cells(side: int) -> tuple[np.ndarray, np.ndarray]:
    """Centres of the cells along x and y, in input pixels: 2i + 1, as the product decodes them."""
    line = 2 * np.arange(side // 2, dtype=np.float32) + 1
    return line[None, :], line[:, None]


def _splat(heat: np.ndarray, x: float, y: float, sigma_x: float, sigma_y: float) -> None:
    """A bump of height 1 at the cell that holds (x, y); where bumps meet the higher one stays."""
    cells = heat.shape[0]
    column, row = int(x // 2), int(y // 2)
    if not (0 <= column < cells and 0 <= row < cells):
        return
    reach = int(3 * max(sigma_x, sigma_y)) + 1
    rows = np.arange(max(0, row - reach), min(cells, row + reach + 1))
    columns = np.arange(max(0, column - reach), min(cells, column + reach + 1))
    bump = np.exp(-(((rows[:, None] - row) / sigma_y) ** 2
                    + ((columns[None, :] - column) / sigma_x) ** 2) / 2)
    part = heat[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1]
    np.maximum(part, bump, out=part)


def _window(box: np.ndarray, cells: int) -> tuple[slice, slice, np.ndarray, np.ndarray]:
    """Rows and columns of the cells that a box may touch, and their centres along x and y."""
    low = np.maximum(0, np.floor(box[:2] / 2).astype(int) - 1)
    high = np.minimum(cells, np.ceil(box[2:] / 2).astype(int) + 1)
    u, v = _cells(2 * cells)
    columns, rows = slice(low[0], high[0]), slice(low[1], high[1])
    return rows, columns, u[:, columns], v[rows]


def _paint_box(box: np.ndarray, distances: np.ndarray, weight: np.ndarray) -> None:
    """Distances to the four sides in the middle half of a box, where a centre may be decoded."""
    rows, columns, u, v = _window(box, len(weight))
    x0, y0, x1, y1 = (float(side) for side in box)
    centre_x, centre_y = (x0 + x1) / 2, (y0 + y1) / 2
    # At least the cell of the centre itself, however small the crown.
    inner = ((np.abs(u - centre_x) <= max(1.0, (x1 - x0) / 4))
             & (np.abs(v - centre_y) <= max(1.0, (y1 - y0) / 4)))
    for head, side in enumerate((u - x0, v - y0, x1 - u, y1 - v)):
        part = distances[head, rows, columns]
        np.copyto(part, side, where=inner)
    weight[rows, columns][inner] = 1


def _paint_ellipse(box: np.ndarray, mask: np.ndarray) -> None:
    """The ellipse inscribed in a box: its overlap with drawn crowns is 0.80 to 0.83."""
    rows, columns, u, v = _window(box, len(mask))
    half_x, half_y = max(1.0, (box[2] - box[0]) / 2), max(1.0, (box[3] - box[1]) / 2)
    away = ((u - (box[0] + box[2]) / 2) / half_x) ** 2 + ((v - (box[1] + box[3]) / 2) / half_y) ** 2
    mask[rows, columns][away <= 1] = 1


def make_targets(
    boxes: np.ndarray,
    points: np.ndarray,
    ignore: np.ndarray,
    side: int,
    kind: str,
    gsd: float,
    partial: bool = False,
) -> dict[str, np.ndarray]:
    """Targets and weights of a square crop of `side` input pixels, each heads x side/2 x side/2.

    `heat` is 1 at the cell of a centre and falls off around it. `box` holds the distances left,
    top, right, bottom in input pixels from the cell's centre, where `box_weight` is 1. `mask` is
    1 in a crown. Of points, `heat` has its bumps there; boxes beside them are guesses and weigh
    less. After Zhou et al., Objects as Points (2019), and FCOS.
    """
    cells = side // 2
    heat, mask, box_weight = (np.zeros((cells, cells), np.float32) for _ in range(3))
    distances = np.zeros((4, cells, cells), np.float32)
    boxes = boxes[(boxes[:, :2] < side).all(1) & (boxes[:, 2:] > 0).all(1)]
    # Large crowns first: the small one under or beside a large one keeps its cells.
    area = (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])
    for box in boxes[np.argsort(-area)]:
        size_x, size_y = (box[2] - box[0]) / 2, (box[3] - box[1]) / 2
        sigmas = max(0.8, size_x * SIGMA_SHARE), max(0.8, size_y * SIGMA_SHARE)
        if kind == "boxes":
            _splat(heat, (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, *sigmas)
        _paint_box(box, distances, box_weight)
        _paint_ellipse(box, mask)
    for x, y in points if kind == "points" else ():
        spread = max(0.8, POINT_SIGMA_METERS / gsd / 2)
        _splat(heat, x, y, spread, spread)
    known = np.ones((cells, cells), np.float32)
    u, v = _cells(side)
    for x0, y0, x1, y1 in ignore:
        known[(u > x0) & (u < x1) & (v > y0) & (v < y1)] = 0
    sure = np.float32(1 if kind == "boxes" else GUESSED_WEIGHT if len(boxes) else 0)
    # Where labels are incomplete a bare cell is weak evidence, a labelled one is not.
    doubt = np.where(np.maximum(heat, mask) > 0, 1, PARTIAL_WEIGHT) if partial else 1
    return {
        "heat": heat[None],
        "heat_weight": (known * doubt)[None].astype(np.float32),
        "box": distances,
        "box_weight": (box_weight * known * sure)[None],
        "mask": mask[None],
        "mask_weight": (known * doubt * sure)[None].astype(np.float32),
    }
