#!/usr/bin/python3
"""Do corrections of one part of a site improve the rest of it? `python3 site_corrections.py --from NET --site ttv/NIWO --data FOLDER --out RUN`.

Takes a network that never saw the site, corrects fragments of one half of the site as a person would, tunes on them,
and scores before and after on the other half and on other sources of images. README.md explains. The last line is JSON.
"""
from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, replace
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parent))
from nihol_training.coco import load_coco
from nihol_training.crops import CropOptions
from nihol_training.data import load_annotations
from nihol_training.evaluate import choose_thresholds, evaluate, group_of
from nihol_training.onnx_file.export import write_json
from nihol_training.site.pieces import halves
from nihol_training.site.review import write_corrections
from nihol_training.site.start import by_set, few_of_each, read_start, start_thresholds
from nihol_training.site.tune import Recipe, mixed, tune
from nihol_training.splits import split_by_place, thin

RECIPES = {
    "recommended": Recipe(),
    "anchored": Recipe(anchor=1),
    "decoder": Recipe(part="decoder"),
    "no old images": Recipe(old_share=0),
    "moving norms": Recipe(still_norms=False),
    "high rate": Recipe(rate=1e-3),
}
"""By name; `--recipes` says which are tried."""
KEEPS = (0.0, 0.5)
"""Shares of the start's weights that every recipe is scored with."""


def read_arguments() -> argparse.Namespace:
    """What may be asked for."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--from", dest="start", type=Path, required=True, help=".pt or .onnx that never saw the site")
    ask.add_argument("--site", required=True, help="SET, or SET/SITE; the whole set is kept from training")
    ask.add_argument("--data", type=Path, action="append", required=True, help="folder with annotations.json")
    ask.add_argument("--out", type=Path, required=True)
    ask.add_argument("--trees", default="10,30,100", help="how many are looked through")
    ask.add_argument("--recipes", default="recommended", help="names, by commas: " + ", ".join(RECIPES))
    ask.add_argument("--thresholds", help="of the start, fine,coarse; else of its card, or of images that choose")
    ask.add_argument("--steps", type=int, help="in place of the recipe's own")
    ask.add_argument("--splits", type=int, default=1, help="divisions of the site; each is tried both ways")
    ask.add_argument("--first-split", type=int, default=0)
    ask.add_argument("--one-way", action="store_true", help="only the first half is corrected")
    ask.add_argument("--metres", type=float, default=20, help="side of a fragment that a person looks through")
    ask.add_argument("--old", type=int, default=120, help="old images in the mix, at most")
    ask.add_argument("--home", type=int, default=10, help="images of each other source that tell what the largest count forgets")
    ask.add_argument("--most", type=int, default=12, help="images of the half that scores, at most")
    return ask.parse_args()


def main() -> None:
    """Corrects, tunes, scores; a line of JSON for each network, then all of them."""
    args = read_arguments()
    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    records = [record for folder in args.data for record in load_annotations(folder)]
    domain, _, name = args.site.partition("/")
    sides = split_by_place(records, 0, frozenset({domain}))
    own = [r for r in records if r.set == domain and name in ("", r.site)]
    options = CropOptions(bands=4, pasted_share=0, mosaic_share=0)
    net = read_start(args.start, sides.train, options)
    options = replace(options, bands=net.bands)
    others = few_of_each([r for r in sides.val if r.set != domain], args.home)
    given = [float(part) for part in filter(None, (args.thresholds or "").split(","))]
    usual = dict(zip(("fine", "coarse"), given)) or start_thresholds(args.start, net, few_of_each(sides.choose, args.home), options)
    home_before = by_set(evaluate(net, others, options, "cpu"), usual)
    old = few_of_each(sides.train, max(1, args.old // max(1, len({r.set for r in sides.train}))))
    rows: list[dict] = []
    counts = [int(count) for count in args.trees.split(",")]
    most = max(counts)
    log = (args.out / "rows.jsonl").open("a")

    def add(row: dict) -> None:
        rows.append(row)
        log.write(json.dumps(row) + "\n")
        log.flush()
        print(json.dumps(row), flush=True)

    add({"home": home_before, "thresholds": usual, "images": len(own)})
    for split in range(args.first_split, args.first_split + args.splits):
        folder = args.out / f"split-{split}"
        folder.mkdir(exist_ok=True)
        parts = halves(own, split, folder)
        runs = [evaluate(net, part, options, "cpu") for part in parts]
        for way in (0,) if args.one_way else (0, 1):
            rest = thin(parts[1 - way], args.most)
            seen = [run for run in runs[1 - way] if any(run[0] is r for r in rest)]
            before = by_set(seen, usual)[domain]
            kept = [(r, found.above(usual[group_of(r)])) for r, found in runs[way]]
            for trees in counts:
                where = folder / f"{way}-{trees}"
                done = write_corrections(kept, trees, args.metres, split, where)
                corrected = load_coco(where / "corrections.json")
                said = {"split": split, "way": way, "asked": trees} | done | {"before": before}
                site = choose_thresholds(evaluate(net, corrected, options, "cpu"))
                add(said | {"recipe": "threshold", "site": site, "after": by_set(seen, site)[domain]})
                for recipe in args.recipes.split(","):
                    asked = RECIPES[recipe]
                    if args.steps:
                        asked = replace(asked, steps=args.steps)
                    started = time.process_time()
                    tuned = tune(net, corrected, old, options, asked, split)
                    seconds = round(time.process_time() - started)
                    for keep in KEEPS:
                        mean = mixed(net, tuned, keep)
                        after = evaluate(mean, rest, options, "cpu")
                        at_home = evaluate(mean, others, options, "cpu") if trees == most else []
                        site = choose_thresholds(evaluate(mean, corrected, options, "cpu"))
                        add(said | {"recipe": recipe, "keep": keep, "seconds": seconds, "after": by_set(after, usual)[domain],
                                    "site": site, "afterSite": by_set(after, site)[domain],
                                    "home": by_set(at_home, usual), "homeSite": by_set(at_home, site)})
    write_json(args.out / "result.json", {"recipes": {k: asdict(v) for k, v in RECIPES.items()}, "rows": rows})
    print(json.dumps({"rows": len(rows)}))


if __name__ == "__main__":
    main()
