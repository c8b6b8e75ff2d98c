#!/usr/bin/python3
"""The networks of `train_together.py` as the product reads them: `python3 export_run.py RUN` writes NAME.onnx and NAME.json beside NAME.pt."""
from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent))
from nihol_training.data import AS_IT_IS
from nihol_training.evaluate import SMALL_CROWNS
from nihol_training.onnx_file.export import crown_card, export_onnx, write_json
from nihol_training.together.nanodet import net_of

WORKS_AT = 0.2
SMALLEST_METERS = 0.6


def export_one(weights: Path, thresholds: dict[str, float], gsd: float = WORKS_AT) -> dict:
    """Writes the network and its card, which asks for the scale pass for young trees; returns the card."""
    net = net_of(torch.load(weights, map_location="cpu")["average"])
    onnx = weights.with_suffix(".onnx")
    export_onnx(net, onnx)
    card = crown_card(weights.stem, "1", onnx, net, gsd, thresholds)
    finest = round(gsd * SMALL_CROWNS["times"] * AS_IT_IS[1], 3)
    card["sources"][0]["smallCrowns"] = SMALL_CROWNS | {"toGsdMeters": finest}
    card["smallestCrownMeters"] = SMALLEST_METERS
    write_json(onnx.with_suffix(".json"), card)
    return card


def main() -> None:
    """Exports all networks of a run, with the thresholds that its places chose."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("run", type=Path)
    run = ask.parse_args().run
    for name, scored in json.loads((run / "result.json").read_text())["networks"].items():
        card = export_one(run / f"{name}.pt", scored["young"]["thresholds"])
        print(json.dumps({"name": name, "sha256": card["sha256"]}))


if __name__ == "__main__":
    main()
