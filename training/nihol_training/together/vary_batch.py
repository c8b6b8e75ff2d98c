"""Turns and recolours a batch on its device: what `augment` does to one crop."""
from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

Batch = dict[str, Tensor]
SYMMETRIES = 8
DRAWN_INFRARED = 0.2
"""Of the crops without infrared, those that get a drawn one."""
RELIT_SHARE = 0.3
"""Of the crops, those that get mean and spread of the bands of another crop of the batch."""


def _turned(plane: Tensor, mirror: bool, transpose: bool, upside: bool) -> Tensor:
    if mirror:
        plane = plane.flip(3)
    if upside:
        plane = plane.flip(2)
    # Last: between the two flips it would undo one of them, and six symmetries would be left of eight.
    return plane.transpose(2, 3) if transpose else plane


def _turned_box(box: Tensor, mirror: bool, transpose: bool, upside: bool) -> Tensor:
    """Distances left, top, right, bottom: their planes change places with the image's sides."""
    box = _turned(box, mirror, transpose, upside)
    order = [0, 1, 2, 3]
    if mirror:
        order = [order[2], order[1], order[0], order[3]]
    if upside:
        order = [order[0], order[3], order[2], order[1]]
    if transpose:
        order = [order[1], order[0], order[3], order[2]]
    return box[:, order]


def turn_batch(batch: Batch) -> Batch:
    """An eighth of the batch by each symmetry of the square."""
    parts: dict[str, list[Tensor]] = {name: [] for name in batch}
    for kind in range(SYMMETRIES):
        switches = bool(kind & 1), bool(kind & 2), bool(kind & 4)
        for name, plane in batch.items():
            part = plane[kind::SYMMETRIES]
            parts[name].append(_turned_box(part, *switches) if name == "box" else _turned(part, *switches))
    return {name: torch.cat(part) for name, part in parts.items()}


def _draw(image: Tensor, low: float, high: float, planes: int = 1) -> Tensor:
    return torch.empty(len(image), planes, 1, 1, device=image.device).uniform_(low, high)


def _drawn_infrared(image: Tensor) -> Tensor:
    """What infrared might be where none was taken: about as bright as red, brighter where it is green.

    Without it a network that saw infrared in one set alone would know it as the mark of that set.
    """
    red, green, blue = (image[:, b:b + 1] for b in range(3))
    leaves = ((2 * green - red - blue) / (red + green + blue + 0.05)).clamp(0, 1)
    return (red * _draw(image, 0.85, 1.3) + leaves * _draw(image, 0.3, 1.6)).clamp(0.004, 1)


def _chosen(image: Tensor, share: float) -> Tensor:
    return (torch.rand(len(image), 1, 1, 1, device=image.device) < share).float()


def _relit(image: Tensor) -> Tensor:
    """After Reinhard et al., Color transfer between images (2001), band by band."""
    mean, spread = image.mean((2, 3), keepdim=True), image.std((2, 3), keepdim=True)
    other = torch.randperm(len(image), device=image.device)
    gain = (spread[other] / spread.clamp(min=0.02)).clamp(0.5, 2.2)
    lit = ((image - mean) * gain + mean[other]).clamp(0, 1)
    return image + _chosen(image, RELIT_SHARE) * _draw(image, 0.5, 1) * (lit - image)


def _coloured(image: Tensor) -> Tensor:
    """Brightness, contrast, a cast, saturation, mixed colours and gamma, each by its own draw."""
    out = image * _draw(image, 0.65, 1.35) * _draw(image, 0.9, 1.1, image.shape[1]) + _draw(image, -0.08, 0.08)
    mean = out.mean((1, 2, 3), keepdim=True)
    out = mean + (out - mean) * _draw(image, 0.65, 1.4)
    colours = out[:, :3]
    grey = colours.mean(1, keepdim=True)
    colours = grey + (colours - grey) * _draw(image, 0.3, 1.5)
    mixed = torch.eye(3, device=image.device) + 0.06 * torch.randn(len(image), 3, 3, device=image.device)
    colours = torch.einsum("nij,njhw->nihw", mixed, colours)
    out = torch.cat([colours, out[:, 3:]], 1).clamp(1e-4, 1) ** _draw(image, 0.7, 1.45)
    return image + _chosen(image, 0.85) * (out - image)


def _hazed(image: Tensor) -> Tensor:
    """A veil of pale light that differs from side to side; infrared is veiled least."""
    across = torch.linspace(0, 1, image.shape[3], device=image.device).view(1, 1, 1, -1)
    side = _draw(image, 0.5, 1)
    veil = _chosen(image, 0.2) * _draw(image, 0, 0.35) * (side + (1 - side) * across)
    light = torch.tensor([0.78, 0.82, 0.88, 0.5], device=image.device)[: image.shape[1]].view(1, -1, 1, 1)
    share = torch.tensor([1, 1, 1, 0.4], device=image.device)[: image.shape[1]].view(1, -1, 1, 1) * veil
    return image * (1 - share) + light * share


def _blurred(image: Tensor) -> Tensor:
    """A quarter of the images, by one of two spreads."""
    bands = image.shape[1]
    out = image
    for spread in (0.6, 1.2):
        line = torch.exp(-((torch.arange(7.0, device=image.device) - 3) ** 2) / (2 * spread**2))
        line = (line / line.sum()).repeat(bands, 1)
        padded = F.pad(out, (3, 3, 3, 3), mode="reflect")
        soft = F.conv2d(padded, line.view(bands, 1, 7, 1), groups=bands)
        soft = F.conv2d(soft, line.view(bands, 1, 1, 7), groups=bands)
        out = out + _chosen(image, 0.13) * (soft - out)
    return out


def recolour_batch(image: Tensor, nir_dropout: float) -> Tensor:
    """Images N x bands x side x side of 8 bits to 0..1, as other cameras, dates and weather would show them.

    A fourth band that is 0 throughout mostly stays so; of the others `nir_dropout` lose theirs.
    """
    image = image.float() / 255
    present = torch.ones(len(image), image.shape[1], 1, 1, device=image.device)
    if image.shape[1] == 4:
        has = (image[:, 3:4].amax((2, 3), keepdim=True) > 0).float()
        drawn = (1 - has) * _chosen(image, DRAWN_INFRARED)
        image = torch.cat([image[:, :3], image[:, 3:4] * has + _drawn_infrared(image) * drawn], 1)
        present[:, 3:4] = has * (1 - _chosen(image, nir_dropout)) + drawn
    image = _blurred(_hazed(_coloured(_relit(image))))
    noisy = _chosen(image, 0.25) * _draw(image, 0.005, 0.03)
    return (image + noisy * torch.randn_like(image)).clamp(0, 1) * present


def vary_batch(batch: Batch, nir_dropout: float) -> Batch:
    """A batch as `PlainCrops` gives it, turned and recoloured, in floats."""
    turned = turn_batch(batch)
    return {name: recolour_batch(part, nir_dropout) if name == "image" else part.float()
            for name, part in turned.items()}
