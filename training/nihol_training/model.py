"""The network: a small U-Net with residual blocks and three heads at half resolution."""
from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

BOX_SCALE = 8.0
"""Input pixels per unit of the box head: half a crown of 3 m at 0.2 m."""

HEAT_SIGMA = 1.0
"""Spread of the smoothing of heat, in cells of half the input's resolution."""
MASK_POWER = 0.5
"""How much the mask weighs in a score."""


class Residual(nn.Module):
    """Two 3 x 3 convolutions around a shortcut; the first may change width and resolution."""

    def __init__(self, wide_in: int, wide_out: int, stride: int = 1) -> None:
        super().__init__()
        self.first = nn.Conv2d(wide_in, wide_out, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(wide_out)
        self.second = nn.Conv2d(wide_out, wide_out, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(wide_out)
        same = wide_in == wide_out and stride == 1
        self.shortcut = nn.Identity() if same else nn.Conv2d(wide_in, wide_out, 1, stride)

    def forward(self, x: Tensor) -> Tensor:
        inner = F.relu(self.first_norm(self.first(x)))
        return F.relu(self.second_norm(self.second(inner)) + self.shortcut(x))


class Decoder(nn.Module):
    """What follows an encoder of four widths: back up to half resolution, and the three heads."""

    def add_decoder(self, widths: tuple[int, ...]) -> None:
        """Adds its layers; called once the encoder's are there."""
        pairs = list(zip(widths[:-1], widths[1:]))
        self.squeeze = nn.ModuleList(nn.Conv2d(b, a, 1) for a, b in reversed(pairs))
        self.up = nn.ModuleList(Residual(2 * a, a) for a, _ in reversed(pairs))
        self.heads = nn.Conv2d(widths[0], 6, 1)
        with torch.no_grad():
            # Few cells are centres: begin by saying so, or the first steps go into learning it.
            self.heads.bias.zero_()
            self.heads.bias[0] = -4.0

    def decode(self, levels: list[Tensor]) -> tuple[Tensor, Tensor, Tensor]:
        """Heat, box and mask of the encoder's outputs, finest first."""
        *kept, x = levels
        for squeeze, up in zip(self.squeeze, self.up):
            x = F.interpolate(squeeze(x), scale_factor=2.0, mode="nearest")
            x = up(torch.cat([x, kept.pop()], 1))
        out = self.heads(x)
        return out[:, :1], F.softplus(out[:, 1:5]) * BOX_SCALE, out[:, 5:6]


class CrownNet(Decoder):
    """Logits for `heat` and `mask`, distances for `box`, at half the input's resolution.

    Input: N x bands x H x W, 0..1, H and W multiples of 16. With four bands the last is near
    infrared, all 0 where there is none: the net sees that in a plane it makes itself, so one net
    serves both kinds of image.
    """

    def __init__(self, widths: tuple[int, ...] = (24, 48, 96, 128), bands: int = 3) -> None:
        super().__init__()
        if len(widths) != 4:
            raise ValueError("Four widths: at 1/2, 1/4, 1/8 and 1/16 of the input.")
        self.widths, self.bands = tuple(widths), bands
        planes = bands + (1 if bands == 4 else 0)
        self.stem = nn.Sequential(
            nn.Conv2d(planes, widths[0], 5, 2, 2, bias=False),
            nn.BatchNorm2d(widths[0]),
            nn.ReLU(),
            Residual(widths[0], widths[0]),
        )
        pairs = list(zip(widths[:-1], widths[1:]))
        self.down = nn.ModuleList(
            nn.Sequential(Residual(a, b, 2), Residual(b, b)) for a, b in pairs
        )
        self.add_decoder(widths)

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        x = (image - 0.45) / 0.25
        if self.bands == 4:
            present = (image[:, 3:4].amax((2, 3), keepdim=True) > 0).to(image.dtype)
            x = torch.cat([x[:, :3], x[:, 3:4] * present, present.expand_as(x[:, 3:4])], 1)
        levels = [self.stem(x)]
        for down in self.down:
            levels.append(down(levels[-1]))
        return self.decode(levels)


def crown_net_of(kept: dict[str, Tensor]) -> CrownNet:
    """The network of averaged weights, of the widths and bands that they tell."""
    widths = (kept["stem.0.weight"].shape[0], *(kept[f"down.{n}.1.first.weight"].shape[0] for n in range(3)))
    net = CrownNet(widths, 4 if kept["stem.0.weight"].shape[1] == 5 else 3)
    net.load_state_dict(kept)
    return net


def read_net(checkpoint: Path) -> CrownNet:
    """The averaged network of a checkpoint."""
    return crown_net_of(torch.load(checkpoint, map_location="cpu")["average"])


class Exported(nn.Module):
    """The network as the product runs it: heat and mask as 0..1.

    Heat is smoothed over neighbouring cells, so that a score is what a whole centre says and not
    its one highest cell, and weighed by the mask: a centre stands in a crown.
    """

    def __init__(self, net: CrownNet) -> None:
        super().__init__()
        self.net = net
        line = torch.exp(-((torch.arange(7.0) - 3) ** 2) / (2 * HEAT_SIGMA**2))
        self.register_buffer("line", line / line.sum())

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        heat, box, mask = self.net(image)
        mask = torch.sigmoid(mask)
        heat = F.pad(torch.sigmoid(heat), (3, 3, 3, 3), mode="replicate")
        heat = F.conv2d(F.conv2d(heat, self.line.view(1, 1, 7, 1)), self.line.view(1, 1, 1, 7))
        return heat * mask**MASK_POWER, box, mask


def parameter_count(net: nn.Module) -> int:
    """Trained numbers in a network."""
    return sum(p.numel() for p in net.parameters())
