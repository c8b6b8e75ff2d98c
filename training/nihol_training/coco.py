"""Corrections as COCO: what staff accepted, moved and added, and what they threw out."""
from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from .records import Record, rows

REJECTED = "rejected"


def load_coco(file: Path, split: str = "train") -> list[Record]:
    """Images and trees of a COCO file; images lie beside it, under `file_name`.

    Beyond COCO an image carries `gsd_m` (metres a pixel, needed), and may carry `site`, `place`,
    `split` and `partial`. An annotation with `attributes.status` "rejected" is no tree;
    `iscrowd` 1 marks ground where nobody knows; one with `keypoints` and no `bbox` is a point.
    Raises ValueError when an image does not say its resolution.
    """
    coco = json.loads(file.read_text())
    marks: dict[int, list[dict]] = {}
    for mark in coco.get("annotations", []):
        if mark.get("attributes", {}).get("status") != REJECTED:
            marks.setdefault(mark["image_id"], []).append(mark)
    return [_record(file, image, marks.get(image["id"], []), split) for image in coco["images"]]


def _corners(marks: list[dict]) -> np.ndarray:
    boxes = rows([mark["bbox"] for mark in marks], 4)
    boxes[:, 2:] += boxes[:, :2]
    return boxes


def _record(file: Path, image: dict, marks: list[dict], split: str) -> Record:
    if not image.get("gsd_m"):
        raise ValueError(f"{file}: {image['file_name']} does not say its gsd_m.")
    crowd = [m for m in marks if m.get("iscrowd") and m.get("bbox")]
    trees = [m for m in marks if not m.get("iscrowd") and m.get("bbox")]
    dots = [m["keypoints"][:2] for m in marks if not m.get("bbox") and m.get("keypoints")]
    # An image has crowns or points, not both: points beside crowns become unknown ground.
    kind = "points" if dots and not trees else "boxes"
    reach = 2.0 / float(image["gsd_m"])
    unknown = [[x - reach, y - reach, x + reach, y + reach] for x, y in dots]
    ignore = np.concatenate([_corners(crowd), rows(unknown if kind == "boxes" else [], 4)])
    site = image.get("site", file.stem)
    return Record(
        id=f"{file.stem}/{image['id']}",
        set=file.stem,
        site=site,
        place=f"{site}/{image.get('place', image['file_name'])}",
        path=file.parent / image["file_name"],
        gsd=float(image["gsd_m"]),
        width=int(image["width"]),
        height=int(image["height"]),
        split=image.get("split", split),
        kind=kind,
        boxes=_corners(trees),
        points=rows(dots if kind == "points" else [], 2),
        ignore=ignore,
        partial=bool(image.get("partial")),
    )
