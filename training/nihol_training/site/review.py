"""What a person does with a network's trees: keeps, throws out, adds; written as the product exports it."""
from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..decode import Found, box_iou
from ..evaluate import LEAST_IOU, POINT_REACH_METERS, match_pairs
from ..records import Record, centres_of
from .pieces import Window, cut_piece, inside, touching, windows_of, within

USUAL_CROWN_METERS = 4.0
"""Of a tree that is set where no crown is labelled, and none was found to take the width from."""


@dataclass
class Verdict:
    """What a person says of an image: boxes kept, thrown out and added, n x 4."""

    accepted: np.ndarray
    rejected: np.ndarray
    added: np.ndarray


def judge_found(record: Record, found: Found) -> Verdict:
    """Compares what was found with the labels. What matches keeps the network's own box, as a person keeps it."""
    if record.kind == "boxes":
        pairs = match_pairs(box_iou(found.boxes, record.boxes), np.nextafter(LEAST_IOU, 1))
        true = record.boxes
    else:
        away = np.linalg.norm(found.centres[:, None] - record.points[None], axis=2)
        pairs = match_pairs(-away, -(record.reach or POINT_REACH_METERS) / record.gsd)
        kept = found.boxes[[row for row, _ in pairs]]
        width = float(np.median(kept[:, 2:] - kept[:, :2])) if len(kept) else USUAL_CROWN_METERS / record.gsd
        true = np.concatenate([record.points - width / 2, record.points + width / 2], 1)
    right, known = [row for row, _ in pairs], [column for _, column in pairs]
    return Verdict(found.boxes[right], np.delete(found.boxes, right, 0), np.delete(true, known, 0).astype(np.float32))


def _annotations(verdict: Verdict, record: Record, window: Window) -> list[dict]:
    def marks(boxes: np.ndarray, **rest: object) -> list[dict]:
        x0, y0, x1, y1 = boxes.T.astype(float) if len(boxes) else np.zeros((4, 0))
        return [{"bbox": [float(v) for v in bbox], "category_id": 1} | rest
                for bbox in zip(x0, y0, x1 - x0, y1 - y0)]

    out: list[dict] = []
    for status in ("accepted", "rejected", "added"):
        boxes = getattr(verdict, status)
        own = inside((boxes[:, :2] + boxes[:, 2:]) / 2, window)
        out += marks(within(boxes[own], window), iscrowd=0, attributes={"status": status})
        # A neighbour's tree that reaches in: its ground is known to be no bare ground, and no more.
        out += marks(touching(boxes[~own], window) if status != "rejected" else boxes[:0], iscrowd=1)
    return out + marks(touching(record.ignore, window), iscrowd=1)


def write_corrections(
    runs: list[tuple[Record, Found]], trees: int, metres: float, seed: int, folder: Path
) -> dict[str, int]:
    """Looks through fragments of these images until `trees` stand in them, and writes `corrections.json`.

    Fragments are of about `metres` a side, in an order drawn by `seed`. Returns how many fragments and trees were
    looked through, and how many of these were kept, thrown out and added.
    """
    folder.mkdir(parents=True, exist_ok=True)
    verdicts = [judge_found(record, found) for record, found in runs]
    all_windows = [(n, window) for n, (record, _) in enumerate(runs) for window in windows_of(record, metres)]
    np.random.default_rng(seed).shuffle(all_windows)
    images, annotations, done = [], [], {"fragments": 0, "trees": 0, "accepted": 0, "rejected": 0, "added": 0}
    for n, window in all_windows:
        if done["trees"] >= trees:
            break
        window = tuple(int(side) for side in window)
        record = runs[int(n)][0]
        piece = cut_piece(record, window, folder)
        number = len(images) + 1
        images.append({"id": number, "file_name": piece.path.name, "width": piece.width, "height": piece.height,
                       "gsd_m": record.gsd, "site": record.site, "place": record.place})
        said = _annotations(verdicts[int(n)], record, window)
        annotations += [{"id": len(annotations) + k + 1, "image_id": number} | mark for k, mark in enumerate(said)]
        done["fragments"] += 1
        done["trees"] += int(inside(centres_of(record), window).sum())
        for mark in said:
            if not mark["iscrowd"]:
                done[mark["attributes"]["status"]] += 1
    coco = {"categories": [{"id": 1, "name": "tree"}], "images": images, "annotations": annotations}
    (folder / "corrections.json").write_text(json.dumps(coco, indent=1) + "\n")
    return done
