"""How well a network finds trees, in the same meaning as the product's `bench/detection.ts`."""
from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
import torch

from .crops import CropOptions, choose_bands
from .data import AS_IT_IS, RATIO_STEPS, read_pixels, resample, working_ratio
from .decode import Found, box_iou, decode, suppress
from .model import CrownNet, Exported
from .records import Record

LEAST_IOU = 0.4
POINT_REACH_METERS = 3.0
MULTIPLE = 16
LOWEST = 0.04
"""Scores below this are never asked for."""
COARSE_GSD = 0.45
"""Images of this many metres a pixel and coarser have a threshold of their own."""
LARGE_CROWNS = {"times": 1.75, "fromMeters": 4, "weight": 0.85}
"""The second scale pass over fine images: as many times the metres a pixel, for crowns so many metres across, scores weighed."""
SMALL_CROWNS = {"times": 0.5, "toMeters": 2.5, "weight": 0.85}
"""The scale pass for young trees over images fine enough for it: half the metres a pixel, crowns of at most so many metres."""
AS_GOOD = 0.005
"""F1 that differs by less says nothing."""
THRESHOLDS = np.round(np.arange(0.05, 0.61, 0.01), 2)

Heads = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
"""Input planes (bands x H x W, 0..1) to heat (h x w, 0..1) and box (4 x h x w)."""


