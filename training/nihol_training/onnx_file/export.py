"""Writes a network as the product reads it: an ONNX file, and a card that names it."""
from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import torch

from ..decode import SUPPRESS_INSIDE, SUPPRESS_IOU
from ..evaluate import COARSE_GSD, LARGE_CROWNS
from ..model import CrownNet, Exported

ROOT = Path(__file__).resolve().parents[3]
OPSET = 13
MOST_DIFFERENCE = 1e-3
"""Largest difference from PyTorch that is let through: heat and mask 0..1, box in pixels."""


def sha256_of(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def export_onnx(net: CrownNet, path: Path) -> None:
    """Writes `image` -> `heat`, `box`, `mask` with free batch, height and width."""
    outputs = ["heat", "box", "mask"]
    free = {name: {0: "n", 2: "h2", 3: "w2"} for name in outputs}
    torch.onnx.export(
        Exported(net).eval().cpu(),
        torch.rand(1, net.bands, 64, 96),
        str(path),
        opset_version=OPSET,
        input_names=["image"],
        output_names=outputs,
        dynamic_axes={"image": {0: "n", 2: "h", 3: "w"}} | free,
    )


def crown_card(
    name: str, version: str, onnx: Path, net: CrownNet, gsd: float, thresholds: dict[str, float]
) -> dict:
    """A card of the shape that `packages/vision/src/models/model-card.ts` checks."""
    return {
        "name": name,
        "version": version,
        "file": onnx.name,
        "sha256": sha256_of(onnx),
        "input": {"bands": ["R", "G", "B", "NIR"][: net.bands], "tile": 768, "margin": 48,
                  "multiple": 16},
        "gsdMeters": gsd,
        "maxEnlarge": 2,
        "sources": [
            {"fromGsdMeters": 0, "threshold": thresholds["fine"], "largeCrowns": LARGE_CROWNS},
            {"fromGsdMeters": COARSE_GSD, "threshold": thresholds["coarse"]},
        ],
        "suppress": {"iou": SUPPRESS_IOU, "inside": SUPPRESS_INSIDE},
        "smallestCrownMeters": 1.2,
        "licence": f"made by this project from the data credited in {name}.md",
    }


def write_json(path: Path, value: object) -> None:
    """JSON with two spaces and a last newline, as the repository keeps it."""
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n")


def compare_in_node(model: torch.nn.Module, onnx: Path, shape: tuple[int, ...]) -> dict | None:
    """Largest difference of each output between PyTorch and ONNX Runtime in Node.

    `model` returns what the file returns. None where Node is not installed (a training machine
    may have none; `node training/compare-onnx.ts` does it later). Raises RuntimeError when a
    difference is above `MOST_DIFFERENCE`.
    """
    image = np.random.default_rng(1).random(shape, np.float32)
    with torch.no_grad():
        outputs = model.eval().cpu()(torch.from_numpy(image))
    outputs = outputs if isinstance(outputs, tuple) else (outputs,)
    image.tofile(onnx.with_suffix(".image.f32"))
    np.concatenate([o.numpy().ravel() for o in outputs]).tofile(onnx.with_suffix(".expected.f32"))
    inside = ROOT / "node_modules/.bin/node"
    node = str(inside) if inside.exists() else shutil.which("node")
    script = ROOT / "training/compare-onnx.ts"
    if node is None or not (ROOT / "node_modules/onnxruntime-node").exists():
        return None
    command = [node, str(script), str(onnx), ",".join(map(str, shape))]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if answer.returncode != 0:
        raise RuntimeError(f"ONNX Runtime could not run {onnx.name}: {answer.stderr[-800:]}")
    differences = json.loads(answer.stdout.strip().splitlines()[-1])
    if max(differences.values()) > MOST_DIFFERENCE:
        raise RuntimeError(f"{onnx.name} differs from PyTorch: {differences}")
    return differences
