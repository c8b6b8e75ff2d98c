"""Several networks learn from one stream of crops, each without what is left out for it."""
import json
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch
from PIL import Image

from export_run import export_one
from nihol_training.crops import CropOptions, CropStream
from nihol_training.decode import Found, _is_peak, decode
from nihol_training.evaluate import _known, choose_thresholds
from nihol_training.onnx_file.export import sha256_of
from nihol_training.model import CrownNet
from nihol_training.records import Record
from nihol_training.splits import split_by_place
from nihol_training.together.fit_together import Pupil, TogetherOptions, fit_together
from nihol_training.together.nanodet import NanoNet, read_nanodet
from nihol_training.together.plain_crops import PlainCrops, domain_bits
from nihol_training.together.pool import Pool
from nihol_training.together.teach import lesson_of, taught_loss
from nihol_training.together.unlabelled import UNLABELLED, load_unlabelled, without_labels
from nihol_training.together.vary_batch import recolour_batch, turn_batch

DOMAINS = ["here", "there"]


def record(folder: Path, domain: str) -> Record:
    pixels = np.random.default_rng(len(domain)).integers(40, 200, (64, 64, 3), np.uint8)
    pixels[20:40, 24:40] = (30, 140, 40)
    path = folder / f"{domain}.png"
    Image.fromarray(pixels).save(path)
    box = np.array([[24, 20, 40, 40]], np.float32)
    return Record(domain, domain, domain, domain, path, 0.2, 64, 64, "train", "boxes", box)


def crops(folder: Path, count: int) -> PlainCrops:
    records = [record(folder, name) for name in DOMAINS]
    options = CropOptions(side=32, bands=4, pasted_share=0, mosaic_share=0)
    return PlainCrops(CropStream(records, options, 1, 0, count, None), DOMAINS)


def batch_of(examples: list[dict]) -> dict:
    return {name: torch.stack([e[name] for e in examples]) for name in examples[0]}


