"""The quantised detector's graph in operations that ONNX Runtime does quickly on a processor.

The network stays what it is: each rewrite gives the same numbers (`Softplus` to the last bit or so),
but for the first convolution, whose weights are put into 8 bits here. Needs `onnx`, nothing else.
"""
from __future__ import annotations

import numpy as np
import onnx
from onnx import helper, numpy_helper

BYTE = np.float32(1 / 255)
"""The image's 0..1 as the bytes that it was read from."""
HEADS = 6
"""Channels of the last convolution: heat, four distances, mask."""
WEIGHT_TOP = 63
"""Weights of 7 bits and sign, as `quantise` keeps them: the 8th overflows in processors without VNNI."""


class Graph:
    """A graph whose nodes are found by what they make, and put before those that use them."""

    def __init__(self, model: onnx.ModelProto) -> None:
        self.graph = model.graph

    def maker(self, name: str) -> onnx.NodeProto:
        """The node that makes this value."""
        return next(node for node in self.graph.node if name in node.output)

    def users(self, name: str) -> list[onnx.NodeProto]:
        """The nodes that take this value."""
        return [node for node in self.graph.node if name in node.input]

    def of_kind(self, kind: str) -> list[onnx.NodeProto]:
        """All nodes of one operation."""
        return [node for node in self.graph.node if node.op_type == kind]

    def number(self, name: str) -> np.ndarray:
        """A value that is written in the file."""
        for initializer in self.graph.initializer:
            if initializer.name == name:
                return numpy_helper.to_array(initializer)
        return numpy_helper.to_array(self.maker(name).attribute[0].t)

    def write(self, name: str, value: np.ndarray) -> str:
        """Writes a value into the file and gives its name back."""
        self.graph.initializer.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def put(self, old: list[onnx.NodeProto], new: list[onnx.NodeProto]) -> None:
        """`new` where the first of `old` stood."""
        at = list(self.graph.node).index(old[0])
        for node in old:
            self.graph.node.remove(node)
        for node in reversed(new):
            self.graph.node.insert(at, node)

    def drop_unused(self) -> None:
        """Takes away what nothing uses any more."""
        kept = {output.name for output in self.graph.output}
        while True:
            used = kept | {name for node in self.graph.node for name in node.input}
            unused = [node for node in self.graph.node if not used & set(node.output)]
            if not unused:
                break
            for node in unused:
                self.graph.node.remove(node)
        for initializer in list(self.graph.initializer):
            if initializer.name not in used:
                self.graph.initializer.remove(initializer)


def softplus_of_vectors(graph: Graph) -> None:
    """`Softplus`, number by number, as log(1 + e^x), which is computed sixteen at once. x is far from e's limit."""
    for node in graph.of_kind("Softplus"):
        out = node.output[0]
        graph.put([node], [
            helper.make_node("Exp", [node.input[0]], [f"{out}_exp"]),
            helper.make_node("Add", [f"{out}_exp", graph.write(f"{out}_one", np.float32(1))], [f"{out}_sum"]),
            helper.make_node("Log", [f"{out}_sum"], [out]),
        ])


def doubled_by_copies(graph: Graph) -> None:
    """`Resize` to twice the size by the nearest pixel: rows and columns are copied in bytes, channels last."""
    for node in graph.of_kind("Resize"):
        values = graph.maker(node.input[0]).input[0]
        weights = graph.maker(graph.maker(graph.maker(values).input[0]).input[1]).input[0]
        channels = graph.number(weights).shape[0]
        [quantised] = graph.users(node.output[0])
        out = quantised.output[0]
        graph.put([node, quantised], [
            helper.make_node("Transpose", [values], [f"{out}_last"], perm=[0, 2, 3, 1]),
            helper.make_node("Unsqueeze", [f"{out}_last", graph.write(f"{out}_axis", np.array([3]))], [f"{out}_apart"]),
            helper.make_node("Concat", [f"{out}_apart"] * 2, [f"{out}_wide"], axis=3),
            helper.make_node("Concat", [f"{out}_wide"] * 2, [f"{out}_twice"], axis=2),
            helper.make_node(
                "Reshape", [f"{out}_twice", graph.write(f"{out}_shape", np.array([0, -1, 0, channels]))],
                [f"{out}_high"],
            ),
            helper.make_node("Transpose", [f"{out}_high"], [out], perm=[0, 3, 1, 2]),
        ])


