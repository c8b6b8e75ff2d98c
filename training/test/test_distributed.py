"""Two processes make one network."""
import os
import tempfile
import unittest
from functools import partial
from pathlib import Path

import torch
from torch import nn

from nihol_training.distributed import count, rank, run_distributed, share_step


def steps_apart(folder: str) -> None:
    """Three steps on examples of one's own; writes the weights that came out."""
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(4, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
    optimiser = torch.optim.SGD(net.parameters(), lr=0.1)
    torch.manual_seed(rank() + 1)
    for _ in range(3):
        optimiser.zero_grad()
        net(torch.rand(8, 4)).square().mean().backward()
        seconds = share_step(net, 5.0 + rank())
        optimiser.step()
    torch.save({"net": net.state_dict(), "seconds": seconds, "count": count()},
               Path(folder) / f"{rank()}.pt")


def fails() -> None:
    raise ValueError("an image is missing")


class Together(unittest.TestCase):
    def test_all_come_to_the_same_weights_and_the_time_of_the_first(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run_distributed(partial(steps_apart, folder), 2)
            first, second = (torch.load(Path(folder) / f"{n}.pt") for n in (0, 1))
        self.assertEqual([first["count"], first["seconds"], second["seconds"]], [2, 5, 5])
        for name, value in first["net"].items():
            self.assertTrue(torch.allclose(value.float(), second["net"][name].float()), name)

    def test_one_process_is_this_one(self) -> None:
        seen: list[int] = []
        run_distributed(lambda: seen.append(os.getpid()), 1)
        self.assertEqual(seen, [os.getpid()])

    def test_what_one_process_raises_is_raised(self) -> None:
        with self.assertRaisesRegex(Exception, "an image is missing"):
            run_distributed(fails, 2)


if __name__ == "__main__":
    unittest.main()
