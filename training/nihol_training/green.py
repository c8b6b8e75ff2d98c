"""Green or dead, from one crown: its crops, its network, and how well it tells them apart."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.utils.data import Dataset

from .augment import recolour, turn
from .data import read_pixels, resample
from .model import Residual

SIDE = 40
"""Pixels of a crop that the network sees."""
AROUND = 1.45
"""Side of a crop as a multiple of the crown's longer side: the median over the training crops, crowns found by the detector."""
COARSEST = 14
"""A crown may be this few pixels across before it is enlarged to `SIDE`."""
UNSURE_SHARE = 0.08
"""Share of the choosing crowns that fall in the band of doubt; the goal allows a tenth."""


@dataclass(frozen=True)
class Crown:
    """An image of one crown, and what a person said of it."""

    path: Path
    site: str
    split: str
    dead: bool


def load_crowns(folder: Path) -> list[Crown]:
    """All crowns of `alivedead.json`, whose `val` part is of sites that `train` has not."""
    listed = json.loads((folder / "alivedead.json").read_text())
    return [Crown(folder / c["file"], c["site"], c["split"], c["label"] == "dead") for c in listed]


def square(pixels: np.ndarray, across: int, zoom: float = 1.0, shift=(0.0, 0.0)) -> np.ndarray:
    """The middle square of an image at `across` pixels, float32 0..255; the border is mirrored."""
    height, width = pixels.shape[:2]
    ratio = max(height, width) * zoom / across
    x, y = ((side / ratio - across) / 2 + s * across for side, s in zip((width, height), shift))
    return resample(pixels, x, y, across, across, ratio)


def cut_crown(crown: Crown, rng: np.random.Generator | None) -> np.ndarray:
    """3 x SIDE x SIDE, 0..1; varied with a generator, plain without."""
    pixels = read_pixels(crown.path)
    if rng is None:
        return (square(pixels, SIDE) / 255).transpose(2, 0, 1).astype(np.float32)
    across = int(rng.integers(COARSEST, SIDE + 1))
    image = square(pixels, across, rng.uniform(0.7, 1.1), tuple(rng.uniform(-0.08, 0.08, 2)))
    none = np.zeros((0, 4), np.float32)
    switches = map(bool, rng.random(3) < 0.5)
    image, *_ = turn((image / 255, none, none[:, :2], none), *switches)
    image = square(recolour(image, rng, 0.4), SIDE)
    return np.ascontiguousarray(image.transpose(2, 0, 1), np.float32)


class CrownStream(Dataset):
    """Varied crowns by number, dead and living alike often."""

    def __init__(self, crowns: list[Crown], seed: int, first: int, count: int) -> None:
        self.sides = [[c for c in crowns if c.dead == dead] for dead in (False, True)]
        if not all(self.sides):
            raise ValueError("Both dead and living crowns are needed.")
        self.seed, self.first, self.count = seed, first, count

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> dict[str, Tensor]:
        rng = np.random.default_rng((self.seed, self.first + index))
        dead = int(rng.integers(2))
        side = self.sides[dead]
        image = cut_crown(side[rng.integers(len(side))], rng)
        return {"image": torch.from_numpy(image), "dead": torch.tensor([float(dead)])}


class GreenNet(nn.Module):
    """One logit: how dead a crown looks. Input N x 3 x SIDE x SIDE, 0..1."""

    def __init__(self, widths: tuple[int, ...] = (16, 32, 64)) -> None:
        super().__init__()
        a, b, c = widths
        # Half the resolution at once: a crown costs a ninth of what it would without.
        self.body = nn.Sequential(Residual(3, a, 2), Residual(a, b, 2), Residual(b, b),
                                  Residual(b, c, 2), Residual(c, c))
        self.drop = nn.Dropout(0.3)
        self.last = nn.Linear(c, 1)

    def forward(self, image: Tensor) -> Tensor:
        return self.last(self.drop(self.body((image - 0.45) / 0.25).mean((2, 3))))


class ExportedGreen(nn.Module):
    """The network as a product would run it: `dead` as 0..1, N x 1."""

    def __init__(self, net: GreenNet) -> None:
        super().__init__()
        self.net = net

    def forward(self, image: Tensor) -> Tensor:
        return torch.sigmoid(self.net(image))


def dead_logits(net: GreenNet, crowns: list[Crown], device: str) -> np.ndarray:
    """The logit of each crown. Leaves the network in evaluation mode."""
    net = net.eval().to(device)
    out = [np.zeros(0, np.float32)]
    for at in range(0, len(crowns), 64):
        images = np.stack([cut_crown(c, None) for c in crowns[at:at + 64]])
        with torch.no_grad():
            out.append(net(torch.from_numpy(images).to(device))[:, 0].cpu().numpy())
    return np.concatenate(out)


def tell(logits: np.ndarray, dead: np.ndarray, band: tuple[float, float]) -> dict[str, float]:
    """Precision, recall and F1 of the dead among the sure ones, and the share that is unsure."""
    sure = (logits <= band[0]) | (logits >= band[1])
    called, true = logits[sure] >= band[1], dead[sure]
    right = int((called & true).sum())
    precision, recall = right / max(called.sum(), 1), right / max(true.sum(), 1)
    f1 = 2 * precision * recall / (precision + recall) if right else 0.0
    return {"crowns": len(dead), "dead": int(dead.sum()), "unsure": round(1 - sure.mean(), 3),
            "precision": round(float(precision), 3), "recall": round(float(recall), 3),
            "f1": round(float(f1), 3)}


def choose_band(logits: np.ndarray, dead: np.ndarray) -> tuple[float, float]:
    """The threshold of best F1 for the dead, with the nearest `UNSURE_SHARE` on both sides in doubt."""
    candidates = np.quantile(logits, np.linspace(0.02, 0.98, 97))
    best = max(candidates, key=lambda t: tell(logits, dead, (t, t))["f1"])
    width = float(np.quantile(np.abs(logits - best), UNSURE_SHARE))
    return float(best) - width, float(best) + width
