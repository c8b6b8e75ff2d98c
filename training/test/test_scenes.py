"""What is added to scenes carries its labels."""
import unittest

import numpy as np

from nihol_training.pasted_crowns import Crowns, Scene, paste_crowns, plot_of
from nihol_training.point_crowns import reaches
from nihol_training.targets import GUESSED_WEIGHT, make_targets


def bare_scene() -> Scene:
    none = np.zeros((0, 4), np.float32)
    return Scene(np.full((160, 160, 4), 0.4, np.float32), none, none[:, :2], none)


class PastedCrowns(unittest.TestCase):
    def test_each_changes_the_ground_of_its_box_and_no_other(self) -> None:
        scene = bare_scene()
        dead = [np.random.default_rng(0).integers(0, 256, (60, 60, 3), dtype=np.uint8)]
        paste_crowns(scene, Crowns(dead, []), 0.2, 0.1, np.random.default_rng(3))
        changed = np.abs(scene.pixels - 0.4).max(2) > 0.05
        self.assertGreater(len(scene.boxes), 0)
        self.assertEqual(len(scene.boxes), len(scene.points))
        for x0, y0, x1, y1 in scene.boxes:
            middle = changed[int((y0 + y1) / 2) - 2:, int((x0 + x1) / 2) - 2:][:5, :5]
            self.assertTrue(middle.any())
            changed[max(0, int(y0 - 6)):int(y1 + 6), max(0, int(x0 - 6)):int(x1 + 6)] = False
        self.assertFalse(changed.any())

    def test_a_picture_without_infrared_gets_none(self) -> None:
        scene = bare_scene()
        scene.pixels[..., 3] = 0
        paste_crowns(scene, Crowns([], [np.full((60, 60, 3), 200, np.uint8)]), 0.2, 0.1,
                     np.random.default_rng(3))
        self.assertEqual(scene.pixels[..., 3].max(), 0)

    def test_living_crowns_are_bright_in_infrared_and_dead_ones_are_not(self) -> None:
        grey = [np.full((60, 60, 3), 90, np.uint8)]
        brightest = []
        for crowns in (Crowns(grey, []), Crowns([], grey)):
            scene = bare_scene()
            scene.pixels[..., 3] = 0.1
            paste_crowns(scene, crowns, 0.2, 0.1, np.random.default_rng(3))
            brightest.append(scene.pixels[..., 3].max() / scene.pixels[..., 0].max())
        self.assertLess(brightest[0], brightest[1])

    def test_a_crown_names_its_plot(self) -> None:
        self.assertEqual(plot_of("a/SJER_050_2019_2378.jpg"), "SJER_050")
        self.assertEqual(plot_of("neon/SJER_050"), "SJER_050")
        self.assertEqual(plot_of("a/2018_SJER_3_253000_4113000_image_32.jpg"), "")


class PointCrowns(unittest.TestCase):
    def test_a_ray_ends_where_vegetation_ends(self) -> None:
        v, u = np.mgrid[0:64, 0:64]
        index = np.where(np.hypot(u - 30, v - 30) < 6, 0.5, 0.0)
        far = reaches(np.array([[30.5, 30.5]], np.float32), index, 0.6)
        self.assertLessEqual(np.abs(far - 6).max(), 1)

    def test_two_trees_part_half_way(self) -> None:
        points = np.array([[20.5, 30.5], [28.5, 30.5]], np.float32)
        far = reaches(points, np.full((64, 64), 0.5), 0.6)
        self.assertLess(abs(far[0, 0] - 4), 0.6)

    def test_guessed_crowns_weigh_less(self) -> None:
        boxes, points = np.array([[20, 20, 60, 60]], np.float32), np.array([[40, 40]], np.float32)
        targets = make_targets(boxes, points, np.zeros((0, 4)), 160, "points", 0.3)
        self.assertEqual(float(targets["box_weight"].max()), np.float32(GUESSED_WEIGHT))
        self.assertEqual(float(targets["heat"][0, 20, 20]), 1)


if __name__ == "__main__":
    unittest.main()
