"""A domain left out teaches nothing, and all trainings are alike."""
import json
import tempfile
import unittest
from pathlib import Path

import numpy as np

import leave_domains_out as left
from nihol_training.decode import Found
from nihol_training.evaluate import _known
from nihol_training.records import Record
from nihol_training.splits import split_by_place


def record(domain: str, place: str, split: str = "train") -> Record:
    return Record(place, domain, f"site of {place}", place, Path(place), 0.1, 64, 64, split, "boxes")


class LeavingOut(unittest.TestCase):
    def test_no_image_of_a_domain_left_out_is_learned_from_or_chooses(self) -> None:
        records = [record(d, f"{d}{i}") for d in ("neon", "ttv", "valencia") for i in range(40)]
        sides = split_by_place(records, 0, frozenset({"neon"}))
        self.assertNotIn("neon", {r.set for r in sides.train + sides.choose})
        self.assertEqual(len([r for r in sides.val if r.set == "neon"]), 40)

    def test_all_domains_get_the_same_number_of_steps_and_the_same_beginning(self) -> None:
        rest = ["--data", "x", "--batch", "8"]
        commands = [left.command_of(d, Path("runs"), 300, rest) for d in left.DOMAINS]
        alike = [[part for part in c if not any(part.endswith(d) for d in left.DOMAINS)] for c in commands]
        self.assertEqual(len({tuple(c) for c in alike}), 1)
        for own in (["--steps", "9"], ["--from=models/crown.onnx"]):
            with self.assertRaises(ValueError):
                left.command_of("neon", Path("runs"), 300, own)

    def test_a_finished_training_is_not_done_again_and_another_is_not_taken_for_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            own = Path(folder) / "neon"
            own.mkdir()
            (own / "asked.json").write_text(json.dumps({"steps": 5, "rest": ["--batch", "4"]}))
            (own / "result.json").write_text(json.dumps({"accuracy": {}}))
            done = left.train_without("neon", Path(folder), 5, ["--batch", "4"])
            self.assertEqual(done, {"accuracy": {}})
            with self.assertRaises(RuntimeError):
                left.train_without("neon", Path(folder), 6, ["--batch", "4"])

    def test_a_row_says_how_many_crops_were_learned_from(self) -> None:
        result = {"pictures": {"train": 7}, "accuracy": {"ttv": {"truth": 10, "found": 8, "f1": 0.5}}}
        row = left.row_of("ttv", result, 300, {"batch": "8"})
        self.assertEqual((row["crops"], row["images"], row["foundToTrue"], row["f1"]), (2400, 7, 0.8, 0.5))

    def test_finds_on_ground_without_labels_are_neither_right_nor_wrong(self) -> None:
        image = record("caliterra", "c")
        image.ignore = np.array([[0, 0, 20, 20]], np.float32)
        boxes = np.array([[4, 4, 8, 8], [30, 30, 40, 40]], np.float32)
        found = Found(np.array([0.9, 0.8]), (boxes[:, :2] + boxes[:, 2:]) / 2, boxes)
        self.assertEqual(_known(found, image).scores.tolist(), [0.8])
        self.assertEqual(_known(found, record("caliterra", "d")).scores.tolist(), [0.9, 0.8])


if __name__ == "__main__":
    unittest.main()
