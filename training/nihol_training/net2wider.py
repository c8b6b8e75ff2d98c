"""A wider network that begins by saying just what a narrower one says."""
from __future__ import annotations

import torch
from torch import Tensor, nn

from .model import CrownNet, Residual

UNEVEN = 0.3
"""How unevenly the copies of a channel share its work, so that they learn different things."""


class _Copies:
    """For each new channel the old one that it repeats."""

    def __init__(self, of: list[int], old: int) -> None:
        self.of, self.old = torch.tensor(of), old

    @classmethod
    def drawn(cls, old: int, new: int, random: torch.Generator) -> "_Copies":
        """All old channels first, then some of them again."""
        if new < old:
            raise ValueError(f"{new} channels cannot hold {old}.")
        order: list[int] = list(range(old))
        while len(order) < new:
            order += torch.randperm(old, generator=random).tolist()
        return cls(order[:new], old)

    def beside(self, other: "_Copies") -> "_Copies":
        """The channels of two layers one after the other."""
        shifted = [i + self.old for i in other.of.tolist()]
        return _Copies(self.of.tolist() + shifted, self.old + other.old)


def _share_in(weight: Tensor, entering: _Copies, random: torch.Generator) -> Tensor:
    """Input channels repeated, the copies of one together weighing what it weighed."""
    out = weight[:, entering.of]
    parts = 1 + UNEVEN * (2 * torch.rand(out.shape[:2], generator=random) - 1)
    whole = torch.zeros(weight.shape[:2]).index_add_(1, entering.of, parts)
    return out * (parts / whole[:, entering.of])[:, :, None, None]


class _Widener:
    def __init__(self, random: torch.Generator) -> None:
        self.random = random

    def conv(self, old: nn.Conv2d, new: nn.Conv2d, entering: _Copies | None, leaving: _Copies | None) -> None:
        weight, bias = old.weight, old.bias
        if entering:
            weight = _share_in(weight, entering, self.random)
        if leaving:
            weight = weight[leaving.of]
            bias = None if bias is None else bias[leaving.of]
        new.weight.copy_(weight)
        if bias is not None:
            new.bias.copy_(bias)

    def norm(self, old: nn.BatchNorm2d, new: nn.BatchNorm2d, leaving: _Copies) -> None:
        for name in ("weight", "bias", "running_mean", "running_var"):
            getattr(new, name).copy_(getattr(old, name)[leaving.of])

    def residual(self, old: Residual, new: Residual, entering: _Copies, leaving: _Copies) -> None:
        self.conv(old.first, new.first, entering, leaving)
        self.norm(old.first_norm, new.first_norm, leaving)
        self.conv(old.second, new.second, leaving, leaving)
        self.norm(old.second_norm, new.second_norm, leaving)
        if isinstance(old.shortcut, nn.Conv2d):
            self.conv(old.shortcut, new.shortcut, entering, leaving)


@torch.no_grad()
def widen(old: CrownNet, widths: tuple[int, ...], seed: int = 0) -> CrownNet:
    """A network of `widths` that answers as `old` does, to rounding, and has more to learn with.

    Channels are repeated and their weights shared out among the copies (Chen et al., Net2Net,
    2016). Raises ValueError where a width is smaller than before.
    """
    random = torch.Generator().manual_seed(seed)
    new = CrownNet(widths, old.bands)
    copies = [_Copies.drawn(a, b, random) for a, b in zip(old.widths, new.widths)]
    work = _Widener(random)
    work.conv(old.stem[0], new.stem[0], None, copies[0])
    work.norm(old.stem[1], new.stem[1], copies[0])
    work.residual(old.stem[3], new.stem[3], copies[0], copies[0])
    for level, (a, b) in enumerate(zip(old.down, new.down)):
        work.residual(a[0], b[0], copies[level], copies[level + 1])
        work.residual(a[1], b[1], copies[level + 1], copies[level + 1])
    for step, level in enumerate(reversed(range(len(old.up)))):
        work.conv(old.squeeze[step], new.squeeze[step], copies[level + 1], copies[level])
        both = copies[level].beside(copies[level])
        work.residual(old.up[step], new.up[step], both, copies[level])
    work.conv(old.heads, new.heads, copies[0], None)
    return new
