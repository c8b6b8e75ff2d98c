"""The encoder of NanoDet-g (RangiLyu/nanodet, Apache-2.0) under the decoder of `CrownNet`: a start that is not from nothing."""
from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from ..model import CrownNet, Decoder, crown_net_of

WIDTHS = (32, 64, 128, 256)
MEAN, SPREAD = (103.53, 116.28, 123.675), (57.375, 57.12, 58.395)
"""Of blue, green, red, as its images were fed."""
LEAK = 0.1


class _Part(nn.Module):
    """Convolution, norm, leaky ReLU."""

    def __init__(self, wide_in: int, wide_out: int, stride: int = 1) -> None:
        super().__init__()
        self.conv = nn.Conv2d(wide_in, wide_out, 3, stride, 1)
        self.norm = nn.BatchNorm2d(wide_out)

    def forward(self, x: Tensor) -> Tensor:
        return F.leaky_relu(self.norm(self.conv(x)), LEAK)


class _Stage(nn.Module):
    """A stage of its backbone: a=0(x); b=1(a); c=2(b); then one or two more, joined."""

    def __init__(self, wide_in: int, wide: int, stride: int, deep: bool) -> None:
        super().__init__()
        half = wide // 2
        parts = [_Part(wide_in, wide, stride), _Part(wide, half), _Part(half, half)]
        parts += [_Part(wide, half), _Part(half, half), _Part(wide, wide)] if deep else [_Part(wide, wide)]
        self.parts, self.deep = nn.ModuleList(parts), deep

    def forward(self, x: Tensor) -> Tensor:
        a = self.parts[0](x)
        b = self.parts[1](a)
        c = self.parts[2](b)
        if not self.deep:
            return torch.cat([self.parts[3](torch.cat([c, b], 1)), a], 1)
        e = self.parts[3](torch.cat([c, b], 1))
        f = self.parts[4](e)
        return torch.cat([self.parts[5](torch.cat([f, e], 1)), a], 1)


class NanoNet(Decoder):
    """Inputs and outputs of `CrownNet`, with the first 17 convolutions of NanoDet-g as its encoder."""

    def __init__(self, bands: int = 4) -> None:
        super().__init__()
        self.bands, self.widths = bands, WIDTHS
        self.stem = _Part(bands + (1 if bands == 4 else 0), 32, 2)
        self.stages = nn.ModuleList([_Stage(32, 32, 1, False), _Stage(64, 64, 2, True), _Stage(128, 128, 2, True)])
        self.add_decoder(WIDTHS)

    def forward(self, image: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        mean = torch.tensor(MEAN[::-1], device=image.device).view(1, 3, 1, 1) / 255
        spread = torch.tensor(SPREAD[::-1], device=image.device).view(1, 3, 1, 1) / 255
        x = (image[:, :3] - mean) / spread
        if self.bands == 4:
            infrared = image[:, 3:4]
            present = (infrared.amax((2, 3), keepdim=True) > 0).to(image.dtype)
            x = torch.cat([x, (infrared - 0.45) / 0.25 * present, present.expand_as(infrared)], 1)
        x = self.stem(x)
        levels = [x]
        x = F.max_pool2d(x, 3, 2, 1)
        for stage in self.stages:
            x = stage(x)
            levels.append(x)
        return self.decode(levels)

    def parts_in_order(self) -> list[_Part]:
        """Its encoder's convolutions in running order."""
        return [self.stem, *(part for stage in self.stages for part in stage.parts)]


@torch.no_grad()
def read_nanodet(file: Path, net: NanoNet, images: Tensor) -> None:
    """Puts the weights of an `.npz` into the encoder; norms begin by changing nothing on `images` (N x bands x H x W).

    Raises ValueError where the shapes are others.
    """
    kept = np.load(file)
    for n, part in enumerate(net.parts_in_order()):
        weight = torch.from_numpy(kept[f"conv{n:02d}.weight"].astype(np.float32))
        bias = torch.from_numpy(kept[f"conv{n:02d}.bias"].astype(np.float32))
        if n == 0:
            # Its first layer was fed blue, green, red; of infrared it knows nothing.
            weight = torch.cat([weight.flip(1), torch.zeros(len(weight), part.conv.in_channels - 3, 3, 3)], 1)
        if weight.shape != part.conv.weight.shape:
            raise ValueError(f"{file}: conv{n:02d} is {tuple(weight.shape)}, not {tuple(part.conv.weight.shape)}.")
        part.conv.weight.copy_(weight)
        part.conv.bias.copy_(bias)
    _norms_as_they_are(net, images)


def _norms_as_they_are(net: NanoNet, images: Tensor) -> None:
    """Each norm subtracts and divides by what it will see, and puts it back."""
    def set_norm(part: _Part) -> None:
        def hook(_module: nn.Module, _given: object, out: Tensor) -> None:
            norm = part.norm
            mean, spread = out.mean((0, 2, 3)), out.var((0, 2, 3)).clamp(min=1e-6)
            norm.running_mean.copy_(mean)
            norm.running_var.copy_(spread)
            norm.weight.copy_((spread + norm.eps).sqrt())
            norm.bias.copy_(mean)
        handles.append(part.conv.register_forward_hook(hook))

    handles: list = []
    for part in net.parts_in_order():
        set_norm(part)
    net.eval()
    net(images)
    net.train()
    for handle in handles:
        handle.remove()


def net_of(kept: dict[str, Tensor]) -> nn.Module:
    """The network of averaged weights, whichever of the two it is, ready to be asked."""
    if "stem.conv.weight" not in kept:
        return crown_net_of(kept).float().eval()
    net = NanoNet(4 if kept["stem.conv.weight"].shape[1] == 5 else 3)
    net.load_state_dict(kept)
    return net.float().eval()


def fresh(kind: str, widths: tuple[int, ...], bands: int, seed: int) -> nn.Module:
    """A network of random weights: "crown" or "nanodet"."""
    torch.manual_seed(seed)
    return NanoNet(bands) if kind == "nanodet" else CrownNet(widths, bands)