def torch_heads(net: CrownNet, device: str) -> Heads:
    """The heads of a network as the product sees them, for `find_trees`."""
    exported = Exported(net).to(device).eval()

    def run(planes: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        with torch.no_grad():
            heat, box, _ = exported(torch.from_numpy(planes)[None].to(device))
        return heat[0, 0].cpu().numpy(), box[0].cpu().numpy()

    return run


def _crown_pass(
    record: Record, pixels: np.ndarray, heads: Heads, options: CropOptions, times: float, weight: float
) -> tuple[Found, np.ndarray]:
    """A scale pass at `times` the metres a pixel, scores weighed, and how many metres wide what it found is."""
    ratio = working_ratio(record.gsd, options.gsd)
    found = detect_at_scale(pixels, heads, options, max(1, int(ratio * times * RATIO_STEPS + 0.5)) / RATIO_STEPS)
    across = (found.boxes[:, 2:] - found.boxes[:, :2]).mean(1) * record.gsd
    return Found(found.scores * weight, found.centres, found.boxes), across


def shows_young(record: Record, options: CropOptions) -> bool:
    """Whether an image is fine enough for the scale pass for young trees."""
    return record.gsd <= options.gsd * SMALL_CROWNS["times"] * AS_IT_IS[1]


def _proposed(record: Record, pixels: np.ndarray, heads: Heads, options: CropOptions) -> Found:
    """What one scale pass proposes, and for large crowns of fine images another at a coarser resolution."""
    found = detect_at_scale(pixels, heads, options, working_ratio(record.gsd, options.gsd))
    if group_of(record) != "fine":
        return found
    far, across = _crown_pass(record, pixels, heads, options, LARGE_CROWNS["times"], LARGE_CROWNS["weight"])
    return found.joined(far.take((across >= LARGE_CROWNS["fromMeters"]) & (far.scores >= LOWEST)))


def find_trees(record: Record, heads: Heads, options: CropOptions) -> Found:
    """Trees of an image in its own pixels, above `LOWEST`, best first, without the scale pass for young trees.

    The image goes through in one piece; the product cuts it into tiles, whose seams
    change few trees in a thousand.
    """
    pixels = read_pixels(record.path)
    return _kept(_proposed(record, pixels, heads, options), record, pixels)


def find_both(record: Record, heads: Heads, options: CropOptions) -> tuple[Found, Found]:
    """What `find_trees` finds, and the same with a finer scale pass for young trees where the image has it."""
    pixels = read_pixels(record.path)
    found = _proposed(record, pixels, heads, options)
    plain = _kept(found, record, pixels)
    if not shows_young(record, options):
        return plain, plain
    near, across = _crown_pass(record, pixels, heads, options, SMALL_CROWNS["times"], SMALL_CROWNS["weight"])
    young = near.take((across <= SMALL_CROWNS["toMeters"]) & (near.scores >= LOWEST))
    return plain, _kept(found.joined(young), record, pixels)


def _kept(found: Found, record: Record, pixels: np.ndarray) -> Found:
    """Those in the image that no better one covers, on labelled ground."""
    size = np.array(pixels.shape[1::-1], np.float32)
    boxes = np.clip(found.boxes, 0, np.tile(size, 2))
    own = ((found.centres >= 0) & (found.centres < size)).all(1)
    return _known(suppress(Found(found.scores, found.centres, boxes).take(own)), record)


def _known(found: Found, record: Record) -> Found:
    """Without finds on ground that nobody labelled: they are neither right nor wrong."""
    x, y = found.centres[:, :1], found.centres[:, 1:]
    x0, y0, x1, y1 = record.ignore.T[:, None]
    return found.take(~((x >= x0) & (x <= x1) & (y >= y0) & (y <= y1)).any(1))


def detect_at_scale(pixels: np.ndarray, heads: Heads, options: CropOptions, ratio: float) -> Found:
    """What the network proposes at `ratio` pixels of the image to one of its own, in the image's pixels."""
    height, width = (int(np.ceil(side / ratio)) for side in pixels.shape[:2])
    padded = [-(-side // MULTIPLE) * MULTIPLE for side in (width, height)]
    tile = resample(pixels, 0, 0, *padded, ratio) / 255
    found = decode(*heads(choose_bands(tile, options, None)), LOWEST)
    return Found(found.scores, found.centres * ratio, found.boxes * ratio)


def match_pairs(worth: np.ndarray, least: float) -> list[tuple[int, int]]:
    """Pairs matched best first, each side once; `worth` is n x m, pairs below `least` do not count."""
    rows, columns = np.nonzero(worth >= least)
    order = np.lexsort((columns, rows, -worth[rows, columns]))
    pairs: list[tuple[int, int]] = []
    used_rows: set[int] = set()
    used_columns: set[int] = set()
    for row, column in zip(rows[order].tolist(), columns[order].tolist()):
        if row not in used_rows and column not in used_columns:
            used_rows.add(row)
            used_columns.add(column)
            pairs.append((row, column))
    return pairs


def match_count(worth: np.ndarray, least: float) -> int:
    """How many pairs `match_pairs` finds."""
    return len(match_pairs(worth, least))


def matched_trees(record: Record, found: Found) -> int:
    """Right ones among the found: boxes above IoU 0.4, points within 3 m."""
    if record.kind == "boxes":
        return match_count(box_iou(found.boxes, record.boxes), np.nextafter(LEAST_IOU, 1))
    away = np.linalg.norm(found.centres[:, None] - record.points[None], axis=2)
    return match_count(-away, -(record.reach or POINT_REACH_METERS) / record.gsd)


def scores(matched: int, found: int, truth: int) -> dict[str, float | int]:
    """Precision, recall and F1 with the counts they come from."""
    precision, recall = matched / max(found, 1), matched / max(truth, 1)
    f1 = 2 * precision * recall / (precision + recall) if matched else 0.0
    return {"truth": truth, "found": found, "precision": round(precision, 3),
            "recall": round(recall, 3), "f1": round(f1, 3)}


def group_of(record: Record) -> str:
    """Which threshold holds for an image: "fine" or "coarse"."""
    return "coarse" if record.gsd >= COARSE_GSD else "fine"


def evaluate(
    net: CrownNet, records: Iterable[Record], options: CropOptions, device: str
) -> list[tuple[Record, Found]]:
    """Runs a network over images. Leaves it in evaluation mode."""
    net.eval()
    heads = torch_heads(net, device)
    return [(record, find_trees(record, heads, options)) for record in records]


def choose_thresholds(runs: list[tuple[Record, Found]], usual: float = 0.3) -> dict[str, float]:
    """A threshold for fine and one for coarse images; where there are none the other's, or `usual`.

    Of those that are within `AS_GOOD` of the best F1, the one whose count is nearest to the truth:
    the curve is flat at its top, and a count should err to neither side.
    """
    chosen: dict[str, float] = {}
    for group in ("fine", "coarse"):
        mine = [run for run in runs if group_of(run[0]) == group]
        tried = [(_sum_up(mine, t), float(t)) for t in THRESHOLDS] if mine else []
        best = max((s["f1"] for s, _ in tried), default=0)
        good = [(abs(s["found"] - s["truth"]), t) for s, t in tried if s["f1"] >= best - AS_GOOD]
        if good:
            chosen[group] = min(good)[1]
    other = next(iter(chosen.values()), usual)
    return {group: chosen.get(group, other) for group in ("fine", "coarse")}


def _sum_up(runs: list[tuple[Record, Found]], threshold: float) -> dict[str, float | int]:
    matched = found = truth = 0
    for record, trees in runs:
        kept = trees.above(threshold)
        matched += matched_trees(record, kept)
        found += len(kept.scores)
        truth += record.trees
    return scores(matched, found, truth)


def table(
    runs: list[tuple[Record, Found]], thresholds: dict[str, float]
) -> dict[str, dict[str, float | int]]:
    """Scores by set and by "set site", as the bench prints them."""
    parts: dict[str, list[tuple[Record, Found]]] = {}
    for record, trees in runs:
        kept = (record, trees.above(thresholds[group_of(record)]))
        parts.setdefault(record.set, []).append(kept)
        parts.setdefault(f"{record.set} {record.site}", []).append(kept)
    return {name: _sum_up(part, 0) for name, part in sorted(parts.items())}
