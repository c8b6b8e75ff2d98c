import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { text } from "@nihol/locales/text";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { formatFor } from "../src/lib/text/format.ts";
import { noteLines } from "../src/map/capture-note.tsx";
import { newestOf } from "../src/map/layers/image-choice.ts";
import type { MapImage } from "../src/map/layers/image-layer.tsx";

const t = ((key: string, values: Record<string, string>) =>
  text("en", key.replace(":", "."), values)) as unknown as TFunction;
const words = { t, format: formatFor("en") };
const image: MapImage = { id: 1, bbox: [68, 38, 69, 39], date: "2025-10-29", gsd_m: 0.3 };
const seen = (from: string | null, to = from) => ({ captured_from: from, captured_to: to });

test("an image with its own trees is said in one line", () => {
  expect(noteLines(image, seen("2025-10-29"), words)).toEqual([
    "Image and its trees: 29 October 2025, 0.3 m per pixel",
  ]);
});

test("trees of other dates than the image under them are said to be so", () => {
  const ofImage = "Image: 29 October 2025, 0.3 m per pixel";
  expect(noteLines(image, seen("2026-05-14"), words)).toEqual([
    ofImage,
    "Trees from another image: 14 May 2026",
  ]);
  expect(noteLines(image, seen("2025-10-29", "2026-05-14"), words)).toEqual([
    ofImage,
    "Trees from several images: 29 October 2025 – 14 May 2026",
  ]);
  expect(noteLines(image, seen(null), words)).toEqual([ofImage, "No images with trees here"]);
});

test("without an image the dates of the trees in view are said, without trees the image's", () => {
  expect(noteLines(null, seen("2026-05-14"), words)).toEqual([
    "Trees from the image of 14 May 2026",
  ]);
  expect(noteLines(null, seen("2025-10-29", "2026-05-14"), words)).toEqual([
    "Trees from images: 29 October 2025 – 14 May 2026",
  ]);
  expect(noteLines(image, undefined, words)).toEqual(["Image: 29 October 2025, 0.3 m per pixel"]);
  expect(noteLines(null, undefined, words)).toEqual([]);
});

test("the newest image whose trees count is shown, first of those under the middle of the view", () => {
  const row = (id: number, west: number, counts = true) =>
    ({ id, bbox: [west, 38, west + 1, 39], counts }) as unknown as WholeImage;
  const view = { longitude: 69.5, latitude: 38.5, zoom: 10 };
  expect(newestOf([row(3, 69, false), row(2, 68), row(1, 69)], view)?.id).toBe(1);
  expect(newestOf([row(3, 69, false), row(2, 68), row(1, 67)], view)?.id).toBe(2);
  expect(newestOf([row(3, 69, false)], view)).toBeUndefined();
});
