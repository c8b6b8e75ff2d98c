#!/usr/bin/python3
"""Two finished detectors as one file that answers with their mean: `python3 join_networks.py A.onnx B.onnx --card B.json --version 8 --out runs/joined`.

Where networks agree the ground is seldom misread, and what one has forgotten the other still finds: a tree that only one
of them sees keeps half of its score (ensembles after Lakshminarayanan et al. 2017, Simple and scalable predictive
uncertainty estimation). Both see the same input, so it costs what both cost. Needs `onnx`.
"""
from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path

import onnx
from onnx import TensorProto, compose, helper

from nihol_training.onnx_file.graph_rewrites import rewrite

INPUT = "image"
TRUST = 20
"""So much more a box of the second network counts, at equal heat: it was taught on crowns of more kinds."""
LEAST_HEAT = 1e-6
"""Keeps the boxes finite where neither network sees anything."""
CONTEXT = "net/up.1/Relu_1_output_0_DequantizeLinear_Output"
"""What a network knows of a place before its last step, at a quarter of the input's resolution: wider than a crown."""


def is_quick(model: onnx.ModelProto) -> bool:
    """Tells whether the graph is in quick operations already."""
    return any(node.op_type == "SpaceToDepth" for node in model.graph.node)


def _mean(name: str, first: str, second: str) -> list[onnx.NodeProto]:
    return [
        helper.make_node("Add", [first, second], [f"{name}_sum"]),
        helper.make_node("Mul", [f"{name}_sum", "half"], [name]),
    ]


def _boxes() -> list[onnx.NodeProto]:
    """Boxes weigh by how sure a network is that a tree stands there, and those of the second more."""
    sides = ("a_", "b_")
    weighted = [helper.make_node("Mul", [f"{s}say", f"{s}box"], [f"{s}weighted"]) for s in sides]
    return [
        helper.make_node("Add", ["a_heat", "least"], ["a_say"]),
        helper.make_node("Mul", ["b_heat", "trust"], ["b_say"]),
        *weighted,
        helper.make_node("Add", ["a_weighted", "b_weighted"], ["box_sum"]),
        helper.make_node("Add", ["a_say", "b_say"], ["heat_both"]),
        helper.make_node("Div", ["box_sum", "heat_both"], ["box"]),
    ]


def _heats_like(heat: onnx.ValueInfoProto) -> onnx.ValueInfoProto:
    """Describes the heat of each network by itself, two channels: lessons of a site weigh them (`packages/vision/src/learn`)."""
    sides = [dim.dim_param or dim.dim_value for dim in heat.type.tensor_type.shape.dim]
    return helper.make_tensor_value_info("heats", TensorProto.FLOAT, [sides[0], 2, *sides[2:]])


def _context_like(image: onnx.ValueInfoProto) -> onnx.ValueInfoProto:
    """Describes the context of both networks, channels of one after those of the other: a ground's lessons weigh them too."""
    batch = image.type.tensor_type.shape.dim[0]
    return helper.make_tensor_value_info("context", TensorProto.FLOAT, [batch.dim_param or batch.dim_value, None, None, None])


def join(first: onnx.ModelProto, second: onnx.ModelProto) -> onnx.ModelProto:
    """One graph of both networks with the input and the outputs of each, `heat`, `box`, `mask`; `heats` and `context` beside them."""
    parts = [compose.add_prefix(model, prefix) for model, prefix in ((first, "a_"), (second, "b_"))]
    graphs = [part.graph for part in parts]
    for graph, prefix in zip(graphs, ("a_", "b_")):
        for node in graph.node:
            node.input[:] = [INPUT if name == f"{prefix}{INPUT}" else name for name in node.input]
    constants = [
        helper.make_tensor("half", TensorProto.FLOAT, [], [0.5]),
        helper.make_tensor("trust", TensorProto.FLOAT, [], [TRUST]),
        helper.make_tensor("least", TensorProto.FLOAT, [], [LEAST_HEAT]),
    ]
    each = helper.make_node("Concat", ["a_heat", "b_heat"], ["heats"], axis=1)
    context = helper.make_node("Concat", [f"{prefix}/{CONTEXT}" for prefix in ("a_", "b_")], ["context"], axis=1)
    means = [*_mean("heat", "a_heat", "b_heat"), *_boxes(), *_mean("mask", "a_mask", "b_mask")]
    nodes = [*graphs[0].node, *graphs[1].node, *means, each, context]
    seen = second.graph
    joined = helper.make_graph(
        nodes, "crown", list(seen.input), [*seen.output, _heats_like(seen.output[0]), _context_like(seen.input[0])],
        [*graphs[0].initializer, *graphs[1].initializer, *constants],
    )
    model = helper.make_model(joined, opset_imports=list(second.opset_import))
    model.ir_version = second.ir_version
    onnx.checker.check_model(model)
    return model


def main() -> None:
    """Writes the joined file, and the card of the second under a new version."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("networks", type=Path, nargs=2)
    ask.add_argument("--card", type=Path, required=True)
    ask.add_argument("--version", required=True)
    ask.add_argument("--out", type=Path, required=True)
    args = ask.parse_args()
    models = [onnx.load(str(path)) for path in args.networks]
    for model in models:
        if not is_quick(model):
            rewrite(model)
    card = json.loads(args.card.read_text())
    args.out.mkdir(parents=True, exist_ok=True)
    target = args.out / card["file"]
    onnx.save(join(models[0], models[1]), str(target))
    card |= {"version": args.version, "sha256": hashlib.sha256(target.read_bytes()).hexdigest()}
    target.with_suffix(".json").write_text(json.dumps(card, indent=2) + "\n")


if __name__ == "__main__":
    main()
