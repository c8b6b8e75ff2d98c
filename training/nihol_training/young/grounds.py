"""Ground without a tree, drawn: two colours in patches, with grain and at times furrows."""
from __future__ import annotations

import numpy as np

GROUNDS = {
    "soil": ((0.62, 0.52, 0.42), (0.48, 0.38, 0.29)),
    "red soil": ((0.60, 0.42, 0.31), (0.47, 0.31, 0.23)),
    "sand": ((0.80, 0.74, 0.62), (0.68, 0.60, 0.48)),
    "lawn": ((0.38, 0.48, 0.26), (0.50, 0.54, 0.32)),
    "weeds": ((0.62, 0.54, 0.42), (0.34, 0.44, 0.24)),
    "dry grass": ((0.63, 0.58, 0.42), (0.52, 0.46, 0.32)),
    "mulch": ((0.36, 0.27, 0.20), (0.27, 0.20, 0.15)),
    "stones": ((0.62, 0.60, 0.57), (0.45, 0.43, 0.41)),
}
"""Two colours of each kind of ground, red, green, blue of 0..1."""


def smooth_noise(side: int, cells: float, rng: np.random.Generator) -> np.ndarray:
    """Noise of -1..1 that changes over `cells` pixels: values on a coarse grid, joined by curves."""
    count = int(side / cells) + 3
    grid = rng.uniform(-1, 1, (count, count)).astype(np.float32)
    at = np.arange(side) / cells + rng.uniform(0, 1)
    low = at.astype(int)
    share = at - low
    share = (share * share * (3 - 2 * share)).astype(np.float32)
    rows = grid[low] * (1 - share)[:, None] + grid[low + 1] * share[:, None]
    return rows[:, low] * (1 - share)[None] + rows[:, low + 1] * share[None]


def drawn_ground(side: int, gsd: float, rng: np.random.Generator) -> np.ndarray:
    """Ground without a tree, side x side x 3, 0..1."""
    kind = list(GROUNDS)[rng.integers(len(GROUNDS))]
    first, second = (np.array(c, np.float32) * rng.uniform(0.85, 1.15, 3).astype(np.float32)
                     for c in GROUNDS[kind])
    clump = rng.uniform(0.3, 1.2) if kind in ("weeds", "stones") else rng.uniform(1.5, 9)
    steep = rng.uniform(3, 8) if kind == "weeds" else rng.uniform(0.5, 2)
    patch = smooth_noise(side, max(2.0, clump / gsd), rng) + 0.4 * smooth_noise(side, max(2.0, 0.4 * clump / gsd), rng)
    share = np.clip(0.5 + steep * (patch - rng.uniform(-0.4, 0.4)) / 2, 0, 1)[..., None]
    grain = 1 + rng.uniform(0.05, 0.16) * (smooth_noise(side, max(1.5, 0.25 / gsd), rng)
                                           + 0.6 * rng.normal(0, 0.5, (side, side)).astype(np.float32))
    if rng.random() < 0.3:
        # Furrows, or the passes of a mower.
        angle, wide = rng.uniform(0, np.pi), rng.uniform(0.3, 1.5) / gsd
        v, u = np.mgrid[:side, :side]
        grain = grain * (1 + rng.uniform(0.02, 0.1) * np.sin(2 * np.pi * (u * np.cos(angle) + v * np.sin(angle)) / wide))
    return np.clip((first + share * (second - first)) * grain[..., None], 0, 1).astype(np.float32)
