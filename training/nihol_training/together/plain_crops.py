"""Crops before they are varied, small enough to be kept by the hundred thousand on an accelerator."""
from __future__ import annotations

import numpy as np
import torch
from torch.utils.data import Dataset

from ..crops import CropStream, choose_bands
from ..targets import make_targets

TARGETS = {"heat": 1, "heat_weight": 1, "box": 4, "box_weight": 1, "mask": 1, "mask_weight": 1}
"""Planes of each target at half the crop's resolution."""


def domain_bits(names: list[str], sets: frozenset[str]) -> int:
    """A bit for each of `names` that is among `sets`."""
    return sum(1 << n for n, name in enumerate(names) if name in sets)


class PlainCrops(Dataset):
    """The crops of a stream: `image` bands x side x side in 8 bits, targets in half precision, `domains` as bits."""

    def __init__(self, stream: CropStream, domains: list[str]) -> None:
        self.stream, self.domains = stream, domains

    def __len__(self) -> int:
        return len(self.stream)

    def __getitem__(self, index: int) -> dict[str, torch.Tensor]:
        cut, _ = self.stream.cut(index)
        scene, options = cut.scene, self.stream.options
        planes = choose_bands(np.clip(scene.pixels, 0, 1), options, None)
        targets = make_targets(scene.boxes, scene.points, scene.ignore, options.side, cut.kind, cut.gsd, cut.partial)
        crop = {name: torch.from_numpy(part.astype(np.float16)) for name, part in targets.items()}
        crop["image"] = torch.from_numpy((planes * 255 + 0.5).astype(np.uint8))
        crop["domains"] = torch.tensor(domain_bits(self.domains, cut.sets), dtype=torch.int64)
        return crop
