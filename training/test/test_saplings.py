"""Young trees are laid into scenes with their shadow beside the box, and a shipped file can be trained on."""
import unittest
from pathlib import Path

import numpy as np
import torch

from nihol_training.onnx_file.from_onnx import read_onnx, unfold_norms
from nihol_training.young.grounds import drawn_ground
from nihol_training.model import Exported
from nihol_training.pasted_crowns import Crowns, Scene
from nihol_training.young.saplings import plant

SHIPPED = Path(__file__).resolve().parents[2] / "models/crown.onnx"
GSD = 0.1


def crowns() -> Crowns:
    green = np.zeros((60, 60, 3), np.uint8)
    green[:] = (60, 120, 50)
    return Crowns([], [green])


def planted(seed: int, taken: list | None = None) -> Scene:
    rng = np.random.default_rng(seed)
    pixels = np.full((128, 128, 3), 0.6, np.float32)
    boxes = np.array(taken or [], np.float32).reshape(-1, 4)
    none = np.zeros((0, 4), np.float32)
    scene = Scene(pixels, boxes, none[:, :2], none)
    plant(scene, crowns(), GSD, rng)
    return scene


class Planting(unittest.TestCase):
    def test_crowns_are_as_small_as_young_trees_and_stand_off_other_trees(self) -> None:
        other = [30, 30, 90, 90]
        added = np.concatenate([planted(seed, [other]).boxes[1:] for seed in range(40)])
        self.assertGreater(len(added), 60)
        across = (added[:, 2] - added[:, 0]) * GSD
        self.assertLessEqual(across.max(), 2.5 * 1.2 + 1e-3)
        self.assertGreaterEqual(across.min(), 0.3)
        meets = ((added[:, 0] < 90) & (added[:, 2] > 30) & (added[:, 1] < 90) & (added[:, 3] > 30))
        self.assertFalse(meets.any())

    def test_the_shadow_lies_outside_the_boxes_and_has_no_label(self) -> None:
        dark_outside = 0
        for seed in range(20):
            scene = planted(seed)
            grey = scene.pixels.mean(2)
            for x0, y0, x1, y1 in np.round(scene.boxes).astype(int):
                grey[max(0, y0 - 1):y1 + 1, max(0, x0 - 1):x1 + 1] = 0.6
            dark_outside += int((grey < 0.45).sum())
        self.assertGreater(dark_outside, 1000)

    def test_the_same_seed_gives_the_same_scene(self) -> None:
        np.testing.assert_array_equal(planted(3).pixels, planted(3).pixels)
        ground = [drawn_ground(64, GSD, np.random.default_rng(9)) for _ in range(2)]
        np.testing.assert_array_equal(*ground)
        self.assertTrue((ground[0] >= 0).all() and (ground[0] <= 1).all())


class ShippedFile(unittest.TestCase):
    def test_a_network_read_back_keeps_its_answers_when_its_norms_are_unfolded(self) -> None:
        try:
            import onnx  # noqa: F401
        except ImportError:
            self.skipTest("the package onnx is not installed")
        net = read_onnx(SHIPPED).eval()
        self.assertEqual((net.widths, net.bands), ((32, 64, 128, 256), 4))
        image = torch.rand(1, 4, 64, 64, generator=torch.Generator().manual_seed(1))
        with torch.no_grad():
            before = Exported(net)(image)
        unfold_norms(net, lambda i: torch.rand(2, 4, 64, 64, generator=torch.Generator().manual_seed(i)))
        with torch.no_grad():
            after = Exported(net)(image)
        for one, other in zip(before, after):
            np.testing.assert_allclose(one.numpy(), other.numpy(), atol=1e-3)


if __name__ == "__main__":
    unittest.main()
