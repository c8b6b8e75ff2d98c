#!/usr/bin/python3
"""From squares of ground to a model of cover: `python3 train_cover.py SQUARES OUT`, by gradient boosted trees (Friedman 2001)."""
from __future__ import annotations

import argparse
import json
import zlib
from pathlib import Path

import numpy as np
from sklearn.ensemble import HistGradientBoostingClassifier

CANOPY, LOW, BARE = 1, 2, 3
HEAD = 3
"""Numbers before the features in a row: image, class, variant."""
RGB = 18
"""Features without near infrared; the others need it."""
MEASURE_ONLY = "campo"
CROWNS_WEIGHT = 0.3
"""Images of single crowns show canopy alone: with more weight all ground of their camera becomes canopy."""
MOST = 12_000
"""Squares of one class of one set, drawn where there are more."""
FOLDS = 3
FALSE_CANOPY = 0.19
"""Share of low plants and bare ground of sites that were left out that may be called canopy, as the mean of the sets."""
LICENCE = "made by this project from the data credited in cover.md"


def read(folder: Path) -> dict[str, np.ndarray]:
    """The squares with set, domain and site of each."""
    images = json.loads((folder / "images.json").read_text())
    rows = np.fromfile(folder / "squares.f32", np.float32)
    rows = rows.reshape(-1, HEAD + RGB + 4)
    names = np.array([i["set"] for i in images])[rows[:, 0].astype(int)]
    rng = np.random.default_rng(0)
    kept = []
    for name in np.unique(names):
        for label in (CANOPY, LOW, BARE):
            own = np.flatnonzero((names == name) & (rows[:, 1] == label))
            kept.append(rng.permutation(own)[:MOST])
    rows = rows[np.sort(np.concatenate(kept))]
    image = rows[:, 0].astype(int)
    of = {name: np.array([i[name] for i in images])[image] for name in ("domain", "set", "site", "split")}
    places = np.array([i["site"] if i["set"] in ("neon", "ttv", "crowns", "urbanca") else i["set"] for i in images])
    return {**of, "place": places[image], "label": rows[:, 1].astype(int), "variant": rows[:, 2].astype(int),
            "x": rows[:, HEAD:]}


def weights(data: dict[str, np.ndarray], use: np.ndarray) -> np.ndarray:
    """Weights by which a class of a set counts as the root of its squares."""
    weight = np.zeros(len(use))
    for name in np.unique(data["set"][use]):
        for label in (CANOPY, LOW, BARE):
            own = use & (data["set"] == name) & (data["label"] == label)
            if own.any():
                weight[own] = 1 / np.sqrt(own.sum())
        if name == "crowns":
            weight[data["set"] == name] *= CROWNS_WEIGHT
    return weight / weight[use].mean()


def fit(data: dict[str, np.ndarray], use: np.ndarray, columns: int) -> HistGradientBoostingClassifier:
    """Trees over the first `columns` features of the squares in `use`."""
    model = HistGradientBoostingClassifier(
        max_iter=32, max_leaf_nodes=11, learning_rate=0.2, min_samples_leaf=80, l2_regularization=1.0,
        early_stopping=False, random_state=1)
    weight = weights(data, use)
    return model.fit(data["x"][use, :columns], data["label"][use], sample_weight=weight[use])


def numbers(values) -> str:
    """Numbers in one line."""
    return " ".join(f"{v:.5g}" for v in values)


def written(model: HistGradientBoostingClassifier) -> dict:
    """The trees of each class one after the other: feature (-1 in a leaf), limit (or value), and the two nodes below."""
    feature, limit, left, right, roots = [], [], [], [], []
    for per_class in model._predictors:
        for tree in per_class:
            start = len(feature)
            roots.append(start)
            for node in tree.nodes:
                leaf = bool(node["is_leaf"])
                feature.append(-1 if leaf else int(node["feature_idx"]))
                limit.append(float(node["value"] if leaf else node["num_threshold"]))
                left.append(0 if leaf else start + int(node["left"]))
                right.append(0 if leaf else start + int(node["right"]))
    base = [float(v) for v in np.ravel(model._baseline_prediction)]
    return {"base": base, "roots": numbers(roots), "feature": numbers(feature), "limit": numbers(limit),
            "left": " ".join(map(str, left)), "right": " ".join(map(str, right))}


def write(path: Path, version: str, data: dict[str, np.ndarray], use: np.ndarray, bias: float, left_out=()) -> None:
    """Trains on `use` and writes the model."""
    model = {"name": "cover", "version": version, "canopyBias": round(bias, 2),
             "rgb": written(fit(data, use, RGB)), "licence": LICENCE}
    infrared = use & ~np.isnan(data["x"][:, RGB])
    if infrared.any():
        model["nir"] = written(fit(data, infrared, RGB + 4))
    if left_out:
        model["leftOut"] = sorted(left_out)
    path.write_text(json.dumps(model, indent=2) + "\n")


def folds(data: dict[str, np.ndarray]) -> np.ndarray:
    """The fold of each square, by its site, so that dates and cameras of a site stay together."""
    return np.array([zlib.crc32(place.encode()) % FOLDS for place in data["place"]])


def choose_bias(data: dict[str, np.ndarray], taught: np.ndarray) -> float:
    """The greatest bias towards canopy at which sites that were left out keep the share of false canopy."""
    fold = folds(data)
    raw = np.zeros((len(fold), 3))
    for n in range(FOLDS):
        own = taught & (fold == n)
        raw[own] = fit(data, taught & (fold != n), RGB).decision_function(data["x"][own, :RGB])
    chosen = -4.0
    plain = taught & (data["variant"] == 0)
    for bias in np.arange(-4, 2, 0.05):
        canopy = raw[:, 0] + bias >= raw[:, 1:].max(axis=1)
        shares = [canopy[plain & (data["set"] == name) & (data["label"] != CANOPY)].mean()
                  for name in ("ttv", "neon", "urbanca")]
        if np.mean(shares) > FALSE_CANOPY:
            break
        chosen = float(bias)
    return chosen


def main() -> None:
    """Writes `cover.json`, and with `--left-out` one model for each part of the sites and each source left out."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("squares", type=Path)
    ask.add_argument("out", type=Path)
    ask.add_argument("--version", default="1")
    ask.add_argument("--left-out", action="store_true", help="also what the bench judges new ground by")
    asked = ask.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    data = read(asked.squares)
    taught = (data["split"] != "val") & (data["set"] != MEASURE_ONLY)
    bias = choose_bias(data, taught)
    write(asked.out / "cover.json", asked.version, data, taught, bias)
    if asked.left_out:
        labelled = data["set"] != MEASURE_ONLY
        fold = folds(data)
        for n in range(FOLDS):
            left = set(data["place"][labelled & (fold == n)])
            write(asked.out / f"sites-{n}.json", asked.version, data, labelled & (fold != n), bias, left)
        for name in ("neon", "ttv", "urbanca"):
            left = {f"domain {name}"}
            write(asked.out / f"{name}.json", asked.version, data, labelled & (data["domain"] != name), bias, left)
    print(json.dumps({"squares": int(taught.sum()), "canopyBias": bias}))


if __name__ == "__main__":
    main()
