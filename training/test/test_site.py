"""What a person corrects on one part of a site is written as the product writes it, and tunes a network."""
import json
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from nihol_training.coco import load_coco
from nihol_training.crops import CropOptions
from nihol_training.decode import Found
from nihol_training.evaluate import match_pairs
from nihol_training.model import CrownNet
from nihol_training.records import Record
from nihol_training.site.pieces import cut_piece, halves, windows_of
from nihol_training.site.review import judge_found, write_corrections
from nihol_training.site.tune import Recipe, mixed, tune


def image(folder: Path, name: str = "a", kind: str = "boxes") -> Record:
    """80 x 60 pixels at 0.5 m: four trees, of which one stands across the middle."""
    rng = np.random.default_rng(1)
    Image.fromarray(rng.integers(0, 255, (60, 80, 3), np.uint8)).save(folder / f"{name}.png")
    boxes = np.array([[4, 4, 14, 14], [35, 20, 47, 32], [60, 6, 70, 16], [62, 40, 74, 52]], np.float32)
    dots = (boxes[:, :2] + boxes[:, 2:]) / 2
    none = np.zeros((0, 4), np.float32)
    return Record(name, "site", "s", f"site/{name}", folder / f"{name}.png", 0.5, 80, 60, "train", kind,
                  boxes if kind == "boxes" else none, dots if kind == "points" else none[:, :2])


def found(boxes: list) -> Found:
    """Trees that a network named, the best first."""
    rows = np.array(boxes, np.float32).reshape(-1, 4)
    return Found(np.linspace(0.9, 0.5, len(rows)), (rows[:, :2] + rows[:, 2:]) / 2, rows)


class Pieces(unittest.TestCase):
    def test_halves_of_one_image_share_no_ground_and_hold_each_tree_once(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for seed in (0, 1):
                first, second = halves([image(Path(folder))], seed, Path(folder))
                self.assertEqual(first[0].trees + second[0].trees, 4)
                ground = sum(half.width * half.height for half in (*first, *second))
                self.assertEqual(ground, 80 * 60)

    def test_images_of_one_place_are_in_one_half(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            records = [image(Path(folder), name) for name in "abcd"]
            records[1].place = records[0].place
            for seed in range(4):
                first, second = ({r.place for r in half} for half in halves(records, seed, Path(folder)))
                self.assertFalse(first & second)
                self.assertTrue(first and second)

    def test_a_tree_that_reaches_in_from_beside_is_ground_where_nobody_knows(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            piece = cut_piece(image(Path(folder)), (0, 0, 40, 60), Path(folder))
            self.assertEqual(piece.boxes.tolist(), [[4, 4, 14, 14]])
            self.assertEqual(piece.ignore.tolist(), [[35, 20, 40, 32]])

    def test_fragments_fill_the_image(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            windows = windows_of(image(Path(folder)), 20)
            self.assertEqual(len(windows), 4)
            self.assertEqual(sum((x1 - x0) * (y1 - y0) for x0, y0, x1, y1 in windows), 80 * 60)


class Reviewing(unittest.TestCase):
    def test_the_best_pairs_come_first_and_each_side_once(self) -> None:
        self.assertEqual(match_pairs(np.array([[0.5, 0.9], [0.6, 0.8]]), 0.4), [(0, 1), (1, 0)])

    def test_what_matches_keeps_the_box_of_the_network(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            verdict = judge_found(image(Path(folder)), found([[5, 5, 15, 15], [20, 50, 28, 58]]))
            self.assertEqual(verdict.accepted.tolist(), [[5, 5, 15, 15]])
            self.assertEqual(verdict.rejected.tolist(), [[20, 50, 28, 58]])
            self.assertEqual(len(verdict.added), 3)

    def test_a_tree_added_at_a_point_is_as_wide_as_the_others(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            verdict = judge_found(image(Path(folder), kind="points"), found([[5, 5, 15, 15]]))
            self.assertEqual(verdict.accepted.tolist(), [[5, 5, 15, 15]])
            self.assertEqual((verdict.added[:, 2:] - verdict.added[:, :2]).tolist(), [[10, 10]] * 3)

    def test_the_training_reads_what_was_written(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            run = (image(Path(folder)), found([[5, 5, 15, 15], [20, 50, 28, 58]]))
            out = Path(folder) / "out"
            done = write_corrections([run], 100, 20, 0, out)
            self.assertEqual(done, {"fragments": 4, "trees": 4, "accepted": 1, "rejected": 1, "added": 3})
            records = load_coco(out / "corrections.json")
            self.assertEqual(sum(record.trees for record in records), 4)
            # The tree across the middle is one's own once, and unknown ground beside it.
            self.assertGreaterEqual(sum(len(record.ignore) for record in records), 1)
            statuses = [mark["attributes"]["status"] for mark in
                        json.loads((out / "corrections.json").read_text())["annotations"] if not mark["iscrowd"]]
            self.assertEqual(sorted(statuses), ["accepted", "added", "added", "added", "rejected"])

    def test_no_more_is_looked_through_than_was_asked_for(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            done = write_corrections([(image(Path(folder)), found([]))], 1, 20, 0, Path(folder) / "out")
            self.assertLess(done["fragments"], 4)
            self.assertGreaterEqual(done["trees"], 1)


class Tuning(unittest.TestCase):
    def test_norms_keep_what_they_measured_and_the_encoder_stays_where_only_the_decoder_moves(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            torch.manual_seed(1)
            start = CrownNet((8, 8, 8, 8), 3).eval()
            records, options = [image(Path(folder))], CropOptions(bands=3, pasted_share=0, mosaic_share=0)
            recipe = Recipe(steps=3, batch=2, side=32, part="decoder", rate=1e-2)
            tuned = tune(start, records, records, options, recipe, 0)
            before, after = start.state_dict(), tuned.state_dict()
            for name, value in before.items():
                moves = name.startswith(("squeeze.", "up.", "heads.")) and "running" not in name and "num_" not in name
                same = torch.allclose(value.float(), after[name].float(), atol=1e-6)
                self.assertTrue(moves or same, name)
            self.assertFalse(torch.equal(before["heads.weight"], after["heads.weight"]))
            self.assertTrue(all(weight.requires_grad for weight in start.parameters()))

    def test_an_anchor_holds_the_network_to_what_it_said_of_old_images(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            torch.manual_seed(2)
            start = CrownNet((8, 8, 8, 8), 3).eval()
            records, options = [image(Path(folder))], CropOptions(bands=3, pasted_share=0, mosaic_share=0)
            seen = torch.rand(2, 3, 32, 32)

            def moved(anchor: float) -> float:
                recipe = Recipe(steps=8, batch=4, side=32, rate=1e-2, anchor=anchor)
                tuned = tune(start, records, records, options, recipe, 0).eval()
                with torch.no_grad():
                    return float((tuned(seen)[0] - start(seen)[0]).abs().mean())

            self.assertLess(moved(100), moved(0))

    def test_a_network_between_two_is_between_them(self) -> None:
        first, second = CrownNet((8, 8, 8, 8), 3), CrownNet((8, 8, 8, 8), 3)
        mean = mixed(first, second, 0.25).heads.weight
        expected = 0.25 * first.heads.weight + 0.75 * second.heads.weight
        self.assertTrue(torch.allclose(mean, expected, atol=1e-6))


if __name__ == "__main__":
    unittest.main()
