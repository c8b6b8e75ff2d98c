"""Several processes that train one network: each sees its own crops, all make the same step."""
from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import torch
from torch import distributed, multiprocessing, nn

TIMEOUT = timedelta(hours=1)
"""A process that is starved by other work on the machine is waited for."""


def rank() -> int:
    """Which of the processes this is; 0 writes the files and scores."""
    return distributed.get_rank() if distributed.is_initialized() else 0


def count() -> int:
    """How many processes train."""
    return distributed.get_world_size() if distributed.is_initialized() else 1


def _begin(number: int, work: Callable[[], None], processes: int, meeting: str) -> None:
    distributed.init_process_group(
        "gloo", init_method=f"file://{meeting}", rank=number, world_size=processes,
        timeout=TIMEOUT)
    try:
        work()
    finally:
        distributed.destroy_process_group()


def run_distributed(work: Callable[[], None], processes: int) -> None:
    """Runs `work` (a function of a module) in so many processes of this machine, until all end.

    Raises what a process raised.
    """
    if processes == 1:
        work()
        return
    os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo")
    with tempfile.TemporaryDirectory() as folder:
        meeting = str(Path(folder) / "meeting")
        multiprocessing.spawn(_begin, (work, processes, meeting), nprocs=processes)


@torch.no_grad()
def share_step(net: nn.Module, seconds: float) -> float:
    """Averages gradients and normalisation over the processes; returns the seconds of process 0."""
    if count() == 1:
        return seconds
    parts = [p.grad for p in net.parameters() if p.grad is not None]
    parts += [b for b in net.buffers() if b.dtype.is_floating_point]
    own = torch.tensor([seconds * count() if rank() == 0 else 0.0])
    flat = torch.cat([p.reshape(-1).float() for p in parts] + [own])
    distributed.all_reduce(flat)
    flat /= count()
    start = 0
    for part in parts:
        part.copy_(flat[start:start + part.numel()].view_as(part))
        start += part.numel()
    return float(flat[-1])
