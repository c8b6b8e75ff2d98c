"""Trains a finished network a little further on one site's corrections, so that it forgets nothing."""
from __future__ import annotations

import copy
from dataclasses import dataclass, replace

import torch
from torch import Tensor, nn

from ..crops import CropOptions, CropStream
from ..fit import cosine, follow, half_precision
from ..loss import total_loss
from ..records import Record
from ..together.teach import lesson_of, taught_loss

AVERAGE = 0.95
WARM_STEPS = 10


@dataclass(frozen=True)
class Recipe:
    """How a network is tuned.

    `steps` of `batch` crops of `side` working pixels, of which `old_share` are of old images. `part` is what moves:
    "all", or the "decoder" (what follows the encoder). With `still_norms` the norms keep their means and spreads: a
    few small batches would shake them. `anchor` weighs what the start says of the old crops (Li and Hoiem 2016,
    Learning without forgetting). `keep` is the share of the start's weights in the outcome (Wortsman et al. 2022, WiSE-FT).
    """

    steps: int = 20
    batch: int = 8
    side: int = 96
    rate: float = 2e-4
    old_share: float = 0.5
    part: str = "all"
    still_norms: bool = True
    anchor: float = 0.0
    keep: float = 0.0


def moving_parts(net: nn.Module, part: str) -> list[Tensor]:
    """The weights that a recipe moves; the others are stilled."""
    decoder = ("squeeze.", "up.", "heads.")
    moved = []
    for name, weight in net.named_parameters():
        weight.requires_grad_(part == "all" or name.startswith(decoder))
        if weight.requires_grad:
            moved.append(weight)
    return moved


def train_mode(net: nn.Module, still_norms: bool) -> None:
    """Learning, with norms that measure anew or that stay as they are."""
    net.train()
    for module in net.modules():
        if still_norms and isinstance(module, nn.BatchNorm2d):
            module.eval()


@torch.no_grad()
def mixed(start: nn.Module, tuned: nn.Module, keep: float) -> nn.Module:
    """Weights between two networks; `keep` is the share of the first."""
    out = copy.deepcopy(tuned)
    for mean, first in zip(out.state_dict().values(), start.state_dict().values()):
        if mean.dtype.is_floating_point:
            mean.mul_(1 - keep).add_(first, alpha=keep)
    return out


def _batch(streams: list[tuple[CropStream, int]], step: int) -> dict[str, Tensor]:
    crops = [stream[step * count + k] for stream, count in streams for k in range(count)]
    return {name: torch.stack([crop[name] for crop in crops]) for name in crops[0]}


def tune(
    start: nn.Module, corrections: list[Record], old: list[Record], options: CropOptions, recipe: Recipe, seed: int
) -> nn.Module:
    """The tuned network; `start` stays as it was. Without `old` images all crops are of the corrections.

    Raises ValueError when there are no corrections.
    """
    options = replace(options, side=recipe.side)
    olds = round(recipe.batch * recipe.old_share) if old else 0
    shares = [(corrections, recipe.batch - olds), (old, olds)]
    streams = [(CropStream(records, options, seed, 0, recipe.steps * count, None), count)
               for records, count in shares if count]
    net = copy.deepcopy(start)
    average = copy.deepcopy(start).eval()
    moved = moving_parts(net, recipe.part)
    optimiser = torch.optim.AdamW(moved, lr=recipe.rate, weight_decay=0)
    train_mode(net, recipe.still_norms)
    for step in range(recipe.steps):
        for group in optimiser.param_groups:
            group["lr"] = recipe.rate * min(1, (step + 1) / WARM_STEPS) * cosine(step / recipe.steps)
        batch = _batch(streams, step)
        optimiser.zero_grad(set_to_none=True)
        with half_precision("cpu"):
            heads = net(batch["image"])
        value, _ = total_loss(heads, batch)
        if recipe.anchor and olds:
            # Old crops come last in a batch.
            lesson = lesson_of([start], batch["image"][-olds:])
            heeded = torch.ones(olds, 1, 1, 1)
            value = value + recipe.anchor * taught_loss(tuple(head[-olds:] for head in heads), lesson, heeded)
        value.backward()
        nn.utils.clip_grad_norm_(moved, 5.0)
        optimiser.step()
        follow(average, net, step, AVERAGE)
    return mixed(start, average, recipe.keep) if recipe.keep else average
