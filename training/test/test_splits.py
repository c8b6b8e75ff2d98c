"""No place is both learned from and scored."""
import json
import tempfile
import unittest
from pathlib import Path

from nihol_training.coco import load_coco
from nihol_training.data import load_annotations
from nihol_training.splits import place_of, split_by_place

DATA = Path(__file__).resolve().parents[3] / "shared/data/trees"


def places(side: list) -> set[str]:
    return {record.place for record in side}


class Splits(unittest.TestCase):
    def test_two_dates_of_a_plot_are_one_place(self) -> None:
        self.assertEqual(place_of({"set": "neon", "id": "neon/SJER_002_2017"}),
                         place_of({"set": "neon", "id": "neon/SJER_002"}))

    @unittest.skipUnless((DATA / "annotations.json").exists(), "no labelled images here")
    def test_no_place_is_on_two_sides(self) -> None:
        records = load_annotations(DATA)
        for fold in (None, (0, 4), (3, 4)):
            sides = split_by_place(records, 1, frozenset(), fold)
            self.assertFalse(places(sides.train) & places(sides.val))
            self.assertFalse(places(sides.train) & places(sides.choose))
            self.assertFalse(places(sides.choose) & places(sides.val))
            self.assertTrue(all(r.split == "train" for r in sides.train + sides.choose))

    @unittest.skipUnless((DATA / "annotations.json").exists(), "no labelled images here")
    def test_a_site_left_out_is_in_no_training_set(self) -> None:
        sides = split_by_place(load_annotations(DATA), 0, frozenset({"TEAK"}))
        self.assertNotIn("TEAK", {r.site for r in sides.train + sides.choose})


class Corrections(unittest.TestCase):
    def test_rejected_trees_are_none_and_crowds_are_unknown(self) -> None:
        coco = {
            "images": [{"id": 1, "file_name": "a.png", "width": 64, "height": 64, "gsd_m": 0.2}],
            "annotations": [
                {"id": 1, "image_id": 1, "bbox": [4, 6, 10, 12], "iscrowd": 0},
                {"id": 2, "image_id": 1, "bbox": [30, 30, 8, 8],
                 "attributes": {"status": "rejected"}},
                {"id": 3, "image_id": 1, "bbox": [40, 40, 20, 20], "iscrowd": 1},
            ],
        }
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "fixes.json"
            file.write_text(json.dumps(coco))
            [record] = load_coco(file)
        self.assertEqual(record.boxes.tolist(), [[4, 6, 14, 18]])
        self.assertEqual(record.ignore.tolist(), [[40, 40, 60, 60]])


if __name__ == "__main__":
    unittest.main()
