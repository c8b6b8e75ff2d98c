#!/usr/bin/python3
"""Several networks on one stream of crops, for an accelerator: `python3 train_together.py --out RUNS --minutes 9 --leave neon,ttv --start fresh,shipped -- --data FOLDER …`.

Cutting crops takes more time there than learning from them, so all networks learn from the same ones: those of
`--start` from all, those of `--leave` from the crops that hold nothing of one domain. Then each is judged: the former
on the validation images, the latter on all images of the domain that they never saw. What follows `--` goes to
`train.py`. The last line is JSON.
"""
from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, replace
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent))
import train
from nihol_training.crops import YOUNG, CropOptions, CropStream
from nihol_training.evaluate import choose_thresholds, find_both, table, torch_heads
from nihol_training.onnx_file.export import ROOT, write_json
from nihol_training.onnx_file.from_onnx import read_onnx, unfold_norms
from nihol_training.net2wider import widen
from nihol_training.pasted_crowns import CROWNS_SET
from nihol_training.records import Record
from nihol_training.splits import split_by_place
from nihol_training.together.fit_together import Pupil, TogetherOptions, fit_together
from nihol_training.model import CrownNet
from nihol_training.together.nanodet import NanoNet, fresh, net_of, read_nanodet
from nihol_training.together.plain_crops import PlainCrops, domain_bits
from nihol_training.together.unlabelled import UNLABELLED, load_unlabelled, without_labels

PIECE = 12
"""Images that a process judges at once."""
JUDGES = 12
"""Processes that judge, at most."""
SHIPPED_RATE = 0.5
"""Of the usual rate: a network that knows something forgets it at a high one."""


