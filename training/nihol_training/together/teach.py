"""What several finished networks say of a batch together, as a further lesson for one that learns.

After Hinton et al., Distilling the knowledge in a neural network (2015); heat that is no label weighs as in Li et al.,
Generalized focal loss (2020).
"""
from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from ..loss import box_losses

SURE = 0.15
"""Heat from which the teachers' boxes are listened to."""
HEAT_SHARE, BOX_SHARE, MASK_SHARE = 1.0, 0.5, 0.25


@dataclass
class Lesson:
    """Means over the teachers: heat and mask 0..1, box in input pixels; N x planes x cells x cells."""

    heat: Tensor
    box: Tensor
    mask: Tensor


@torch.no_grad()
def lesson_of(teachers: list[nn.Module], image: Tensor) -> Lesson:
    """Heat, boxes (weighed by heat) and masks of `image`, the mean of all teachers."""
    said = [tuple(head.float() for head in teacher(image)) for teacher in teachers]
    heats = [torch.sigmoid(heat) for heat, _, _ in said]
    total = sum(heats)
    box = sum(heat * box for heat, (_, box, _) in zip(heats, said)) / total.clamp(min=1e-4)
    return Lesson(total / len(said), box, sum(torch.sigmoid(mask) for _, _, mask in said) / len(said))


def taught_loss(heads: tuple[Tensor, Tensor, Tensor], lesson: Lesson, heeded: Tensor) -> Tensor:
    """How far the heads are from the lesson; `heeded` N x 1 x 1 x 1 is 1 for the images in which it counts.

    Where labels are exact (drawn ground) the teachers know less than these.
    """
    heat, box, mask = (head.float() for head in heads)
    away = (torch.sigmoid(heat) - lesson.heat).abs() ** 2
    cross = F.binary_cross_entropy_with_logits(heat, lesson.heat, reduction="none")
    sure = lesson.heat * (lesson.heat > SURE) * heeded
    peaks = (F.max_pool2d(lesson.heat, 3, 1, 1) == lesson.heat) * sure
    on_heat = (away * cross * heeded).sum() / peaks.sum().clamp(min=1)
    on_giou, on_l1 = box_losses(box, lesson.box, sure)
    on_mask = (F.binary_cross_entropy_with_logits(mask, lesson.mask, reduction="none") * heeded).mean()
    return HEAT_SHARE * on_heat + BOX_SHARE * (on_giou + on_l1) + MASK_SHARE * on_mask
