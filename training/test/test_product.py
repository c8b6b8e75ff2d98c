"""The training cuts, finds and writes as the product does."""
import unittest

import numpy as np
import torch

from nihol_training.data import axis_taps, resample, working_ratio
from nihol_training.decode import Found, decode, suppress
from nihol_training.evaluate import match_count
from nihol_training.loss import box_losses
from nihol_training.model import CrownNet, Exported


class Resampling(unittest.TestCase):
    def test_the_working_ratio_is_the_products(self) -> None:
        self.assertEqual(working_ratio(0.1, 0.2), 2)
        self.assertEqual(working_ratio(0.0962, 0.2), 67 / 32)
        self.assertEqual(working_ratio(0.6, 0.2), 0.5)

    def test_weights_of_a_pixel_add_up_to_one(self) -> None:
        for ratio in (0.5, 0.8, 1, 67 / 32, 4.3):
            _, weights = axis_taps(-3, 40, ratio, 50)
            np.testing.assert_allclose(weights.sum(1), 1, atol=1e-5)

    def test_reducing_by_two_is_the_mean_of_pairs(self) -> None:
        line = np.tile(np.arange(10, dtype=np.float32)[None, :, None], (10, 1, 1))
        np.testing.assert_allclose(resample(line, 0, 0, 5, 1, 2)[0, :, 0],
                                   [0.5, 2.5, 4.5, 6.5, 8.5])


class Decoding(unittest.TestCase):
    def test_of_equal_neighbours_the_first_is_the_peak(self) -> None:
        heat = np.zeros((12, 12), np.float32)
        heat[5, 5] = heat[5, 6] = 0.9
        found = decode(heat, np.full((4, 12, 12), 3, np.float32), 0.5)
        self.assertEqual(found.centres.tolist(), [[11, 11]])

    def test_a_covered_tree_still_covers_worse_ones(self) -> None:
        boxes = np.array([[0, 0, 10, 10], [3, 0, 13, 10], [6, 0, 16, 10]], np.float64)
        centres = (boxes[:, :2] + boxes[:, 2:]) / 2
        kept = suppress(Found(np.array([0.9, 0.8, 0.7]), centres, boxes))
        self.assertEqual(kept.scores.tolist(), [0.9])

    def test_nothing_found_is_no_error(self) -> None:
        found = suppress(decode(np.zeros((8, 8), np.float32), np.zeros((4, 8, 8)), 0.5))
        self.assertEqual(len(found.scores), 0)

    def test_a_truth_is_matched_once(self) -> None:
        self.assertEqual(match_count(np.array([[0.9], [0.8]]), 0.4), 1)


class Network(unittest.TestCase):
    def test_heads_are_at_half_resolution(self) -> None:
        heat, box, mask = CrownNet((8, 8, 8, 8)).eval()(torch.rand(1, 3, 32, 48))
        self.assertEqual([tuple(h.shape) for h in (heat, box, mask)],
                         [(1, 1, 16, 24), (1, 4, 16, 24), (1, 1, 16, 24)])

    def test_the_product_sees_a_centre_as_its_neighbourhood_says(self) -> None:
        class Heads(torch.nn.Module):
            def forward(self, image: torch.Tensor) -> tuple[torch.Tensor, ...]:
                heat = torch.full((1, 1, 32, 32), -9.0)
                heat[0, 0, 8, 8] = 9
                heat[0, 0, 22:25, 22:25] = 2
                mask = torch.full((1, 1, 32, 32), 9.0)
                mask[0, 0, :4] = -9
                heat[0, 0, 1:4, 22:25] = 2
                return heat, torch.ones(1, 4, 32, 32), mask

        heat = Exported(Heads())(torch.rand(1, 3, 64, 64))[0][0, 0]
        self.assertGreater(float(heat[23, 23]), 2 * float(heat[8, 8]))
        self.assertLess(float(heat[2, 23]), 0.1 * float(heat[23, 23]))
        self.assertEqual(tuple(heat.shape), (32, 32))

    def test_a_net_of_four_bands_takes_images_without_infrared(self) -> None:
        net = CrownNet((8, 8, 8, 8), 4).eval()
        image = torch.rand(2, 4, 32, 32)
        image[0, 3] = 0
        self.assertTrue(torch.isfinite(net(image)[0]).all())

    def test_right_distances_cost_nothing(self) -> None:
        sides = torch.rand(2, 4, 8, 8) * 9 + 1
        giou, relative = box_losses(sides, sides, torch.ones(2, 1, 8, 8))
        self.assertLess(float(giou) + float(relative), 1e-5)


if __name__ == "__main__":
    unittest.main()