def read_own() -> tuple[argparse.Namespace, argparse.Namespace]:
    """What is asked for here, and what `train.py` understands."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--minutes", type=float, required=True)
    ask.add_argument("--leave", default="", help="domains, each left out for one network; DOMAIN=FILE.pt goes on with one, + and ++ as with --start")
    ask.add_argument("--start", default="fresh", help="networks of all domains: fresh, shipped, nanodet, nanodet-fresh, or a .pt; with + it is taught, with ++ on images without labels too")
    ask.add_argument("--nanodet", type=Path, help="weights of NanoDet-g, .npz")
    ask.add_argument("--teach", default="", help="networks, .pt or .onnx, whose mean answer teaches those that end in +")
    ask.add_argument("--unlabelled", type=Path, action="append", default=[],
                     help="folder of images without labels, for those that end in ++")
    ask.add_argument("--unlabelled-left", action="store_true",
                     help="training images of the domains left out are images without labels; only the others judge")
    ask.add_argument("--unlabelled-share", type=float, default=0.0,
                     help="of the crops of images, those of images without labels; 0: what their number gives")
    ask.add_argument("--encoder", choices=("crown", "nanodet"), default="crown", help="of the networks of --leave")
    ask.add_argument("--turns", type=int, default=1, help="steps of the networks of --start while the others make one")
    ask.add_argument("--batch", type=int, default=128)
    ask.add_argument("--size", type=int, default=60_000, help="crops kept on the device")
    ask.add_argument("--workers", type=int, default=15)
    ask.add_argument("--rate", type=float, default=3e-3)
    ask.add_argument("rest", nargs="*", help="after --, for train.py")
    own = ask.parse_args()
    sys.argv = ["train.py", "--out", str(own.out), *own.rest]
    return own, train.read_arguments()


def images_of(stream: CropStream) -> Callable[[int], torch.Tensor]:
    """Batches of images by number."""
    return lambda i: torch.stack([stream[i * 16 + k]["image"] for k in range(16)])


def read_any(file: Path, stream: CropStream) -> CrownNet | NanoNet:
    """A finished network, of an earlier run or of a model file."""
    if file.suffix != ".onnx":
        return net_of(torch.load(file, map_location="cpu")["average"])
    net = read_onnx(file)
    unfold_norms(net, images_of(stream))
    return net


def begin(start: str, own: argparse.Namespace, args: argparse.Namespace, stream: CropStream) -> Pupil:
    """A network of all domains, by its beginning."""
    widths = tuple(int(w) for w in args.widths.split(","))
    if start.endswith("+"):
        pupil = begin(start.removesuffix("+"), own, args, stream)
        # Each mark adds its word: "-taught", then "-unlabelled".
        pupil.name += "-unlabelled" if pupil.is_taught else "-taught"
        pupil.sees_unlabelled, pupil.is_taught = pupil.is_taught, True
        return pupil
    if start == "fresh":
        return Pupil("fresh", fresh("crown", widths, args.bands, args.seed), rate=own.rate)
    if start.startswith("nanodet"):
        net = fresh("nanodet", widths, args.bands, args.seed)
        if start == "nanodet":
            read_nanodet(own.nanodet, net, images_of(stream)(0))
        return Pupil(start, net, rate=own.rate)
    net = read_any(ROOT / "models/crown.onnx" if start == "shipped" else Path(start), stream)
    name = start if start == "shipped" else Path(start).stem
    return Pupil(name, net if net.widths == widths else widen(net, widths, args.seed), rate=own.rate * SHIPPED_RATE)


def write_weights(pupil: Pupil, folder: Path) -> Path:
    """The averaged weights in half precision, as `--from` reads them."""
    kept = {name: part.half() if part.dtype.is_floating_point else part
            for name, part in pupil.average.cpu().state_dict().items()}
    file = folder / f"{pupil.name}.pt"
    torch.save({"average": kept}, file)
    return file


def judge_piece(job: tuple) -> list:
    """What a network finds in a few images, with and without the scale pass for young trees; one process."""
    file, options, records, device = job
    torch.set_num_threads(1)
    heads = torch_heads(net_of(torch.load(file, map_location="cpu")["average"]), device)
    return [(record, *find_both(record, heads, options)) for record in records]


def judge(file: Path, records: list[Record], options: CropOptions, device: str, pool: ProcessPoolExecutor) -> list:
    """Jobs of one network over images."""
    pieces = [records[i:i + PIECE] for i in range(0, len(records), PIECE)]
    return [pool.submit(judge_piece, (str(file), options, piece, device)) for piece in pieces]


def scored(jobs: list, chosen: list) -> dict:
    """Thresholds from the images that choose, and the table of the others."""
    first = [one for job in chosen for one in job.result()]
    seen = [one for job in jobs for one in job.result()]
    limits = choose_thresholds([(r, plain) for r, plain, _ in first])
    young = choose_thresholds([(r, found) for r, _, found in first])
    return {"thresholds": limits, "accuracy": table([(r, plain) for r, plain, _ in seen], limits),
            "young": {"thresholds": young, "accuracy": table([(r, found) for r, _, found in seen], young)}}


def main() -> None:
    """Trains together, writes the weights, judges."""
    own, args = read_own()
    own.out.mkdir(parents=True, exist_ok=True)
    sides, options = train.read_sides(args), train.crop_options(args)
    left_out = [left.partition("=")[::2] for left in filter(None, own.leave.split(","))]
    records = sides.train + sides.choose + sides.val
    domains = sorted({r.set for r in records} | {CROWNS_SET, YOUNG, UNLABELLED})
    bare = {name for name in domains if not sum(r.trees for r in records if r.set == name)}
    exact = {YOUNG} | bare - {CROWNS_SET, UNLABELLED}
    if not own.start:
        nobody = frozenset.intersection(*(frozenset({domain}) for domain, _ in left_out))
        sides.train = [r for r in sides.train if r.set not in nobody]
    sides.train += [record for folder in own.unlabelled for record in load_unlabelled(folder)]
    if own.unlabelled_left:
        shown = {domain for domain, _ in left_out}
        sides.train += [without_labels(r) for r in records if r.set in shown and r.split == "train"]
    if own.unlabelled_share:
        options = replace(options, fixed_shares=((UNLABELLED, own.unlabelled_share),))
    stream = train.crop_stream(args, sides, options)(0, 10**8)
    pupils = [begin(start, own, args, stream) for start in filter(None, own.start.split(","))]
    for pupil in pupils:
        pupil.turns = own.turns
    left_by: dict[str, str] = {}
    for domain, file in left_out:
        pupil = begin(file or ("nanodet" if own.encoder == "nanodet" else "fresh"), own, args, stream)
        _, taught, words = pupil.name.partition("-taught")
        pupil.name = f"without-{domain}{taught}{words}"
        left_by[pupil.name] = domain
        pupils.append(pupil)
    for pupil in pupils:
        # Who has no teacher learns nothing from what has no label.
        hidden = {left_by.get(pupil.name, "")} | (set() if pupil.sees_unlabelled else {UNLABELLED})
        pupil.without = domain_bits(domains, frozenset(hidden))
    teachers = [read_any(Path(file), stream) for file in filter(None, own.teach.split(","))]
    fitting = TogetherOptions(own.out, args.device, own.minutes * 60, own.batch, own.size, own.workers,
                              options.nir_dropout, args.seed, tuple(teachers), domain_bits(domains, frozenset(exact)))
    write_json(own.out / "settings.json", {"crops": asdict(options), "minutes": own.minutes, "domains": domains})
    cut = fit_together(pupils, PlainCrops(stream, domains), options.side, options.bands, fitting)
    started = time.monotonic()
    files = {p.name: write_weights(p, own.out) for p in pupils}
    result: dict = {"cut": cut, "crops": {p.name: p.steps * own.batch for p in pupils}, "networks": {}}
    with ProcessPoolExecutor(max(2, min(JUDGES, own.workers)), multiprocessing.get_context("spawn")) as pool:
        jobs = {}
        for pupil in pupils:
            left = left_by.get(pupil.name, "")
            own_sides = split_by_place(records, args.seed, frozenset({left})) if left else sides
            seen = [r for r in own_sides.val if not left or r.set == left]
            seen = [r for r in seen if not own.unlabelled_left or r.split == "val"]
            jobs[pupil.name] = [judge(files[pupil.name], part, options, args.device, pool)
                                  for part in (seen, own_sides.choose)]
        for name, (seen, choosing) in jobs.items():
            result["networks"][name] = scored(seen, choosing)
            print(name, json.dumps({k: v for k, v in result["networks"][name]["accuracy"].items() if " " not in k}),
                  flush=True)
    result["judged"] = round(time.monotonic() - started)
    write_json(own.out / "result.json", result)
    print(json.dumps({"cut": cut, "crops": result["crops"]}))


if __name__ == "__main__":
    main()
