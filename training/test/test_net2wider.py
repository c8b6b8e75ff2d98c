"""A wider network begins where the narrower one stood."""
import unittest

import torch

from nihol_training.model import CrownNet
from nihol_training.net2wider import widen


def used_net() -> CrownNet:
    """A network whose normalisation has seen something, as a trained one's has."""
    torch.manual_seed(1)
    net = CrownNet((8, 12, 16, 20), 4)
    with torch.no_grad():
        for _ in range(3):
            net(torch.rand(2, 4, 64, 64))
    return net.eval()


class Widen(unittest.TestCase):
    def test_says_the_same_and_copies_learn_apart(self) -> None:
        net = used_net()
        wide = widen(net, (12, 20, 40, 24)).eval()
        image = torch.rand(2, 4, 64, 96)
        with torch.no_grad():
            for narrow, wider in zip(net(image), wide(image)):
                self.assertTrue(torch.allclose(narrow, wider, atol=1e-4, rtol=1e-4))
        wide.train()
        wide(image)[0].sum().backward()
        slope = wide.down[2][1].first.weight.grad
        pairs = (slope[:, None] - slope[None]).abs().amax((2, 3, 4))
        self.assertTrue((pairs + torch.eye(len(slope)) > 0).all())

    def test_cannot_become_narrower(self) -> None:
        with self.assertRaisesRegex(ValueError, "cannot hold"):
            widen(used_net(), (8, 12, 12, 20))


if __name__ == "__main__":
    unittest.main()
