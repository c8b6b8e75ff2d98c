"""Targets, written as a perfect network's answer, decode to the trees they were made of."""
import unittest

import numpy as np

from nihol_training.augment import turn
from nihol_training.decode import box_iou, decode, suppress
from nihol_training.targets import make_targets

NONE = np.zeros((0, 4), np.float32)
BOXES = np.array([[10, 12, 40, 44], [60, 20, 71, 33], [30, 90, 80, 130], [100, 100, 108, 108]],
                 np.float32)


def found_in(targets: dict) -> np.ndarray:
    return suppress(decode(targets["heat"][0], targets["box"], 0.99)).boxes


class Targets(unittest.TestCase):
    def test_boxes_come_back_through_decoding(self) -> None:
        targets = make_targets(BOXES, NONE[:, :2], NONE, 160, "boxes", 0.2)
        found = found_in(targets)
        self.assertEqual(len(found), len(BOXES))
        self.assertGreater(box_iou(BOXES, found).max(1).min(), 0.99)

    def test_points_teach_the_centre_alone(self) -> None:
        points = np.array([[20, 30], [90, 91]], np.float32)
        targets = make_targets(NONE, points, NONE, 160, "points", 0.3)
        self.assertEqual(int((targets["heat"] == 1).sum()), 2)
        self.assertEqual(targets["box_weight"].sum(), 0)
        self.assertEqual(targets["mask_weight"].sum(), 0)

    def test_unknown_ground_has_no_weight(self) -> None:
        ignore = np.array([[0, 0, 80, 160]], np.float32)
        targets = make_targets(BOXES, NONE[:, :2], ignore, 160, "boxes", 0.2)
        self.assertEqual(targets["heat_weight"][0, :, :40].sum(), 0)
        self.assertEqual(targets["heat_weight"][0, :, 40:].min(), 1)

    def test_turning_keeps_boxes_on_their_pixels(self) -> None:
        pixels = np.zeros((160, 160, 3), np.float32)
        pixels[12:44, 10:40] = 1
        for number in range(8):
            switches = [bool(number >> bit & 1) for bit in range(3)]
            image, boxes, points, _ = turn((pixels, BOXES[:1], BOXES[:1, :2], NONE), *switches)
            x0, y0, x1, y1 = boxes[0].astype(int)
            self.assertEqual(image[y0:y1, x0:x1].min(), 1)
            self.assertEqual(image.sum(), 3 * (y1 - y0) * (x1 - x0))
            self.assertTrue((points[0] >= boxes[0, :2]).all() and (points[0] <= boxes[0, 2:]).all())


if __name__ == "__main__":
    unittest.main()
