"""Young trees laid into scenes: crowns of other sites made small, with the shadow that they cast beside them."""
from __future__ import annotations

import numpy as np

from ..data import resample
from .grounds import GROUNDS
from ..pasted_crowns import CROWN_SHARE, Crowns, Scene

CROWN_METERS = (0.5, 2.5)
SMALLEST = 4.0
"""Working pixels across: below it a crown is a dot."""
TRIES = 8
LEAST_GREEN = 0.04
"""Relative excess green of the crowns that are taken: bare and whitish ones made small look like stones."""
UNEVEN = 0.09
"""Spread of the light above which ground is taken for grown over."""
ROWS_SHARE = 0.5
"""Of scenes, those where they stand in rows; in the others they stand alone."""
GAPS = 0.1


def _places(side: int, gsd: float, width: float, rng: np.random.Generator) -> np.ndarray:
    """Where young trees stand, in pixels: n x 2."""
    if rng.random() > ROWS_SHARE:
        return rng.uniform(0, side, (int(rng.integers(1, 9)), 2))
    rows, along = sorted(rng.uniform(max(1.2, 1.15 * width), max(2.5, 1.15 * width) + 3, 2))
    angle, shift = rng.uniform(0, np.pi), rng.uniform(0, 1, 2)
    reach = int(side * gsd / rows) + 2
    i, j = (g.ravel() for g in np.mgrid[-reach:reach + 1, -reach:reach + 1])
    u, v = (i + shift[0]) * rows / gsd, (j + shift[1]) * along / gsd
    at = np.stack([u * np.cos(angle) - v * np.sin(angle), u * np.sin(angle) + v * np.cos(angle)], 1)
    at = at + side / 2 + rng.normal(0, 0.08 / gsd, at.shape)
    return at[rng.random(len(at)) >= GAPS]


def _stain(pixels: np.ndarray, alpha: np.ndarray, corner: np.ndarray, colour: np.ndarray | None,
           times: np.ndarray | None = None) -> None:
    """Lays a colour, or darkens by `times`, where `alpha` says; what lies beyond the scene is left out."""
    side, (height, width) = pixels.shape[0], alpha.shape
    x0, y0 = corner
    left, top, right, bottom = max(0, x0), max(0, y0), min(side, x0 + width), min(side, y0 + height)
    if right <= left or bottom <= top:
        return
    share = alpha[top - y0:bottom - y0, left - x0:right - x0, None]
    part = pixels[top:bottom, left:right]
    bands = min(3, part.shape[2])
    goal = part[..., :bands] * times if colour is None else (
        colour[top - y0:bottom - y0, left - x0:right - x0] if colour.ndim == 3 else colour)
    part[..., :bands] += share * (goal - part[..., :bands])


