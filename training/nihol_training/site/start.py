"""A finished network to begin from, whatever file it is in, and what its card says."""
from __future__ import annotations

import json
from pathlib import Path

import torch
from torch import nn

from ..crops import CropOptions, CropStream
from ..evaluate import choose_thresholds, evaluate, table
from ..onnx_file.from_onnx import read_onnx, unfold_norms
from ..records import Record
from ..splits import thin
from ..together.nanodet import net_of

BATCHES, BATCH = 12, 16
"""Crops on which the norms of an exported file are measured anew."""


def read_start(file: Path, records: list[Record], options: CropOptions) -> nn.Module:
    """The network of a `.pt` or an `.onnx`, in floats and in evaluation mode; `records` show an exported one what to
    measure its norms on.
    """
    if file.suffix != ".onnx":
        kept = torch.load(file, map_location="cpu")["average"]
        return net_of({name: part.float() if part.dtype.is_floating_point else part
                       for name, part in kept.items()}).eval()
    net = read_onnx(file)
    stream = CropStream(thin(records, BATCHES * BATCH), options, 0, 0, BATCHES * BATCH, None)
    unfold_norms(net, lambda i: torch.stack([stream[i * BATCH + k]["image"] for k in range(BATCH)]))
    return net.eval()


def start_thresholds(
    file: Path, net: nn.Module, choosing: list[Record], options: CropOptions
) -> dict[str, float]:
    """The thresholds of the card beside a model, or those that images which choose give."""
    card = file.with_suffix(".json")
    if file.suffix == ".onnx" and card.exists():
        fine, coarse = json.loads(card.read_text())["sources"]
        return {"fine": fine["threshold"], "coarse": coarse["threshold"]}
    return choose_thresholds(evaluate(net, choosing, options, "cpu"))


def by_set(runs: list, thresholds: dict[str, float]) -> dict[str, dict]:
    """Scores of whole sets."""
    return {name: row for name, row in table(runs, thresholds).items() if " " not in name}


def few_of_each(records: list[Record], most: int) -> list[Record]:
    """At most so many images of each set, evenly spread."""
    names = sorted({record.set for record in records})
    return [record for name in names for record in thin([r for r in records if r.set == name], most)]