class Together(unittest.TestCase):
    def test_a_network_is_never_given_a_crop_of_what_is_left_out_for_it(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            made = crops(Path(folder), 60)
            pool = Pool(60, 32, 4, "cpu", 0)
            pool.add(batch_of([made[i] for i in range(60)]))
            here = domain_bits(DOMAINS, frozenset({"here"}))
            self.assertEqual(sorted(set(pool.domains.tolist())), [1, 2])
            of_there = pool.parts["image"][torch.from_numpy(pool.domains == 2)]
            drawn = pool.draw(40, here)["image"]
            self.assertTrue(all((of_there == one).flatten(1).all(1).any() for one in drawn))
            with self.assertRaises(ValueError):
                pool.draw(1, 3)

    def test_the_newest_crops_take_the_place_of_the_oldest(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            made = crops(Path(folder), 8)
            pool = Pool(6, 32, 4, "cpu", 0)
            for i in range(8):
                pool.add(batch_of([made[i]]))
            self.assertEqual(len(pool), 6)
            self.assertTrue((pool.parts["image"][1] == made[7]["image"]).all())
            self.assertTrue((pool.parts["image"][2] == made[2]["image"]).all())

    def test_a_turned_box_still_reaches_the_sides_of_its_crown(self) -> None:
        cells = 16
        u, v = np.meshgrid(2 * np.arange(cells) + 1, 2 * np.arange(cells) + 1)
        x0, y0, x1, y1 = 6, 10, 20, 16
        box = np.stack([u - x0, v - y0, x1 - u, y1 - v]).astype(np.float32)
        inside = ((box > 0).all(0))[None].astype(np.float32)
        batch = {"box": torch.from_numpy(box)[None].repeat(8, 1, 1, 1), "mask": torch.from_numpy(inside)[None].repeat(8, 1, 1, 1)}
        turned = turn_batch(batch)
        seen = set()
        for distances, mask in zip(turned["box"], turned["mask"]):
            left, top, right, bottom = (plane[mask[0] > 0] for plane in distances)
            where = torch.nonzero(mask[0] > 0)
            sides = [set((c * 2 + 1 - left.int()[i]).item() for i, (_, c) in enumerate(where)),
                     set((r * 2 + 1 - top.int()[i]).item() for i, (r, _) in enumerate(where)),
                     set((c * 2 + 1 + right.int()[i]).item() for i, (_, c) in enumerate(where)),
                     set((r * 2 + 1 + bottom.int()[i]).item() for i, (r, _) in enumerate(where))]
            self.assertEqual([len(side) for side in sides], [1, 1, 1, 1])
            seen.add(tuple(side.pop() for side in sides))
        self.assertEqual(len(seen), 8)

    def test_infrared_is_nought_throughout_or_present(self) -> None:
        torch.manual_seed(0)
        images = torch.randint(1, 255, (64, 4, 16, 16), dtype=torch.uint8)
        images[:32, 3] = 0
        out = recolour_batch(images, nir_dropout=0.5)
        highest = out[:, 3].amax((1, 2))
        self.assertTrue(((highest == 0) | (highest > 0.01)).all())
        self.assertTrue(0 < int((highest[:32] > 0).sum()) < 20)
        self.assertTrue(5 < int((highest[32:] == 0).sum()) < 28)

    def test_all_learn_and_their_averages_are_kept(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            torch.manual_seed(0)
            pupils = [Pupil("a", CrownNet((8, 8, 8, 8), 4)), Pupil("b", CrownNet((8, 8, 8, 8), 4), without=1, turns=2)]
            before = [p.net.heads.weight.detach().clone() for p in pupils]
            options = TogetherOptions(Path(folder), "cpu", 3, batch=8, size=64, workers=0)
            cut = fit_together(pupils, crops(Path(folder), 640), 32, 4, options)
            self.assertGreaterEqual(cut, 64)
            self.assertEqual(pupils[1].steps, 2 * pupils[0].steps)
            for pupil, first in zip(pupils, before):
                self.assertGreater(float((pupil.average.heads.weight - first).abs().max()), 0)

    def test_a_taught_network_comes_nearer_to_its_teachers(self) -> None:
        torch.manual_seed(2)
        teachers = [CrownNet((8, 8, 8, 8), 4).eval() for _ in range(2)]
        with torch.no_grad():
            for teacher in teachers:
                teacher.heads.bias[0] = 0
        images = torch.rand(4, 4, 32, 32)
        lesson = lesson_of(teachers, images)
        pupil = CrownNet((8, 8, 8, 8), 4)
        optimiser = torch.optim.Adam(pupil.parameters(), lr=1e-2)
        first = last = 0.0
        for step in range(30):
            optimiser.zero_grad()
            value = taught_loss(pupil(images), lesson, torch.ones(4, 1, 1, 1))
            value.backward()
            optimiser.step()
            first, last = (float(value) if step == 0 else first), float(value)
        self.assertLess(last, first / 2)
        self.assertEqual(float(taught_loss(pupil(images), lesson, torch.zeros(4, 1, 1, 1))), 0)

    def test_teachers_are_not_heard_where_labels_are_exact(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            made = crops(Path(folder), 40)
            pool = Pool(40, 32, 4, "cpu", 0, exact=1)
            pool.add(batch_of([made[i] for i in range(40)]))
            drawn = pool.draw(30, 0)
            of_here = pool.parts["image"][torch.from_numpy(pool.domains == 1)]
            exact = torch.tensor([bool((of_here == one).flatten(1).all(1).any()) for one in drawn["image"]])
            self.assertTrue(exact.any() and not exact.all())
            self.assertTrue((drawn["taught"].flatten() == (~exact).float()).all())

    def test_an_image_without_labels_weighs_nothing_but_by_its_lesson(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            Image.fromarray(np.full((64, 80, 3), 90, np.uint8)).save(Path(folder) / "a.png")
            listed = [{"file": "a.png", "gsd_m": 0.2}, {"file": "b.png", "gsd_m": None}, {"file": "c.png", "gsd_m": 4}]
            (Path(folder) / "annotations.json").write_text(json.dumps({"images": [], "unlabelled": listed}))
            [image] = load_unlabelled(Path(folder))
            self.assertEqual((image.width, image.height, image.trees), (80, 64, 0))
            options = CropOptions(side=32, bands=4, pasted_share=0, mosaic_share=0)
            crop = PlainCrops(CropStream([image], options, 1, 0, 4, None), [*DOMAINS, UNLABELLED])[0]
            self.assertEqual(int(crop["domains"]), 4)
            for part in ("heat_weight", "box_weight", "mask_weight"):
                self.assertEqual(float(crop[part].abs().max()), 0, part)

    def test_a_file_that_is_no_image_in_metres_is_no_image_without_labels(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "broken.tif").write_bytes(b"II*\0 and nothing more")
            Image.fromarray(np.full((32, 32, 3), 90, np.uint8)).save(Path(folder) / "nowhere.tif")
            self.assertEqual(load_unlabelled(Path(folder)), [])

    def test_images_without_labels_are_as_large_a_share_of_the_crops_as_asked_for(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            labelled = [record(Path(folder), name) for name in DOMAINS]
            bare = [without_labels(one) for one in labelled[:2]]
            self.assertEqual([(one.set, one.trees) for one in bare], [(UNLABELLED, 0)] * 2)
            options = CropOptions(side=32, bands=4, fixed_shares=((UNLABELLED, 0.4), ("absent", 0.5)))
            stream = CropStream([*labelled, *bare], options, 1, 0, 4, None)
            shares = np.diff(stream.cumulative, prepend=0)
            self.assertAlmostEqual(float(shares[-2:].sum()), 0.4)
            usual = CropStream(labelled, CropOptions(side=32, bands=4), 1, 0, 4, None)
            self.assertTrue(np.allclose(np.diff(usual.cumulative, prepend=0) * 0.6, shares[:-2]))

    def test_weights_of_another_network_are_read_and_norms_begin_by_changing_nothing(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            net = NanoNet(4)
            rng = np.random.default_rng(3)
            kept = {}
            for n, part in enumerate(net.parts_in_order()):
                shape = tuple(part.conv.weight.shape) if n else (32, 3, 3, 3)
                kept[f"conv{n:02d}.weight"] = rng.normal(0, 0.1, shape).astype(np.float16)
                kept[f"conv{n:02d}.bias"] = rng.normal(0, 0.1, shape[0]).astype(np.float16)
            np.savez(Path(folder) / "w.npz", **kept)
            images = torch.rand(4, 4, 64, 64)
            read_nanodet(Path(folder) / "w.npz", net, images)
            stem = net.stem
            net.eval()
            with torch.no_grad():
                plain = stem.conv(torch.rand(4, 5, 64, 64))
                self.assertLess(float((stem.norm(plain) - plain).abs().max()), 1e-3)
            kept["conv05.weight"] = kept["conv05.weight"][:, :3]
            np.savez(Path(folder) / "w.npz", **kept)
            with self.assertRaises(ValueError):
                read_nanodet(Path(folder) / "w.npz", net, images)

    def test_no_image_of_a_domain_left_out_is_learned_from_or_chooses(self) -> None:
        none = np.zeros((0, 4), np.float32)
        records = [Record(f"{d}{i}", d, d, f"{d}{i}", Path(d), 0.1, 64, 64, "train", "boxes", none)
                   for d in ("neon", "ttv", "valencia") for i in range(40)]
        sides = split_by_place(records, 0, frozenset({"neon"}))
        self.assertNotIn("neon", {r.set for r in sides.train + sides.choose})
        self.assertEqual(len([r for r in sides.val if r.set == "neon"]), 40)

    def test_finds_on_ground_without_labels_are_neither_right_nor_wrong(self) -> None:
        boxes = np.array([[4, 4, 8, 8], [30, 30, 40, 40]], np.float32)
        found = Found(np.array([0.9, 0.8]), (boxes[:, :2] + boxes[:, 2:]) / 2, boxes)
        image = Record("c", "caliterra", "c", "c", Path("c"), 0.1, 64, 64, "train", "boxes")
        self.assertEqual(_known(found, image).scores.tolist(), [0.9, 0.8])
        image.ignore = np.array([[0, 0, 20, 20]], np.float32)
        self.assertEqual(_known(found, image).scores.tolist(), [0.8])

    def test_peaks_are_those_of_their_windows_and_the_first_of_equals(self) -> None:
        rng = np.random.default_rng(5)
        heat = np.round(rng.random((40, 31)), 1).astype(np.float32)
        slow = [(r, c) for r in range(40) for c in range(31) if heat[r, c] >= 0.3 and _is_peak(heat, r, c)]
        found = decode(heat, np.ones((4, 40, 31), np.float32), 0.3)
        self.assertEqual([(int(y - 1) // 2, int(x - 1) // 2) for x, y in found.centres], slow)

    def test_a_network_is_written_with_a_card_that_asks_for_young_trees(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            for name, net in (("crown", CrownNet((8, 8, 8, 8), 4)), ("nano", NanoNet(4))):
                file = Path(folder) / f"{name}.pt"
                kept = {part: value.half() if value.dtype.is_floating_point else value
                        for part, value in net.state_dict().items()}
                torch.save({"average": kept}, file)
                card = export_one(file, {"fine": 0.2, "coarse": 0.3})
                self.assertEqual(card["sources"][0]["smallCrowns"]["toGsdMeters"], 0.13)
                self.assertEqual(card["sha256"], sha256_of(file.with_suffix(".onnx")))

    def test_a_group_without_images_takes_the_threshold_of_the_other(self) -> None:
        self.assertEqual(choose_thresholds([]), {"fine": 0.3, "coarse": 0.3})


if __name__ == "__main__":
    unittest.main()
