#!/usr/bin/python3
"""A detector with its convolutions in 8 bits, about three times as quick: `python3 quantise.py runs/mean --out runs/small`.

Its graph is written anew in operations that are quick (`nihol_training/onnx_file/graph_rewrites.py`). Needs `onnxruntime` and `onnx` (pip), and neither PyTorch nor the labelled images: what it measures
the values by, `calibration.npy`, lies beside the model since it was trained.
"""
from __future__ import annotations

import argparse
import hashlib
import json
import os
import tempfile
from pathlib import Path

import numpy as np
import onnx

# Before the library is loaded: it reports its use to its maker otherwise.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quantize_static,
)
from onnxruntime.quantization.shape_inference import quant_pre_process

from nihol_training.onnx_file.graph_rewrites import HEADS, rewrite

KINDS = ["Conv", "Add", "Relu", "Concat", "Resize"]

class Tiles(CalibrationDataReader):
    """Feeds one image after the other."""

    def __init__(self, tiles: np.ndarray) -> None:
        self.rest = iter(tiles)

    def get_next(self) -> dict[str, np.ndarray] | None:
        """The next image, 0..1, or None after the last."""
        tile = next(self.rest, None)
        return None if tile is None else {"image": tile[None].astype(np.float32) / 255}


def kept_whole(model: onnx.ModelProto) -> list[str]:
    """Convolutions that stay in floats: the first, whose input is the image, and what comes from the heads on."""
    convolutions = [node for node in model.graph.node if node.op_type == "Conv"]
    channels = {i.name: i.dims[0] for i in model.graph.initializer}
    ends = [node.name for node in convolutions if channels.get(node.input[1], 1) in (1, HEADS)]
    return [convolutions[0].name, *ends]


def quantise(source: Path, target: Path, tiles: np.ndarray) -> None:
    """Writes a model whose weights have 7 bits and sign, and whose values 8.

    The 8th bit of a weight would overflow in processors without VNNI, and counts would differ from
    one machine to the next; measured, it is worth nothing.
    """
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "plain.onnx"
        quant_pre_process(str(source), str(plain), skip_symbolic_shape=True)
        quantize_static(
            str(plain), str(target), Tiles(tiles), quant_format=QuantFormat.QDQ,
            per_channel=True, reduce_range=True, activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8, op_types_to_quantize=KINDS,
            nodes_to_exclude=kept_whole(onnx.load(str(plain))),
        )
    model = onnx.load(str(target))
    rewrite(model)
    onnx.save(model, str(target))


def main() -> None:
    """Reads the model, card and images of a run; writes model and card under the same names."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("run", type=Path)
    ask.add_argument("--name", default="crown")
    ask.add_argument("--out", type=Path, required=True)
    args = ask.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    target = args.out / f"{args.name}.onnx"
    quantise(args.run / target.name, target, np.load(args.run / "calibration.npy"))
    card = json.loads((args.run / f"{args.name}.json").read_text())
    card["sha256"] = hashlib.sha256(target.read_bytes()).hexdigest()
    target.with_suffix(".json").write_text(json.dumps(card, indent=2) + "\n")


if __name__ == "__main__":
    main()