def heads_by_product(graph: Graph) -> None:
    """The last convolution, one pixel wide and in floats, as a product of matrices whose rows are its outputs."""
    whole = {one.name for one in graph.graph.initializer if list(one.dims[2:]) == [1, 1] and one.dims[0] == HEADS}
    [node] = [one for one in graph.of_kind("Conv") if one.input[1] in whole]
    weights, bias = graph.number(node.input[1]), graph.number(node.input[2])
    values, out = node.input[0], node.output[0]
    size = graph.write(f"{out}_two", np.array([2])), graph.write(f"{out}_four", np.array([4]))
    graph.put([node], [
        helper.make_node("Transpose", [values], [f"{out}_last"], perm=[0, 2, 3, 1]),
        helper.make_node(
            "Reshape", [f"{out}_last", graph.write(f"{out}_flat", np.array([-1, weights.shape[1]]))],
            [f"{out}_pixels"],
        ),
        helper.make_node(
            "Gemm",
            [graph.write(f"{out}_weights", weights[:, :, 0, 0].copy()), f"{out}_pixels",
             graph.write(f"{out}_bias", bias[:, None].copy())],
            [f"{out}_rows"], node.name, transB=1,
        ),
        helper.make_node("Shape", [graph.maker(values).input[0]], [f"{out}_shape"]),
        helper.make_node("Slice", [f"{out}_shape", *size], [f"{out}_size"]),
        helper.make_node(
            "Concat", [graph.write(f"{out}_one", np.array([1, len(bias)])), f"{out}_size"], [f"{out}_whole"], axis=0
        ),
        helper.make_node("Reshape", [f"{out}_rows", f"{out}_whole"], [out]),
    ])


def colours_as_bytes(graph: Graph) -> None:
    """Colours go in as the bytes that they are. (x - 0.45) / 0.25 in steps of 4/255 around 115 is just 255 x, and
    only near infrared, which has steps of its own, is still computed."""
    [first] = [node for node in graph.of_kind("Sub") if "image" in node.input]
    [scaled] = graph.users(first.output[0])
    colours, infrared = sorted(graph.users(scaled.output[0]), key=lambda node: int(graph.number(node.input[1])[0]))
    [quantised] = graph.users(colours.output[0])
    step, zero = (graph.number(name) for name in quantised.input[1:])
    shift, spread = graph.number(first.input[1]), graph.number(scaled.input[1])
    if round(float(spread * step * 255), 4) != 1 or round(float(shift / spread / step)) != int(zero):
        raise ValueError("The colours' steps are not those of bytes: calibrate by images of 0 to 1.")
    plain = next(node for node in graph.users("image") if node.op_type == "Slice")
    colours.input[0] = "image"
    quantised.input[1] = graph.write("byte", BYTE)
    quantised.input[2] = graph.write("byte_zero", np.uint8(0))
    for node in graph.users(infrared.output[0]):
        taken = plain.output[0] if node.op_type == "Shape" else scaled.output[0]
        node.input[list(node.input).index(infrared.output[0])] = taken
    first.input[list(first.input).index("image")] = plain.output[0]
    graph.put([first, plain], [plain, first])


def _places(channels: int) -> list[tuple[tuple[int, int], tuple[slice, slice, int, int]]]:
    """For each pixel of a kernel of 5 × 5 the place of its weights in one of 3 × 3 over blocks of 2 × 2."""
    places = []
    for y in range(5):
        for x in range(5):
            (block_y, in_y), (block_x, in_x) = divmod(y - 2, 2), divmod(x - 2, 2)
            at = (2 * in_y + in_x) * channels
            places.append(((y, x), (slice(None), slice(at, at + channels), block_y + 1, block_x + 1)))
    return places


