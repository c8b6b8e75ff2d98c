"""Crops kept on the device: each network draws from those that hold nothing of the domains left out for it."""
from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from .plain_crops import TARGETS


class Pool:
    """The newest `size` crops; the oldest are written over. `exact`: bits of the sets whose labels need no teacher."""

    def __init__(self, size: int, side: int, bands: int, device: str, seed: int, exact: int = 0) -> None:
        self.size, self.device, self.exact = size, device, exact
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

        `taught` (count x 1 x 1 x 1) is 1 where labels may miss what teachers see.

        Raises ValueError where there are none.
        """
        allowed = np.flatnonzero((self.domains[: len(self)] & without) == 0)
        if not len(allowed):
            raise ValueError("No crop without the domains that are left out.")
        chosen = self.random.choice(allowed, count)
        index = torch.from_numpy(chosen).to(self.device)
        taught = torch.from_numpy((self.domains[chosen] & self.exact) == 0).to(self.device)
        return {name: part[index] for name, part in self.parts.items()} | {"taught": taught.view(-1, 1, 1, 1)}