def _ellipse(centre: np.ndarray, long: float, short: float, angle: float, soft: float,
             rng: np.random.Generator, uneven: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """How much of each pixel an ellipse covers, and the corner that this begins at."""
    reach = int(np.ceil(1.3 * max(long, short) + 2))
    corner = np.floor(centre).astype(int) - reach
    v, u = np.mgrid[:2 * reach + 1, :2 * reach + 1] + 0.5
    u, v = u + corner[0] - centre[0], v + corner[1] - centre[1]
    along, across = u * np.cos(angle) + v * np.sin(angle), v * np.cos(angle) - u * np.sin(angle)
    turn = np.arctan2(across / short, along / long)
    edge = 1 + sum(uneven / (k - 1) * np.sin(k * turn + rng.uniform(0, 6.3)) for k in (2, 3, 5))
    far = np.hypot(along / long, across / short) / edge
    rim = max(soft, 0.7 / max(1.0, min(long, short)))
    return np.clip((1 + rim / 2 - far) / rim, 0, 1).astype(np.float32), corner


SIZE_STEPS = 4
"""Crowns of a scene are drawn in so many sizes an octave: reducing an image for each would take most of the time."""


def _leaves(crowns: Crowns, half: float, rng: np.random.Generator, made: dict) -> np.ndarray:
    """The middle of a living crown's image, so reduced that the crown is 2 `half` pixels across; kept in `made`."""
    step = round(SIZE_STEPS * np.log2(half))
    key = (step, int(rng.integers(3)))
    if key not in made:
        made[key] = _reduced(crowns, 2 ** (step / SIZE_STEPS), rng)
    return made[key][:: rng.choice([1, -1]), :: rng.choice([1, -1])]


def _reduced(crowns: Crowns, half: float, rng: np.random.Generator) -> np.ndarray:
    for _ in range(TRIES):
        image = crowns.living[rng.integers(len(crowns.living))]
        red, green, blue = image[image.shape[0] // 3:-(image.shape[0] // 3)].reshape(-1, 3).mean(0)
        if 2 * green - red - blue > LEAST_GREEN * (red + green + blue):
            break
    ratio = CROWN_SHARE * max(image.shape[:2]) / half
    reach = int(np.ceil(1.3 * half + 2))
    width = 2 * reach + 1
    x, y = ((size / ratio - width) / 2 for size in image.shape[1::-1])
    return resample(image, x, y, width, width, ratio) / 255


def _fitted(leaves: np.ndarray, side: int) -> np.ndarray:
    """The middle of an image, its edge repeated where it is too small."""
    short = max(0, side - leaves.shape[0])
    around = (short // 2, short - short // 2)
    wide = np.pad(leaves, (around, around, (0, 0)), mode="edge") if short else leaves
    cut = (wide.shape[0] - side) // 2
    return wide[cut:cut + side, cut:cut + side]


def _free(boxes: np.ndarray, box: np.ndarray) -> bool:
    return not ((boxes[:, :2] < box[2:]).all(1) & (boxes[:, 2:] > box[:2]).all(1)).any()


def plant(scene: Scene, crowns: Crowns, gsd: float, rng: np.random.Generator) -> None:
    """Young trees of one kind and age into a scene, and things that are none: stones, tufts, shadows of poles."""
    side = scene.pixels.shape[0]
    usual = float(np.exp(rng.uniform(np.log(max(CROWN_METERS[0], SMALLEST * gsd)), np.log(CROWN_METERS[1]))))
    sun, height, dark = rng.uniform(0, 2 * np.pi), rng.uniform(0.4, 1.8) * rng.uniform(0.8, 1.6), rng.uniform(0.25, 0.7)
    towards = np.array([np.cos(sun), np.sin(sun)])
    sky = dark * np.array([0.92, 1.0, 1.12], np.float32)
    ring = rng.uniform(0.8, 1.6) if rng.random() < 0.35 else 0.0
    mulch = np.array(GROUNDS["mulch" if rng.random() < 0.7 else "soil"][rng.integers(2)], np.float32)
    tint = rng.uniform(0.85, 1.2, 3).astype(np.float32)
    bright = rng.uniform(0.75, 1.35)
    taken = np.concatenate([scene.boxes, scene.ignore])
    stands, labels = [], []
    grey = scene.pixels[..., :3].mean(2)
    for at in _places(side, gsd, usual, rng):
        half = usual * rng.uniform(0.8, 1.2) / gsd / 2
        box = np.array([*(at - half), *(at + half)], np.float32)
        if (at < 0).any() or (at >= side).any() or 2 * half < SMALLEST * 0.8 or not _free(taken, box):
            continue
        # In a wood without labels a small crown more would teach that clumps of leaves are trees.
        x0, y0, x1, y1 = np.clip(np.concatenate([at - half - 2, at + half + 2]), 0, side).astype(int)
        if grey[y0:y1 + 1, x0:x1 + 1].std() > UNEVEN:
            continue
        stands.append((at, half))
        labels.append(box)
    _distract(scene, taken, usual, gsd, sun, sky, rng)
    for at, half in stands if ring else ():
        alpha, corner = _ellipse(at, ring * half + 1, ring * half + 1, 0, 0.2, rng, 0.05)
        _stain(scene.pixels, 0.85 * alpha, corner, mulch * rng.uniform(0.9, 1.1))
    for at, half in stands:
        # The shadow of a dome: an ellipse moved away from the sun, longer the lower it stands.
        far = half * height
        alpha, corner = _ellipse(at + towards * far * 0.75, half + 0.45 * far, 0.92 * half, sun, 0.3, rng, 0.08)
        _stain(scene.pixels, alpha, corner, None, sky)
    made: dict = {}
    for at, half in stands:
        leaves = _leaves(crowns, half, rng, made)
        flat = rng.uniform(0.85, 1.15)
        alpha, corner = _ellipse(at, half * flat, half / flat, rng.uniform(0, np.pi), rng.uniform(0.2, 0.5), rng, 0.1)
        leaves = _fitted(leaves, alpha.shape[0])
        v, u = np.mgrid[:alpha.shape[0], :alpha.shape[1]] - alpha.shape[0] / 2
        lit = 1 - rng.uniform(0.05, 0.35) * np.clip((u * towards[0] + v * towards[1]) / max(1.0, half), -1, 1)
        x0, y0, x1, y1 = np.clip(np.concatenate([at - 2 * half, at + 2 * half + 1]), 0, side).astype(int)
        # Leaves are seldom much brighter than the ground that they stand on.
        most = max(0.3, 1.1 * float(scene.pixels[y0:y1, x0:x1, :3].mean()))
        leaves = leaves * min(1.0, most / max(0.05, bright * float(leaves.mean())))
        leaves = np.clip(leaves * tint * bright * lit[..., None], 0, 1).astype(np.float32)
        _stain(scene.pixels, alpha * rng.uniform(0.8, 1), corner, leaves)
    if labels:
        boxes = np.stack(labels)
        scene.boxes = np.concatenate([scene.boxes, boxes])
        scene.points = np.concatenate([scene.points, (boxes[:, :2] + boxes[:, 2:]) / 2])


def _block(pixels: np.ndarray, at: np.ndarray, half: float, sun: float, sky: np.ndarray,
           rng: np.random.Generator) -> None:
    """A made thing: a box or a ring of concrete, a lid, with its shadow and often a hole."""
    long, short = max(1.5, half * rng.uniform(0.6, 1.8)), max(1.2, half * rng.uniform(0.5, 1))
    far, angle = half * rng.uniform(0.2, 1.2), rng.uniform(0, np.pi)
    shade, corner = _ellipse(at + far * np.array([np.cos(sun), np.sin(sun)]), long, short, angle, 0.3, rng)
    _stain(pixels, shade, corner, None, sky)
    body, corner = _ellipse(at, long, short, angle, 0.2, rng)
    if rng.random() < 0.6:
        v, u = np.mgrid[:body.shape[0], :body.shape[1]] + 0.5
        u, v = u + corner[0] - at[0], v + corner[1] - at[1]
        along, across = u * np.cos(angle) + v * np.sin(angle), v * np.cos(angle) - u * np.sin(angle)
        body = ((np.abs(along) <= 0.9 * long) & (np.abs(across) <= 0.9 * short)).astype(np.float32)
    colour = rng.uniform(0.35, 0.95) * rng.uniform(0.9, 1.1, 3)
    _stain(pixels, body, corner, colour.astype(np.float32))
    if rng.random() < 0.5:
        hole, corner = _ellipse(at, max(1, 0.5 * short), max(1, 0.5 * short), 0, 0.3, rng)
        _stain(pixels, hole, corner, (colour * rng.uniform(0.1, 0.6)).astype(np.float32))


def _distract(scene: Scene, taken: np.ndarray, usual: float, gsd: float, sun: float, sky: np.ndarray,
              rng: np.random.Generator) -> None:
    """Stones, tufts of grass, empty rings and the shadows of poles, as large as the trees: none has a label."""
    if rng.random() < 0.4:
        return
    side = scene.pixels.shape[0]
    kind = rng.integers(6)
    for _ in range(int(rng.integers(1, 7))):
        at, half = rng.uniform(0, side, 2), usual * rng.uniform(0.3, 1.0) / gsd / 2
        if not _free(taken, np.array([*(at - half), *(at + half)])):
            continue
        if kind >= 4:
            _block(scene.pixels, at, half, sun, sky, rng)
        elif kind == 0:
            alpha, corner = _ellipse(at, max(1, half), max(1, 0.6 * half), rng.uniform(0, 3), 0.2, rng, 0.15)
            _stain(scene.pixels, alpha, corner, np.full(3, rng.uniform(0.5, 0.9), np.float32))
        elif kind == 1:
            alpha, corner = _ellipse(at, max(1, half), max(1, 0.8 * half), rng.uniform(0, 3), 0.9, rng, 0.3)
            _stain(scene.pixels, 0.5 * alpha, corner, np.array([0.40, 0.46, 0.25], np.float32) * rng.uniform(0.8, 1.3))
        elif kind == 2:
            alpha, corner = _ellipse(at, max(1.5, rng.uniform(1, 3) * half), max(1, 0.6 * half), sun, 0.3, rng, 0.1)
            _stain(scene.pixels, alpha, corner, None, sky)
        else:
            alpha, corner = _ellipse(at, half + 1, half + 1, 0, 0.25, rng, 0.05)
            _stain(scene.pixels, 0.8 * alpha, corner, np.array(GROUNDS["mulch"][0], np.float32))
