#!/usr/bin/python3
"""From crowns labelled alive or dead to a small classifier: `python3 train_green.py --data FOLDER --out RUN`."""
from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

sys.path.insert(0, str(Path(__file__).resolve().parent))
from nihol_training.onnx_file.export import OPSET, compare_in_node, sha256_of, write_json
from nihol_training.fit import FitOptions, fit
from nihol_training.green import (AROUND, SIDE, Crown, CrownStream, ExportedGreen, GreenNet, choose_band,
                                  dead_logits, load_crowns, tell)
from nihol_training.model import parameter_count
from nihol_training.splits import draw, thin

CHOOSE_SITES = 0.15
"""Share of the training sites that choose the threshold and are not trained on."""


def read_arguments() -> argparse.Namespace:
    """What may be asked for; README.md explains."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", type=Path, required=True, help="folder with alivedead.json")
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--name", default="green")
    ask.add_argument("--version", default="1")
    ask.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    ask.add_argument("--threads", type=int, default=1)
    ask.add_argument("--workers", type=int)
    ask.add_argument("--minutes", type=float, default=20)
    ask.add_argument("--steps", type=int)
    ask.add_argument("--batch", type=int, default=64)
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--resume", action="store_true")
    ask.add_argument("--widths", default="16,32,64")
    ask.add_argument("--limit", type=int, help="at most so many crowns a side, for a trial")
    return ask.parse_args()


def write_onnx(net: GreenNet, path: Path) -> None:
    """Writes `image` -> `dead` with a free batch."""
    torch.onnx.export(
        ExportedGreen(net).eval().cpu(), torch.rand(2, 3, SIDE, SIDE), str(path),
        opset_version=OPSET, input_names=["image"], output_names=["dead"],
        dynamic_axes={"image": {0: "n"}, "dead": {0: "n"}},
    )


def score(net: GreenNet, crowns: list[Crown], band: tuple[float, float], device: str) -> dict:
    """Scores of all crowns and of each site."""
    logits = dead_logits(net, crowns, device)
    dead = np.array([c.dead for c in crowns], bool)
    sites = np.array([c.site for c in crowns])
    parts = {site: tell(logits[sites == site], dead[sites == site], band)
             for site in sorted(set(sites))}
    return {"all": tell(logits, dead, band)} | parts


def main() -> None:
    """Trains, scores and writes a classifier; the last line is JSON."""
    args = read_arguments()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    args.out.mkdir(parents=True, exist_ok=True)
    crowns = load_crowns(args.data)
    sides: dict[str, list[Crown]] = {"train": [], "choose": [], "val": []}
    for crown in crowns:
        chooses = crown.split != "val" and draw(crown.site, args.seed) < CHOOSE_SITES
        sides["choose" if chooses else crown.split].append(crown)
    if args.limit:
        sides = {name: thin(side, args.limit) for name, side in sides.items()}
    workers = args.workers if args.workers is not None else 8 * args.device.startswith("cuda")
    net = fit(
        GreenNet(tuple(int(w) for w in args.widths.split(","))),
        lambda first, count: CrownStream(sides["train"], args.seed, first, count),
        lambda model, batch: _loss(model, batch),
        FitOptions(args.out, args.device, args.minutes, args.steps, args.batch, args.rate,
                   workers, args.resume),
    )
    chosen = sides["choose"]
    logits = dead_logits(net, chosen, args.device)
    band = choose_band(logits, np.array([c.dead for c in chosen], bool))
    accuracy = score(net, sides["val"], band, args.device)
    onnx = args.out / f"{args.name}.onnx"
    write_onnx(net.cpu(), onnx)
    low, high = (float(1 / (1 + np.exp(-edge))) for edge in band)
    card = {"name": args.name, "version": args.version, "file": onnx.name,
            "sha256": sha256_of(onnx), "input": {"bands": ["R", "G", "B"], "side": SIDE, "around": AROUND},
            "greenBelow": round(low, 4), "deadFrom": round(high, 4),
            "licence": f"made by this project from the data credited in {args.name}.md"}
    write_json(onnx.with_suffix(".json"), card)
    same = compare_in_node(ExportedGreen(net), onnx, (3, 3, SIDE, SIDE))
    result = {"crowns": {n: len(s) for n, s in sides.items()}, "accuracy": accuracy,
              "parameters": parameter_count(net), "nodeDifference": same, "card": card}
    write_json(args.out / "result.json", result)
    print(json.dumps(result))


def _loss(net: GreenNet, batch: dict) -> tuple[torch.Tensor, dict]:
    value = F.binary_cross_entropy_with_logits(net(batch["image"]).float(), batch["dead"])
    return value, {"cross": value.detach()}


if __name__ == "__main__":
    main()
