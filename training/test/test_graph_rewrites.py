"""A rewritten graph holds the same network."""
from __future__ import annotations

import unittest
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from nihol_training.onnx_file.from_onnx import read_onnx
from nihol_training.onnx_file.graph_rewrites import blocks_of_pixels, pixels_of_blocks

MODEL = Path(__file__).resolve().parents[2] / "models" / "crown.onnx"


class Rewritten(unittest.TestCase):
    """The first convolution over blocks, and a network read from a rewritten file."""

    def test_first_by_blocks(self) -> None:
        """A kernel of 5 x 5 and the one of 3 x 3 over blocks of 2 x 2 answer alike, at the image's border too."""
        random = np.random.default_rng(3)
        weights = random.normal(size=(4, 5, 5, 5)).astype(np.float32)
        blocks = blocks_of_pixels(weights)
        np.testing.assert_array_equal(pixels_of_blocks(blocks), weights)
        image = torch.from_numpy(random.normal(size=(1, 5, 16, 24)).astype(np.float32))
        # Depth as ONNX has it: the pixel of the block first, then the channel.
        apart = image.reshape(1, 5, 8, 2, 12, 2).permute(0, 3, 5, 1, 2, 4).reshape(1, 20, 8, 12)
        whole = F.conv2d(image, torch.from_numpy(weights), stride=2, padding=2)
        torch.testing.assert_close(F.conv2d(apart, torch.from_numpy(blocks), padding=1), whole, rtol=1e-4, atol=1e-4)

    def test_read_again(self) -> None:
        """The shipped file is read as the network that it is: a tree on soil is found, its box around it."""
        net = read_onnx(MODEL).eval()
        image = torch.full((1, 4, 96, 96), 0.5)
        image[:, :3] = torch.tensor([0.55, 0.47, 0.38]).reshape(1, 3, 1, 1)
        image[:, 3] = 0
        y, x = torch.meshgrid(torch.arange(96.0), torch.arange(96.0), indexing="ij")
        crown = (y - 48) ** 2 + (x - 48) ** 2 < 12**2
        for band, value in enumerate([0.2, 0.35, 0.15]):
            image[0, band][crown] = value
        with torch.no_grad():
            heat, box, _mask = net(image)
        at = divmod(int(heat[0, 0].argmax()), 48)
        self.assertLessEqual(max(abs(at[0] - 24), abs(at[1] - 24)), 2)
        sure = torch.sigmoid(heat[0, 0])
        self.assertGreater(float(sure.max()), 10 * float(sure.median()))
        np.testing.assert_allclose(box[0, :, at[0], at[1]].numpy(), 12, atol=4)


if __name__ == "__main__":
    unittest.main()
