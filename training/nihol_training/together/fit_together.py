"""The loop that trains several networks, each a step by turns, for a given time."""
from __future__ import annotations

import copy
import json
import queue
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from ..fit import cosine, follow
from ..loss import total_loss
from .pool import Pool
from .teach import Lesson, lesson_of, taught_loss
from .vary_batch import Batch, vary_batch

AVERAGE = 0.995
WARM = 0.02
"""Share of the training in which the steps grow to their full size."""
LOG_EVERY = 100
FIRST_CROPS = 4096
"""Crops in the pool before the first step."""
LOADED = 64
"""Crops that a worker hands over at once."""


@dataclass
class Pupil:
    """A network, the domains left out for it, as bits, how fast it learns, its steps a round, and whether teachers
    are heard, on images without labels too."""

    name: str
    net: nn.Module
    without: int = 0
    rate: float = 3e-3
    turns: int = 1
    is_taught: bool = False
    sees_unlabelled: bool = False
    average: nn.Module = field(init=False)
    optimiser: torch.optim.Optimizer = field(init=False)
    losses: dict = field(init=False, default_factory=dict)
    steps: int = field(init=False, default=0)

    def prepare(self, device: str) -> None:
        """To its device, with an average of its own."""
        self.net = self.net.to(device, memory_format=torch.channels_last).train()
        self.average = copy.deepcopy(self.net).eval()
        self.optimiser = torch.optim.AdamW(self.net.parameters(), lr=self.rate, weight_decay=1e-2)


@dataclass(frozen=True)
class TogetherOptions:
    """`seconds` of training; `batch` crops a step, `size` crops in the pool; `teachers` are heard but on crops of
    the sets whose bits are set in `exact`."""

    out: Path
    device: str
    seconds: float
    batch: int = 128
    size: int = 60_000
    workers: int = 15
    nir_dropout: float = 0.35
    seed: int = 0
    teachers: tuple[nn.Module, ...] = ()
    exact: int = 0


def _half(device: str) -> torch.autocast:
    return torch.autocast("cuda", torch.bfloat16) if device.startswith("cuda") else (
        torch.autocast("cpu", torch.bfloat16, enabled=False))


def _step(pupil: Pupil, batch: Batch, lesson: Lesson | None, options: TogetherOptions, rate: float) -> None:
    for group in pupil.optimiser.param_groups:
        group["lr"] = rate
    pupil.optimiser.zero_grad(set_to_none=True)
    with _half(options.device):
        heads = pupil.net(batch["image"].contiguous(memory_format=torch.channels_last))
    value, pupil.losses = total_loss(heads, batch)
    if lesson:
        taught = taught_loss(heads, lesson, batch["taught"])
        value, pupil.losses = value + taught, pupil.losses | {"taught": taught.detach()}
    value.backward()
    nn.utils.clip_grad_norm_(pupil.net.parameters(), 5.0)
    pupil.optimiser.step()
    pupil.steps += 1
    follow(pupil.average, pupil.net, pupil.steps, AVERAGE)


def _round(pupils: list[Pupil], pool: Pool, options: TogetherOptions, done: float) -> None:
    """All pupils' steps; those for whom the same is left out learn from the same batch."""
    share = min(1.0, done / WARM + WARM) * cosine(done)
    for turn in range(max(p.turns for p in pupils)):
        for without in sorted({p.without for p in pupils}):
            group = [p for p in pupils if p.without == without and p.turns > turn]
            if not group:
                continue
            batch = vary_batch(pool.draw(options.batch, without), options.nir_dropout)
            lesson = None
            if any(p.is_taught for p in group):
                with _half(options.device):
                    lesson = lesson_of(list(options.teachers), batch["image"].contiguous(memory_format=torch.channels_last))
            for pupil in group:
                _step(pupil, batch, lesson if pupil.is_taught else None, options, pupil.rate * share)


def _fill(loader: DataLoader, waiting: queue.Queue, ended: threading.Event) -> None:
    for batch in loader:
        while not ended.is_set():
            try:
                waiting.put(batch, timeout=0.5)
                break
            except queue.Full:
                continue
        if ended.is_set():
            return


def fit_together(
    pupils: list[Pupil], crops: Dataset, side: int, bands: int, options: TogetherOptions
) -> int:
    """Trains all pupils for the same time, their steps by turns; returns how many crops were cut.

    `crops` are drawn from once, in their order, by `workers` processes; each step draws from the newest
    ones. Writes `log.jsonl` in `options.out`.
    """
    loader = DataLoader(crops, LOADED, num_workers=options.workers)
    waiting: queue.Queue = queue.Queue(16)
    ended = threading.Event()
    filler = threading.Thread(target=_fill, args=(loader, waiting, ended), daemon=True)
    filler.start()
    torch.backends.cudnn.benchmark = True
    pool = Pool(options.size, side, bands, options.device, options.seed, options.exact)
    for teacher in options.teachers:
        teacher.to(options.device, memory_format=torch.channels_last).eval()
    for pupil in pupils:
        pupil.prepare(options.device)
    while len(pool) < min(FIRST_CROPS, options.size, len(crops) // 2):
        pool.add(waiting.get(timeout=300))
    log = (options.out / "log.jsonl").open("a")
    started, rounds = time.monotonic(), 0
    while (done := (time.monotonic() - started) / options.seconds) < 1:
        while not waiting.empty():
            pool.add(waiting.get())
        _round(pupils, pool, options, done)
        rounds += 1
        if rounds % LOG_EVERY == 1:
            losses = {p.name: {name: round(float(part), 3) for name, part in p.losses.items()} for p in pupils}
            line = {"round": rounds, "done": round(done, 3), "cut": pool.seen, "losses": losses}
            log.write(json.dumps(line) + "\n")
            log.flush()
            print(json.dumps(line), flush=True)
    ended.set()
    log.close()
    return pool.seen
