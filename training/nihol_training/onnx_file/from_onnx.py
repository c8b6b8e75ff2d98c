"""A network to train on from a shipped model file, when the floats it was made of are gone."""
from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn

from ..model import CrownNet

BATCHES = 12
"""Batches by which the spread of each channel is measured."""


def _whole(name: str, made: dict[str, object], known: dict[str, np.ndarray]) -> np.ndarray:
    """The floats of a tensor that the file may keep in 8 bits with a scale for each channel."""
    if name in known:
        return known[name]
    node = made[name]
    if node.op_type != "DequantizeLinear":
        raise ValueError(f"{name} comes from {node.op_type}, which is no constant.")
    values, scale, zero = (known[part] for part in node.input)
    axis = next((a.i for a in node.attribute if a.name == "axis"), 1 if scale.ndim else 0)
    shape = [1] * values.ndim
    if scale.ndim:
        shape[axis] = -1
    return (values.astype(np.float32) - zero.reshape(shape)) * scale.reshape(shape)


def _convolutions(path: Path) -> dict[str, tuple[np.ndarray, np.ndarray]]:
    """Weights and biases of the network's convolutions by their place in it, as `down.0.0.first`."""
    import onnx
    from onnx import numpy_helper

    from .graph_rewrites import pixels_of_blocks

    graph = onnx.load(str(path)).graph
    known = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    for node in graph.node:
        if node.op_type == "Constant" and node.attribute[0].name == "value":
            known[node.output[0]] = numpy_helper.to_array(node.attribute[0].t)
    made = {name: node for node in graph.node for name in node.output}
    found = {}
    for node in graph.node:
        # "/net/down.0/down.0.0/first/Conv": each level repeats what it stands in.
        steps = node.name.strip("/").split("/")
        if steps[0] != "net":
            continue
        if node.op_type == "Conv":
            place = steps[2:-1] if len(steps) > 3 and steps[2].startswith(f"{steps[1]}.") else steps[1:-1]
            found[".".join(place)] = tuple(_whole(name, made, known) for name in node.input[1:])
        elif node.op_type == "Gemm":
            found[steps[1]] = known[node.input[0]][:, :, None, None], known[node.input[2]][:, 0]
    if "stem.0" in found and found["stem.0"][0].shape[2] == 3:
        found["stem.0"] = pixels_of_blocks(found["stem.0"][0]), found["stem.0"][1]
    return found


def _norm_of(net: CrownNet, name: str) -> nn.BatchNorm2d | None:
    """The norm behind a convolution, if there is one."""
    if name == "stem.0":
        return net.stem[1]
    return dict(net.named_modules()).get(f"{name}_norm")


def _placed(net: CrownNet) -> dict[str, nn.Conv2d]:
    return {name: part for name, part in net.named_modules() if isinstance(part, nn.Conv2d)}


@torch.no_grad()
def read_onnx(path: Path) -> CrownNet:
    """The network of an exported model, in floats or in 8 bits; its norms are folded into the convolutions.

    It says what the file says, but for the rounding of the values that flow in 8 bits. Raises
    ValueError where the file is not a network of this folder. Needs the package `onnx`.
    """
    parts = _convolutions(path)
    try:
        widths = [parts["stem.0"][0].shape[0], *(parts[f"down.{n}.1.first"][0].shape[0] for n in range(3))]
        net = CrownNet(tuple(widths), 4 if parts["stem.0"][0].shape[1] == 5 else 3)
        for name, conv in _placed(net).items():
            weight, bias = (torch.from_numpy(part.copy()) for part in parts[name])
            conv.weight.copy_(weight)
            norm = _norm_of(net, name)
            if norm is None:
                conv.bias.copy_(bias)
                continue
            norm.running_mean.zero_()
            norm.running_var.fill_(1 - norm.eps)
            norm.weight.fill_(1)
            norm.bias.copy_(bias)
    except (KeyError, RuntimeError) as fault:
        raise ValueError(f"{path} is no network of this folder: {fault}.") from fault
    return net


@torch.no_grad()
def unfold_norms(net: CrownNet, batch: Callable[[int], Tensor]) -> None:
    """Gives folded norms the mean and spread of what flows through them, and says the same as before.

    Without it a step of training would divide by a spread that the norms never knew. `batch(i)`
    gives images.
    """
    sums: dict[nn.BatchNorm2d, list[Tensor]] = {}
    hooks = []
    for name, conv in _placed(net).items():
        norm = _norm_of(net, name)
        if norm is None:
            continue
        sums[norm] = [torch.zeros(conv.out_channels, dtype=torch.float64) for _ in range(2)]

        def add(_module: nn.Module, _given: object, out: Tensor, norm: nn.BatchNorm2d = norm) -> None:
            sums[norm][0] += out.double().mean((0, 2, 3)).cpu()
            sums[norm][1] += (out.double() ** 2).mean((0, 2, 3)).cpu()

        hooks.append(conv.register_forward_hook(add))
    net.eval()
    for i in range(BATCHES):
        net(batch(i))
    for hook in hooks:
        hook.remove()
    for norm, (total, squares) in sums.items():
        mean = (total / BATCHES).float()
        spread = (squares / BATCHES).float() - mean**2
        norm.bias += mean
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread.clamp(min=1e-6))
        norm.weight.copy_((norm.running_var + norm.eps).sqrt())
