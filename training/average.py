#!/usr/bin/python3
"""Several moments of one training into one model: `python3 average.py --out RUN runs/a/early.pt runs/a/checkpoint.pt`."""
from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

import torch
from torch import nn

sys.path.insert(0, str(Path(__file__).resolve().parent))
import train
from nihol_training.crops import CropStream
from nihol_training.onnx_file.export import write_json
from nihol_training.model import CrownNet

NORM_BATCHES = 40


def mean_weights(checkpoints: list[Path]) -> dict[str, torch.Tensor]:
    """The mean of the checkpoints' averaged networks. They must be of one training."""
    kept = [torch.load(file, map_location="cpu")["average"] for file in checkpoints]
    return {name: sum(k[name] for k in kept) / len(kept) if first.dtype.is_floating_point else first
            for name, first in kept[0].items()}


def measure_norms(net: CrownNet, crops: CropStream, batch: int) -> None:
    """Measures anew what the normalisation layers subtract and divide by: means of means are not it."""
    for layer in net.modules():
        if isinstance(layer, nn.BatchNorm2d):
            layer.reset_running_stats()
            layer.momentum = None
    net.train()
    with torch.no_grad():
        for at in range(0, NORM_BATCHES * batch, batch):
            net(torch.stack([crops[i]["image"] for i in range(at, at + batch)]))
    net.eval()


def main() -> None:
    """Averages, scores and writes a model; settings are those beside the last checkpoint."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("checkpoints", type=Path, nargs="+")
    ask.add_argument("--out", type=Path, required=True)
    own = ask.parse_args()
    settings = json.loads((own.checkpoints[-1].parent / "settings.json").read_text())
    sys.argv = ["train.py", "--data", settings["data"], "--out", str(own.out), "--name",
                settings["name"], "--version", settings["version"], "--bands", settings["bands"],
                "--seed", settings["seed"], "--widths", settings["widths"], "--device", "cpu"]
    if settings.get("dates", "None") != "None":
        sys.argv += ["--dates", settings["dates"]]
    args = train.read_arguments()
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    sides, options = train.read_sides(args), train.crop_options(args)
    net = train.build_net(args)
    net.load_state_dict(mean_weights(own.checkpoints))
    measure_norms(net, train.crop_stream(args, sides, options)(0, NORM_BATCHES * 12), 12)
    torch.save({"average": net.state_dict()}, args.out / "checkpoint.pt")
    result = {"averaged": [file.name for file in own.checkpoints]} | train.write_model(args, net, sides)
    write_json(args.out / "result.json", result)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
