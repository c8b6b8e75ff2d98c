#!/usr/bin/python3
"""From labelled images to a crown detector: `python3 train.py --data FOLDER --out RUN`."""
from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent))
from nihol_training.calibration import write_calibration
from nihol_training.coco import load_coco
from nihol_training.crops import CropOptions, CropStream
from nihol_training.data import load_annotations
from nihol_training.evaluate import choose_thresholds, evaluate, table
from nihol_training.onnx_file.export import compare_in_node, crown_card, export_onnx, write_json
from nihol_training.fit import FitOptions, fit
from nihol_training.onnx_file.from_onnx import read_onnx, unfold_norms
from nihol_training.loss import total_loss
from nihol_training.model import CrownNet, Exported, parameter_count, read_net
from nihol_training.other_dates import load_other_dates
from nihol_training.pasted_crowns import CROWNS_SET, load_pasted, plot_of
from nihol_training.point_crowns import with_crowns
from nihol_training.splits import Sides, split_by_place, thin
from nihol_training.distributed import rank, run_distributed
from nihol_training.net2wider import widen


def read_arguments() -> argparse.Namespace:
    """What may be asked for; README.md explains."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--data", type=Path, help="folder with annotations.json")
    ask.add_argument("--more", type=Path, action="append", default=[],
                     help="another folder with annotations.json")
    ask.add_argument("--corrections", type=Path, action="append", default=[], help="COCO file")
    ask.add_argument("--dates", type=Path, help="folder with other dates of the same places")
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--name", default="crown", help="name of the model")
    ask.add_argument("--version", default="2")
    ask.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    ask.add_argument("--threads", type=int, default=1)
    ask.add_argument("--workers", type=int, help="processes that cut crops; 0 cuts in the loop")
    ask.add_argument("--minutes", type=float, default=120)
    ask.add_argument("--steps", type=int, help="end after so many, which repeats exactly")
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--processes", type=int, default=1,
                     help="that train one network together on a CPU, one a core")
    ask.add_argument("--resume", action="store_true")
    ask.add_argument("--from", dest="start", type=Path,
                     help="checkpoint.pt to begin from, or the .onnx of a model whose floats are gone")
    ask.add_argument("--widths", default="24,48,96,128")
    ask.add_argument("--bands", type=int, choices=(3, 4), default=3)
    ask.add_argument("--gsd", type=float, default=0.2, help="metres a pixel the product works at")
    ask.add_argument("--gsd-range", default="0.1,0.6", help="of the crops")
    ask.add_argument("--side", type=int, default=160, help="of a crop, in working pixels")
    ask.add_argument("--batch", type=int, default=12)
    ask.add_argument("--rate", type=float, default=2e-3)
    ask.add_argument("--pasted-share", type=float, default=0.35,
                     help="of crops that crowns of other sites are laid into")
    ask.add_argument("--mosaic-share", type=float, default=0.15,
                     help="of crops that are crowns of other sites side by side")
    ask.add_argument("--relit-share", type=float, default=0.0,
                     help="of crops that get the light of another image")
    ask.add_argument("--sapling-share", type=float, default=0.0,
                     help="of crops that young trees with their shadows are laid into")
    ask.add_argument("--drawn-share", type=float, default=0.0,
                     help="of crops that are young trees on drawn ground")
    ask.add_argument("--fine-share", type=float, default=0.0,
                     help="of crops at half the metres a pixel, where young trees are looked for")
    ask.add_argument("--set-power", type=float, default=0.35,
                     help="a set weighs as its number of trees to this power")
    ask.add_argument("--least-trees", type=int, default=1,
                     help="a set weighs as if it had so many: ground without trees")
    ask.add_argument("--coarsest", type=float, help="images of more metres a pixel are left out")
    ask.add_argument("--plain-points", action="store_true", help="guess no crowns around points")
    ask.add_argument("--leave-out", default="", help="sites or sets scored and never learned from")
    ask.add_argument("--fold", help="i/n: the sites of fold i choose")
    ask.add_argument("--limit", type=int, help="at most so many images a side, for a trial")
    return ask.parse_args()


def read_sides(args: argparse.Namespace) -> Sides:
    """All images asked for, split by place. Exits when there are none."""
    records = load_annotations(args.data) if args.data else []
    for folder in args.more:
        records += load_annotations(folder)
    if args.coarsest:
        records = [r for r in records if r.gsd <= args.coarsest]
    if args.dates:
        records += load_other_dates(args.dates, records)
    for file in args.corrections:
        records += load_coco(file)
    fold = tuple(int(part) for part in args.fold.split("/")) if args.fold else None
    left = frozenset(filter(None, args.leave_out.split(",")))
    sides = split_by_place(records, args.seed, left, fold)
    if not sides.train:
        raise SystemExit("No training images: give --data or --corrections.")
    if args.limit:
        cuts = (thin(side, args.limit) for side in (sides.train, sides.choose, sides.val))
        sides = Sides(*cuts)
    return sides


def build_net(args: argparse.Namespace) -> CrownNet:
    """The network, new or from the averaged weights of a checkpoint, which may be narrower."""
    torch.manual_seed(args.seed)
    widths = tuple(int(w) for w in args.widths.split(","))
    if not args.start:
        return CrownNet(widths, args.bands)
    net = read_onnx(args.start) if args.start.suffix == ".onnx" else read_net(args.start)
    return net if net.widths == widths else widen(net, widths, args.seed)


def crop_options(args: argparse.Namespace) -> CropOptions:
    """How crops are drawn, from the arguments."""
    low, high = (float(part) for part in args.gsd_range.split(","))
    return CropOptions(args.side, args.bands, args.gsd, low, high, pasted_share=args.pasted_share,
                       mosaic_share=args.mosaic_share, relit_share=args.relit_share,
                       sapling_share=args.sapling_share, drawn_share=args.drawn_share,
                       fine_share=args.fine_share, set_power=args.set_power, least_trees=args.least_trees)


def crop_stream(
    args: argparse.Namespace, sides: Sides, options: CropOptions
) -> Callable[[int, int], CropStream]:
    """Training crops by number, for `fit`."""
    records = sides.train if args.plain_points else [with_crowns(r) for r in sides.train]
    scored = frozenset(plot_of(r.place) for r in sides.choose + sides.val) - {""}
    shown = args.data and (args.pasted_share + args.mosaic_share + args.sapling_share + args.drawn_share) > 0
    # Single crowns are of the plots' own camera: who leaves these plots out leaves them out too.
    shown = shown and CROWNS_SET not in args.leave_out.split(",")
    crowns = load_pasted(args.data, scored) if shown else None
    begin = rank() * 10**9
    return lambda first, count: CropStream(records, options, args.seed, begin + first, count, crowns)


def write_model(args: argparse.Namespace, net: CrownNet, sides: Sides) -> dict:
    """Judges, exports and compares; returns what was measured."""
    options = crop_options(args)
    net = net.to(args.device)
    thresholds = choose_thresholds(evaluate(net, sides.choose, options, args.device))
    accuracy = table(evaluate(net, sides.val, options, args.device), thresholds)
    onnx = args.out / f"{args.name}.onnx"
    net = net.cpu()
    export_onnx(net, onnx)
    write_calibration(sides.train, options, args.out / "calibration.npy")
    card = crown_card(args.name, args.version, onnx, net, args.gsd, thresholds)
    write_json(onnx.with_suffix(".json"), card)
    same = compare_in_node(Exported(net), onnx, (1, args.bands, 160, 192))
    return {"parameters": parameter_count(net), "thresholds": thresholds, "accuracy": accuracy,
            "nodeDifference": same, "sha256": card["sha256"]}


def work() -> None:
    """Trains; the first of the processes scores and writes the model. The last line is JSON."""
    args = read_arguments()
    torch.set_num_threads(args.threads)
    args.out.mkdir(parents=True, exist_ok=True)
    sides = read_sides(args)
    options = crop_options(args)
    counts = {name: len(getattr(sides, name)) for name in ("train", "choose", "val")}
    settings = {name: str(value) for name, value in vars(args).items()}
    write_json(args.out / "settings.json", settings | {"pictures": counts, "crops": asdict(options)})
    workers = args.workers if args.workers is not None else 8 * args.device.startswith("cuda")
    fitting = FitOptions(args.out, args.device, args.minutes, args.steps, args.batch, args.rate,
                         workers, args.resume)
    begun = build_net(args)
    if args.start and args.start.suffix == ".onnx":
        shown = crop_stream(args, sides, options)(0, 12 * args.batch)
        unfold_norms(begun, lambda i: torch.stack(
            [shown[i * args.batch + k]["image"] for k in range(args.batch)]))
    if args.start and not rank():
        torch.save({"average": begun.state_dict()}, args.out / "start.pt")
    net = fit(
        begun,
        crop_stream(args, sides, options),
        lambda model, batch: total_loss(model(batch["image"]), batch),
        fitting,
    )
    if rank():
        return
    result = {"pictures": counts} | write_model(args, net, sides)
    write_json(args.out / "result.json", result)
    print(json.dumps(result))


def main() -> None:
    """Runs `work` in as many processes as were asked for."""
    run_distributed(work, read_arguments().processes)


if __name__ == "__main__":
    main()
