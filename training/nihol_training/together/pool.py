"""Crops kept on the device: each network draws from those that hold nothing of the domains left out for it."""
from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from .plain_crops import TARGETS


class Pool:
    """The newest `size` crops; the oldest are written over."""

    def __init__(self, size: int, side: int, bands: int, device: str, seed: int) -> None:
        self.size, self.device = size, device
        cells = side // 2
        self.parts = {name: torch.zeros(size, planes, cells, cells, dtype=torch.float16, device=device)
                      for name, planes in TARGETS.items()}
        self.parts["image"] = torch.zeros(size, bands, side, side, dtype=torch.uint8, device=device)
        self.domains = np.zeros(size, np.int64)
        self.seen = 0
        self.random = np.random.default_rng(seed)

    def __len__(self) -> int:
        return min(self.seen, self.size)

    def add(self, batch: dict[str, Tensor]) -> None:
        """Takes a batch in."""
        count = len(batch["domains"])
        places = np.arange(self.seen, self.seen + count) % self.size
        index = torch.from_numpy(places).to(self.device)
        for name, part in self.parts.items():
            part.index_copy_(0, index, batch[name].to(self.device, non_blocking=True))
        self.domains[places] = batch["domains"].numpy()
        self.seen += count

    def draw(self, count: int, without: int) -> dict[str, Tensor]:
        """`count` crops that hold none of the domains whose bits are set in `without`.

        Raises ValueError where there are none.
        """
        allowed = np.flatnonzero((self.domains[: len(self)] & without) == 0)
        if not len(allowed):
            raise ValueError("No crop without the domains that are left out.")
        index = torch.from_numpy(self.random.choice(allowed, count)).to(self.device)
        return {name: part[index] for name, part in self.parts.items()}