def blocks_of_pixels(weights: np.ndarray) -> np.ndarray:
    """A kernel of 5 × 5 for every second pixel as one of 3 × 3 over blocks of 2 × 2, whose pixels are channels."""
    blocks = np.zeros((len(weights), 4 * weights.shape[1], 3, 3), weights.dtype)
    for (y, x), place in _places(weights.shape[1]):
        blocks[place] = weights[:, :, y, x]
    return blocks


def pixels_of_blocks(blocks: np.ndarray) -> np.ndarray:
    """The kernel of 5 × 5 of which `blocks_of_pixels` made one of 3 × 3."""
    channels = blocks.shape[1] // 4
    weights = np.zeros((len(blocks), channels, 5, 5), blocks.dtype)
    for (y, x), place in _places(channels):
        weights[:, :, y, x] = blocks[place]
    return weights


def first_by_blocks(graph: Graph) -> None:
    """The first convolution (5 × 5, every second pixel) as one of 3 × 3 over blocks of 2 × 2, its weights in 8 bits.

    Left in floats, ONNX Runtime would quantise it when it loads: one scale for all channels, 8 bits
    around a zero that is not 0, which is slow, and overflows in processors without VNNI.
    """
    node = graph.of_kind("Conv")[0]
    values = graph.maker(node.input[0])
    weights, bias = graph.number(node.input[1]), graph.number(node.input[2])
    blocks = blocks_of_pixels(weights)
    scale = (np.abs(blocks).reshape(len(blocks), -1).max(1) / WEIGHT_TOP).astype(np.float32)
    in_bits = np.round(blocks / scale[:, None, None, None]).astype(np.int8)
    bias_scale = (scale * graph.number(values.input[1])).astype(np.float32)
    zeros = np.zeros(len(scale), np.int8)

    def floats(name: str, numbers: np.ndarray, steps: np.ndarray) -> onnx.NodeProto:
        given = [graph.write(name, numbers), graph.write(f"{name}_scale", steps),
                 graph.write(f"{name}_zero", zeros.astype(numbers.dtype))]
        return helper.make_node("DequantizeLinear", given, [f"{name}_floats"], axis=0)

    graph.put([values], [
        helper.make_node("SpaceToDepth", [values.input[0]], ["image_blocks"], blocksize=2),
        helper.make_node("DequantizeLinear", ["image_blocks", *values.input[1:]], list(values.output)),
        floats("first_weights", in_bits, scale),
        floats("first_bias", np.round(bias / bias_scale).astype(np.int32), bias_scale),
    ])
    graph.put([node], [helper.make_node(
        "Conv", [node.input[0], "first_weights_floats", "first_bias_floats"], list(node.output), node.name,
        kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[1, 1], dilations=[1, 1], group=1,
    )])


def rewrite(model: onnx.ModelProto) -> None:
    """Rewrites a detector in 8 bits in its place.

    The batch becomes 1. Of a network that does not begin as `CrownNet` does with four bands the
    beginning stays. Raises ValueError where it is so already, or where the colours' steps are not those of bytes, and
    onnx.checker.ValidationError should the result be no model.
    """
    graph = Graph(model)
    if graph.of_kind("Gemm"):
        raise ValueError("This graph is rewritten already.")
    first = graph.of_kind("Conv")[0].input[1]
    if any(one.name == first and list(one.dims[1:]) == [5, 5, 5] for one in model.graph.initializer):
        colours_as_bytes(graph)
        first_by_blocks(graph)
    doubled_by_copies(graph)
    heads_by_product(graph)
    softplus_of_vectors(graph)
    graph.drop_unused()
    for value in [*model.graph.input, *model.graph.output]:
        value.type.tensor_type.shape.dim[0].dim_value = 1
    onnx.checker.check_model(model)
