"""The stream of training crops: crop number i of a seed is always the same one."""
from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch.utils.data import Dataset

from .augment import recolour, turn
from .crown_mosaics import mosaic
from .data import MAX_ENLARGE, read_pixels, resample
from .color_transfer import relight
from .young.grounds import drawn_ground
from .pasted_crowns import CROWNS_SET, Crowns, Scene, paste_crowns
from .records import Record, centres_of
from .young.saplings import plant
from .targets import make_targets
from .withered import wither

YOUNG = "young"
"""Among the sets of a crop that young trees were laid into: where they stand is known exactly."""


@dataclass(frozen=True)
class CropOptions:
    """How crops are drawn: side in working pixels, bands (3 or 4), and metres per pixel."""

    side: int = 160
    bands: int = 3
    gsd: float = 0.2
    gsd_low: float = 0.1
    gsd_high: float = 0.6
    wide_share: float = 0.25
    nir_dropout: float = 0.3
    set_power: float = 0.35
    pasted_share: float = 0.35
    mosaic_share: float = 0.15
    relit_share: float = 0.0
    sapling_share: float = 0.0
    drawn_share: float = 0.0
    fine_share: float = 0.0
    least_trees: int = 1
    fixed_shares: tuple[tuple[str, float], ...] = ()


@dataclass
class Cut:
    """A crop before it is varied, and the sets (domains) whose images are in it."""

    scene: Scene
    kind: str
    gsd: float
    partial: bool
    sets: frozenset[str]


def draw_gsd(record: Record, options: CropOptions, rng: np.random.Generator) -> float:
    """Metres per working pixel: mostly near where the product works, at times at half of it (where young trees are
    looked for), at times far from both."""
    is_fine = options.fine_share > 0 and rng.random() < options.fine_share
    usual = max(options.gsd / (2 if is_fine else 1), record.gsd / MAX_ENLARGE)
    low, high = usual * 0.7, usual * 1.4
    is_wide = rng.random() < options.wide_share
    if is_wide:
        low, high = options.gsd_low, options.gsd_high
    # A crop that is mostly mirrored border teaches little.
    most = record.gsd * min(record.width, record.height) / (0.6 * options.side)
    low = max(low, options.gsd_low, record.gsd / MAX_ENLARGE)
    high = max(low, min(high, options.gsd_high, most))
    if low >= high:
        return float(low)
    if is_wide or not low <= usual <= high:
        return float(np.exp(rng.uniform(np.log(low), np.log(high))))
    return float(np.exp(rng.triangular(np.log(low), np.log(usual), np.log(high))))


def _origin(extent: float, side: int, aim: float | None, rng: np.random.Generator) -> float:
    """Where a crop begins along one axis: over the tree aimed at, if any, and inside the image."""
    slack = extent - side
    if slack <= 0:
        return slack / 2
    start = rng.uniform(0, slack) if aim is None else aim - rng.uniform(0.1, 0.9) * side
    return float(np.clip(start, 0, slack))


def cut_crop(
    record: Record, options: CropOptions, rng: np.random.Generator, crowns: Crowns | None,
    others: list[Record] | None = None,
) -> Cut:
    """One crop of an image.

    `crowns` are laid into some of the crops; some get the light of one of `others`.
    """
    side, gsd = options.side, draw_gsd(record, options, rng)
    ratio = gsd / record.gsd
    centres = centres_of(record) / ratio
    aim = centres[rng.integers(len(centres))] if len(centres) and rng.random() < 0.8 else None
    extent = (record.width / ratio, record.height / ratio)
    x, y = (_origin(extent[k], side, None if aim is None else float(aim[k]), rng) for k in (0, 1))
    pixels = resample(read_pixels(record.path), x, y, side, side, ratio) / 255
    corner = np.array([x, y], np.float32)
    boxes = record.boxes / ratio - np.tile(corner, 2)
    points = record.points / ratio - corner
    ignore = record.ignore / ratio - np.tile(corner, 2)
    # What is mirrored at the border has no labels.
    over = np.array([[-9e3, -9e3, -x, 9e3], [extent[0] - x, -9e3, 9e3, 9e3],
                     [-9e3, -9e3, 9e3, -y], [-9e3, extent[1] - y, 9e3, 9e3]], np.float32)
    ignore = np.concatenate([ignore, over])
    sets = {record.set}
    if others and rng.random() < options.relit_share:
        other = others[rng.integers(len(others))]
        pixels = relight(pixels, record, other, rng)
        sets.add(other.set)
    scene = Scene(pixels, boxes, points, ignore)
    if crowns and options.sapling_share and rng.random() < options.sapling_share:
        plant(scene, crowns, gsd, rng)
        sets |= {CROWNS_SET, YOUNG}
    elif crowns and rng.random() < options.pasted_share:
        paste_crowns(scene, crowns, gsd, record.gsd, rng)
        sets.add(CROWNS_SET)
    else:
        wither(pixels, boxes, rng)
    return Cut(scene, record.kind, gsd, record.partial, frozenset(sets))


