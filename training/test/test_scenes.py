"""What is added to scenes carries its labels."""
import tempfile
import unittest
from pathlib import Path

import numpy as np
from PIL import Image

from nihol_training.crown_mosaics import CELLS, mosaic
from nihol_training.other_dates import load_other_dates
from nihol_training.color_transfer import relight
from nihol_training.pasted_crowns import Crowns, Scene, paste_crowns, plot_of
from nihol_training.point_crowns import reaches
from nihol_training.records import Record
from nihol_training.targets import GUESSED_WEIGHT, make_targets
from nihol_training.withered import wither


def bare_scene() -> Scene:
    none = np.zeros((0, 4), np.float32)
    return Scene(np.full((160, 160, 4), 0.4, np.float32), none, none[:, :2], none)


def record_of(folder: str, name: str, low: int, high: int) -> Record:
    """An image of noise between two values."""
    path = Path(folder) / name
    noise = np.random.default_rng(1).integers(low, high, (60, 60, 3), dtype=np.uint8)
    Image.fromarray(noise).save(path)
    return Record(name, "ttv", "X", name, path, 0.1, 60, 60, "train", "boxes")


class OtherLight(unittest.TestCase):
    def test_goes_half_way_or_more_to_the_other_image_and_spares_infrared_it_lacks(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            own, other = record_of(folder, "a.png", 40, 80), record_of(folder, "b.png", 120, 240)
            pixels = np.random.default_rng(2).uniform(40, 80, (32, 32, 4)).astype(np.float32) / 255
            lit = relight(pixels, own, other, np.random.default_rng(3))
        self.assertTrue((lit[..., 3] == pixels[..., 3]).all())
        colours = lit[..., :3]
        self.assertGreater(colours.mean(), 0.99 * (60 + 180) / 2 / 255)
        self.assertLess(colours.mean(), 1.01 * 180 / 255)
        self.assertGreater(colours.std(), 1.3 * pixels[..., :3].std())
        self.assertTrue((np.diff(pixels[0, :, 0]) * np.diff(colours[0, :, 0]) >= 0).all())


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

    def test_an_image_without_infrared_gets_none(self) -> None:
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


class Mosaics(unittest.TestCase):
    def test_only_the_crowns_are_known_ground(self) -> None:
        images = [np.full((side, side, 3), 90, np.uint8) for side in (40, 90, 200)]
        scene = mosaic(Crowns(images[:1], images[1:]), 160, 0.2, np.random.default_rng(1))
        self.assertEqual(len(scene.boxes), CELLS**2)
        self.assertTrue((scene.boxes[:, :2] >= 0).all() and (scene.boxes[:, 2:] <= 160).all())
        known = np.ones((160, 160))
        for x0, y0, x1, y1 in scene.ignore.round().astype(int):
            known[y0:y1, x0:x1] = 0
        size = scene.boxes[:, 2:] - scene.boxes[:, :2]
        self.assertAlmostEqual(known.sum() / size.prod(1).sum(), 1, delta=0.1)
        self.assertEqual(make_targets(scene.boxes, scene.points, scene.ignore, 160, "boxes", 0.2)
                         ["heat"].max(), 1)


class Withered(unittest.TestCase):
    def test_crowns_turn_brown_and_the_ground_stays(self) -> None:
        box = np.array([[40, 40, 80, 80]], np.float32)
        turned = 0
        for seed in range(40):
            pixels = np.full((160, 160, 4), 0.4, np.float32)
            pixels[..., 1] = 0.5
            before = pixels.copy()
            wither(pixels, box, np.random.default_rng(seed))
            middle = pixels[60, 60]
            if (middle == before[60, 60]).all():
                continue
            turned += 1
            self.assertGreater(middle[0], middle[2])
            self.assertLess(middle[3] / middle[0], 1.6)
            pixels[36:84, 36:84] = before[36:84, 36:84]
            self.assertTrue((pixels == before).all())
        self.assertGreater(turned, 0)

    def test_without_infrared_none_appears(self) -> None:
        pixels = np.full((160, 160, 4), 0.4, np.float32)
        pixels[..., 3] = 0
        for seed in range(40):
            wither(pixels, np.array([[40, 40, 80, 80]], np.float32), np.random.default_rng(seed))
        self.assertEqual(pixels[..., 3].max(), 0)


class OtherDates(unittest.TestCase):
    def test_only_training_places_gain_dates(self) -> None:
        def known(number: int, split: str) -> Record:
            name = f"chico_2020_{number}"
            return Record(f"urbanca/{name}", "urbanca", "chico", f"urbanca/chico/{number}",
                          Path(f"{name}.tif"), 0.6, 256, 256, split, "points")

        with tempfile.TemporaryDirectory() as folder:
            for name in ("chico_2018_1", "chico_2020_1", "chico_2018_2", "chico_2018_11"):
                (Path(folder) / f"{name}.csv").write_text("x,y\n3,4\n5.5,6\n")
            found = load_other_dates(Path(folder), [known(1, "train"), known(2, "val")])
        self.assertEqual([record.id for record in found], ["urbanca/chico_2018_1"])
        self.assertEqual(found[0].points.tolist(), [[3, 4], [5.5, 6]])
        self.assertEqual(found[0].path.name, "chico_2018_1.tif")


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
