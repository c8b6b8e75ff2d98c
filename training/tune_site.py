#!/usr/bin/python3
"""A model tuned on a site's corrections in minutes: `python3 tune_site.py --from ../models/crown.onnx --corrections FILE --data FOLDER --out RUN`.

Writes model and card as `train.py` does; what was asked for and what it gave stands in README.md. The last line is JSON.
"""
from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict, replace
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent))
from nihol_training.calibration import write_calibration
from nihol_training.coco import load_coco
from nihol_training.crops import CropOptions
from nihol_training.data import load_annotations
from nihol_training.evaluate import evaluate
from nihol_training.onnx_file.export import compare_in_node, crown_card, export_onnx, sha256_of, write_json
from nihol_training.model import Exported
from nihol_training.site.start import by_set, few_of_each, read_start, start_thresholds
from nihol_training.site.tune import Recipe, tune
from nihol_training.splits import split_by_place

MEASURED = ("countRatio",)
"""What a card says of the accuracy of one model; the next one is measured anew."""


def read_arguments() -> argparse.Namespace:
    """What may be asked for."""
    usual = Recipe()
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--from", dest="start", type=Path, required=True, help=".onnx with its card beside it, or .pt")
    ask.add_argument("--corrections", type=Path, action="append", required=True, help="COCO file")
    ask.add_argument("--data", type=Path, action="append", default=[], help="folder with annotations.json: old images")
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--name", default="crown")
    ask.add_argument("--version", required=True)
    ask.add_argument("--steps", type=int, default=usual.steps)
    ask.add_argument("--keep", type=float, default=0.5, help="share of the old weights in the new ones")
    ask.add_argument("--old", type=int, default=30, help="old images of each source in the mix, at most")
    ask.add_argument("--home", type=int, default=10, help="images of each source that tell what is forgotten")
    ask.add_argument("--seed", type=int, default=0)
    return ask.parse_args()


def next_card(args: argparse.Namespace, onnx: Path, net: torch.nn.Module, thresholds: dict[str, float]) -> dict:
    """The card of the start with the new file, without what was measured of the old one."""
    before = args.start.with_suffix(".json")
    if args.start.suffix != ".onnx" or not before.exists():
        return crown_card(args.name, args.version, onnx, net, CropOptions().gsd, thresholds)
    card = json.loads(before.read_text())
    card.pop("ground", None)
    card["sources"] = [{k: v for k, v in source.items() if k not in MEASURED} for source in card["sources"]]
    return card | {"name": args.name, "version": args.version, "file": onnx.name, "sha256": sha256_of(onnx)}


def main() -> None:
    """Tunes, scores before and after, exports."""
    args = read_arguments()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    corrected = [record for file in args.corrections for record in load_coco(file)]
    sides = split_by_place([record for folder in args.data for record in load_annotations(folder)], 0)
    learned = [record for record in corrected if record.split != "val"]
    if not learned:
        raise SystemExit("No corrections to learn from.")
    options = CropOptions(bands=4, pasted_share=0, mosaic_share=0)
    start = read_start(args.start, sides.train or learned, options)
    options = replace(options, bands=start.bands)
    thresholds = start_thresholds(args.start, start, few_of_each(sides.choose, args.home), options)
    scored = few_of_each(sides.val, args.home) + [record for record in corrected if record.split == "val"]
    recipe = Recipe(steps=args.steps, keep=args.keep)
    before = by_set(evaluate(start, scored, options, "cpu"), thresholds)
    tuned = tune(start, learned, few_of_each(sides.train, args.old), options, recipe, args.seed)
    after = by_set(evaluate(tuned, scored, options, "cpu"), thresholds)
    onnx = args.out / f"{args.name}.onnx"
    export_onnx(tuned, onnx)
    write_calibration(sides.train + learned, options, args.out / "calibration.npy")
    write_json(onnx.with_suffix(".json"), next_card(args, onnx, tuned, thresholds))
    torch.save({"average": tuned.state_dict()}, args.out / "tuned.pt")
    same = compare_in_node(Exported(tuned), onnx, (1, tuned.bands, 160, 192))
    result = {"trees": sum(record.trees for record in learned), "recipe": asdict(recipe), "thresholds": thresholds,
              "before": before, "after": after, "nodeDifference": same, "sha256": sha256_of(onnx)}
    write_json(args.out / "result.json", result)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
