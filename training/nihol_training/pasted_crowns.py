"""Puts crowns of other sites into scenes, many of them dead: over a tree, or where none stands."""
from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .data import read_pixels, resample
from .green import load_crowns

CROWNS_SET = "neon"
"""The domain that the images of single crowns are of."""
CROP_GSD = 0.1
"""Metres a pixel of the images of single crowns."""
CROWN_SHARE = 0.36
"""Half a crown's width as a share of its image's side: they show some ground around."""
MOST = 3
DEAD_SHARE = 0.4
"""Scenes show next to no dead trees, so among the pasted ones they are more than among trees."""
SMALLEST = 6.0
"""Working pixels across: what is smaller shows nothing of a crown."""


@dataclass
class Scene:
    """A crop before it is varied: pixels 0..1 (height x width x bands), its labels in pixels."""

    pixels: np.ndarray
    boxes: np.ndarray
    points: np.ndarray
    ignore: np.ndarray


@dataclass(frozen=True)
class Crowns:
    """Images of single crowns, height x width x 3."""

    dead: list[np.ndarray]
    living: list[np.ndarray]

    def draw(self, rng: np.random.Generator) -> tuple[np.ndarray, bool]:
        """An image, and whether its crown is dead."""
        is_dead = bool(self.dead) and (not self.living or rng.random() < DEAD_SHARE)
        images = self.dead if is_dead else self.living
        return images[rng.integers(len(images))], is_dead


def load_pasted(folder: Path, scored: frozenset[str]) -> Crowns | None:
    """Crowns of the training sites of `alivedead.json`; none without the file.

    `scored` are plots ("SJER_050") that choose or score: their crowns are left out.
    """
    if not (folder / "alivedead.json").exists():
        return None
    taught = [c for c in load_crowns(folder) if c.split != "val" and plot_of(c.path) not in scored]
    dead, living = ([read_pixels(c.path) for c in taught if c.dead is state]
                    for state in (True, False))
    return Crowns(dead, living) if taught else None


def plot_of(path: Path | str) -> str:
    """The plot that a file or place is named after, "SJER_050" of "SJER_050_2019_2378.jpg", or ""."""
    found = re.match(r"[A-Z]{4}_\d{3}(?=_|$)", Path(path).stem)
    return found[0] if found else ""


def _place(scene: Scene, half: float, rng: np.random.Generator) -> tuple[np.ndarray, int]:
    """A box to paste into, and the tree whose place it takes (-1: none); an empty box if nowhere."""
    size = scene.boxes[:, 2:] - scene.boxes[:, :2]
    fitting = np.flatnonzero((size.min(1) >= SMALLEST) & (np.abs(np.log(size.mean(1) / 2 / half)) < 1))
    if len(fitting) and rng.random() < 0.5:
        which = int(rng.choice(fitting))
        return scene.boxes[which], which
    side = scene.pixels.shape[0]
    taken = np.concatenate([scene.boxes, scene.ignore])
    for _ in range(5):
        x, y = rng.uniform(half, side - half, 2) if side > 2 * half else (side / 2, side / 2)
        box = np.array([x - half, y - half, x + half, y + half], np.float32)
        meets = (taken[:, :2] < box[2:]).all(1) & (taken[:, 2:] > box[:2]).all(1)
        if not meets.any():
            return box, -1
    return np.zeros(0, np.float32), -1


def _patch(image: np.ndarray, width: int, half: float, coarse: float) -> np.ndarray:
    """The image's middle at `width` pixels, its crown `half` wide; no sharper than `coarse` pixels."""
    ratio = CROWN_SHARE * max(image.shape[:2]) / half
    low = max(2, round(width / coarse))
    step = ratio * width / low
    x, y = ((side / step - low) / 2 for side in image.shape[1::-1])
    small = resample(image, x, y, low, low, step) / 255
    return small if low == width else resample(small, 0, 0, width, width, low / width)


def _blend(
    scene: Scene, box: np.ndarray, patch: np.ndarray, dead: bool, rng: np.random.Generator
) -> None:
    """Lays a patch over the box's ellipse with a soft rim, as bright as the scene is.

    In infrared a dead crown is about as bright as in red, a living one brighter than in green.
    """
    side, width = scene.pixels.shape[0], patch.shape[0]
    centre, half = (box[:2] + box[2:]) / 2, (box[2:] - box[:2]) / 2
    x0, y0 = np.floor(centre - width / 2).astype(int)
    left, top = max(0, x0), max(0, y0)
    right, bottom = min(side, x0 + width), min(side, y0 + width)
    if right <= left or bottom <= top:
        return
    v, u = np.mgrid[top:bottom, left:right] + 0.5
    away = np.hypot((u - centre[0]) / half[0], (v - centre[1]) / half[1])
    alpha = np.clip((1.15 - away) / 0.3, 0, 1)[..., None].astype(np.float32)
    part = patch[top - y0:bottom - y0, left - x0:right - x0]
    ground = scene.pixels[top:bottom, left:right]
    light = (ground[..., :3].mean() + 0.05) / (part.mean() + 0.05)
    part = np.clip(part * np.clip(light, 0.6, 1.5) ** 0.5, 0, 1)
    if ground.shape[2] == 4 and scene.pixels[..., 3].any():
        infrared = part[..., :1] * rng.uniform(0.9, 1.4) if dead else (
            part[..., 1:2] * rng.uniform(1.3, 2.2))
        part = np.concatenate([part, np.minimum(infrared, 1)], 2)
    bands = part.shape[2]
    ground[..., :bands] += alpha * (part - ground[..., :bands])


def paste_crowns(
    scene: Scene, crowns: Crowns, gsd: float, source_gsd: float, rng: np.random.Generator
) -> None:
    """One to `MOST` crowns into a scene of `gsd` metres a pixel, with their boxes and points.

    `source_gsd` is that of the image: what was enlarged stays as blurred as its surroundings.
    """
    for _ in range(int(rng.integers(1, MOST + 1))):
        image, dead = crowns.draw(rng)
        half = CROWN_SHARE * max(image.shape[:2]) * CROP_GSD / gsd * rng.uniform(0.7, 1.2)
        if 2 * half < SMALLEST:
            continue
        box, which = _place(scene, half, rng)
        if not len(box):
            continue
        half = float((box[2:] - box[:2]).mean()) / 2
        width = int(np.ceil(half * 3))
        patch = _patch(image, width, half, max(1.0, source_gsd / gsd))
        _blend(scene, box, patch[:: rng.choice([1, -1]), :: rng.choice([1, -1])], dead, rng)
        if which < 0:
            scene.boxes = np.concatenate([scene.boxes, box[None]])
            scene.points = np.concatenate([scene.points, (box[None, :2] + box[None, 2:]) / 2])
