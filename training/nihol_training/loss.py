"""How wrong the network is: one sum of four parts, each in float32."""
from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

Batch = dict[str, Tensor]
BOX_SHARE, L1_SHARE, MASK_SHARE = 1.0, 0.5, 0.5


def focal_heat(logits: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """Focal loss with less penalty near a centre (Law and Deng, CornerNet, 2018), per centre."""
    p = torch.sigmoid(logits).clamp(1e-5, 1 - 1e-5)
    centre = (target > 0.999).to(p.dtype)
    at_centre = -((1 - p) ** 2) * p.log() * centre
    elsewhere = -((1 - target) ** 4) * p**2 * (1 - p).log() * (1 - centre)
    return ((at_centre + elsewhere) * weight).sum() / (centre * weight).sum().clamp(min=1)


def box_losses(found: Tensor, target: Tensor, weight: Tensor) -> tuple[Tensor, Tensor]:
    """Generalised IoU (Rezatofighi 2019) and L1 relative to the crown's size, per labelled cell.

    Both boxes hold the cell, so what they share follows from the distances alone.
    """
    l, t, r, b = target.clamp(min=0.25).unbind(1)
    pl, pt, pr, pb = found.unbind(1)
    shared = (torch.min(l, pl) + torch.min(r, pr)) * (torch.min(t, pt) + torch.min(b, pb))
    union = (l + r) * (t + b) + (pl + pr) * (pt + pb) - shared
    hull = (torch.max(l, pl) + torch.max(r, pr)) * (torch.max(t, pt) + torch.max(b, pb))
    giou = 1 - shared / union.clamp(min=1e-3) + (hull - union) / hull.clamp(min=1e-3)
    size = ((l + r + t + b) / 2).clamp(min=1)
    relative = (found - target).abs().sum(1) / size
    cells = weight.sum().clamp(min=1)
    return (giou[:, None] * weight).sum() / cells, (relative[:, None] * weight).sum() / cells


def mask_loss(logits: Tensor, target: Tensor, weight: Tensor) -> Tensor:
    """Cross entropy and dice, over the images whose crowns are known."""
    cross = F.binary_cross_entropy_with_logits(logits, target, weight, reduction="sum")
    p = torch.sigmoid(logits) * weight
    dice = 1 - (2 * (p * target).sum() + 1) / (p.sum() + (target * weight).sum() + 1)
    return cross / weight.sum().clamp(min=1) + dice * (weight.sum() > 0).to(dice.dtype)


def total_loss(heads: tuple[Tensor, Tensor, Tensor], batch: Batch) -> tuple[Tensor, dict]:
    """The sum to descend, and its parts as numbers for the log."""
    heat, box, mask = (head.float() for head in heads)
    on_heat = focal_heat(heat, batch["heat"], batch["heat_weight"])
    on_giou, on_l1 = box_losses(box, batch["box"], batch["box_weight"])
    on_mask = mask_loss(mask, batch["mask"], batch["mask_weight"])
    total = on_heat + BOX_SHARE * on_giou + L1_SHARE * on_l1 + MASK_SHARE * on_mask
    parts = {"heat": on_heat, "giou": on_giou, "l1": on_l1, "mask": on_mask}
    return total, {name: part.detach() for name, part in parts.items()}
