"""Who trains, who chooses thresholds, who scores: by place, so that nobody sees a place twice."""
from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .records import Record

CHOOSE_SHARE = 0.08
"""Share of the training places that choose thresholds and are not trained on."""


def place_of(image: dict) -> str:
    """The ground that an image shows; two dates of one plot are one place.

    Tree-Top-View says no more than the site, so there a place is the image: its sites lie on
    both sides, and only `--leave-out` or `--folds` measures unseen ones.
    """
    if image.get("place"):
        return f"{image['set']}/{image['place']}"
    return re.sub(r"_(19|20)\d\d$", "", image["id"])


def draw(key: str, seed: int) -> float:
    """A number in [0, 1) that depends on nothing but the key and the seed."""
    digest = hashlib.sha256(f"{seed}:{key}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def thin(items: list, most: int) -> list:
    """At most `most` of a list, evenly spread over it."""
    if len(items) <= most:
        return items
    return [items[i * len(items) // most] for i in range(most)]


@dataclass
class Sides:
    """Images to learn from, to choose thresholds with, and to be scored by."""

    train: list["Record"]
    choose: list["Record"]
    val: list["Record"]


def split_by_place(
    records: list["Record"],
    seed: int = 0,
    leave_out: frozenset[str] = frozenset(),
    fold: tuple[int, int] | None = None,
) -> Sides:
    """Splits by the records' own `split`, and again by place within the training part.

    Sites and whole sets (domains) in `leave_out` are scored and never learned from.
    Ground without a tree is split by its own `split` alone: there is nothing on it to be remembered.
    `fold` = (i, n): the sites of fold i of n choose, for cross-validation by site. Places of the
    validation part are dropped from the training part should they occur there.
    """
    def scores(record: "Record") -> bool:
        return record.split == "val" or bool(leave_out & {record.site, record.set})

    val = [r for r in records if scores(r)]
    scored = {r.place for r in val if r.trees}
    rest = [r for r in records if not scores(r) and r.place not in scored]

    def chooses(record: "Record") -> bool:
        if fold is None:
            return draw(record.place, seed) < CHOOSE_SHARE
        return int(draw(record.site, seed) * fold[1]) == fold[0]

    return Sides(
        train=[r for r in rest if not chooses(r)],
        choose=[r for r in rest if chooses(r)],
        val=val,
    )