def cut_mosaic(crowns: Crowns, options: CropOptions, rng: np.random.Generator) -> Cut:
    """One scene of single crowns."""
    gsd = options.gsd * float(np.exp(rng.uniform(np.log(0.7), np.log(1.4))))
    return Cut(mosaic(crowns, options.side, gsd, rng), "boxes", gsd, False, frozenset({CROWNS_SET}))


def cut_drawn(crowns: Crowns, options: CropOptions, rng: np.random.Generator) -> Cut:
    """One scene of young trees on drawn ground."""
    gsd = options.gsd * float(np.exp(rng.uniform(np.log(0.7), np.log(1.4))))
    if options.fine_share and rng.random() < 0.5:
        gsd /= 2
    none = np.zeros((0, 4), np.float32)
    scene = Scene(drawn_ground(options.side, gsd, rng), none, none[:, :2], none)
    plant(scene, crowns, gsd, rng)
    return Cut(scene, "boxes", gsd, False, frozenset({CROWNS_SET, YOUNG}))


def vary(cut: Cut, options: CropOptions, rng: np.random.Generator) -> dict:
    """A crop turned and recoloured, with its targets, as float32 (see `make_targets`)."""
    switches = map(bool, rng.random(3) < 0.5)
    scene = cut.scene
    pixels, boxes, points, ignore = turn((scene.pixels, scene.boxes, scene.points, scene.ignore), *switches)
    image = choose_bands(recolour(pixels, rng), options, rng)
    targets = make_targets(boxes, points, ignore, options.side, cut.kind, cut.gsd, cut.partial)
    return {"image": image} | targets


def choose_bands(
    pixels: np.ndarray, options: CropOptions, rng: np.random.Generator | None
) -> np.ndarray:
    """Bands first. With four bands wanted, absent near infrared is 0, and is dropped at random."""
    planes = np.zeros((options.bands, *pixels.shape[:2]), np.float32)
    has_nir = options.bands == 4 and pixels.shape[2] >= 4
    if has_nir and rng is not None and rng.random() < options.nir_dropout:
        has_nir = False
    count = 4 if has_nir else 3
    planes[:count] = pixels[..., :count].transpose(2, 0, 1)
    return planes


def _tensors(crop: dict) -> dict[str, torch.Tensor]:
    return {name: torch.from_numpy(np.ascontiguousarray(part)) for name, part in crop.items()}


class CropStream(Dataset):
    """Crops `first` to `first + count` of a seed; sets weigh by a power of how many trees they have, those of
    `fixed_shares` as they are told."""

    def __init__(
        self, records: list[Record], options: CropOptions, seed: int, first: int, count: int,
        crowns: Crowns | None,
    ) -> None:
        if not records:
            raise ValueError("There is nothing to train on.")
        self.records, self.options = records, options
        self.seed, self.first, self.count = seed, first, count
        self.crowns = crowns
        trees: dict[str, int] = {}
        for record in records:
            trees[record.set] = trees.get(record.set, 0) + record.trees + 1
        images = {name: sum(r.set == name for r in records) for name in trees}
        weights = {name: max(count, options.least_trees) ** options.set_power for name, count in trees.items()}
        fixed = {name: share for name, share in options.fixed_shares if name in trees}
        others = sum(weight for name, weight in weights.items() if name not in fixed)
        weights |= {name: share / (1 - sum(fixed.values())) * others for name, share in fixed.items()}
        shares = [weights[r.set] / images[r.set] for r in records]
        self.cumulative = np.cumsum(shares) / np.sum(shares)

    def __len__(self) -> int:
        return self.count

    def cut(self, index: int) -> tuple[Cut, np.random.Generator]:
        """Crop `index` before it is varied, and what draws on."""
        rng = np.random.default_rng((self.seed, self.first + index))
        if self.crowns and rng.random() < self.options.mosaic_share:
            return cut_mosaic(self.crowns, self.options, rng), rng
        if self.crowns and self.options.drawn_share and rng.random() < self.options.drawn_share:
            return cut_drawn(self.crowns, self.options, rng), rng
        which = min(int(np.searchsorted(self.cumulative, rng.random())), len(self.records) - 1)
        return cut_crop(self.records[which], self.options, rng, self.crowns, self.records), rng

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        cut, rng = self.cut(index)
        return _tensors(vary(cut, self.options, rng))
