import type { MosaicImage } from "@nihol/contract/imagery/mosaic";
import { text } from "@nihol/locales/text";
import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { formatFor } from "../src/lib/text/format.ts";
import { noteLines } from "../src/map/images/capture-note.tsx";
import { newestOf } from "../src/map/images/image-choice.ts";

const t = ((key: string, values: Record<string, string>) =>
  text("en", key.replace(":", "."), values)) as unknown as TFunction;
const words = { t, format: formatFor("en") };
const image = [{ date: "2025-10-29", gsd_m: 0.3 }];
const mosaic = [{ date: "2026-05-14", gsd_m: 0.5 }, ...image];
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
  expect(noteLines([], seen("2026-05-14"), words)).toEqual(["Trees from the image of 14 May 2026"]);
  expect(noteLines([], seen("2025-10-29", "2026-05-14"), words)).toEqual([
    "Trees from images: 29 October 2025 – 14 May 2026",
  ]);
  expect(noteLines(image, undefined, words)).toEqual(["Image: 29 October 2025, 0.3 m per pixel"]);
  expect(noteLines([], undefined, words)).toEqual([]);
});

test("images of several dates are said with theirs, in one line with the trees of the same", () => {
  expect(noteLines(mosaic, seen("2025-10-29", "2026-05-14"), words)).toEqual([
    "Images and their trees: 29 October 2025 – 14 May 2026, 0.3–0.5 m per pixel",
  ]);
  expect(noteLines(mosaic, seen("2026-05-14"), words)).toEqual([
    "Images: 29 October 2025 – 14 May 2026, 0.3–0.5 m per pixel",
    "Trees from the image of 14 May 2026",
  ]);
});

test("the newest image that shows ground is named, first of those under the middle of the view", () => {
  const row = (
    id: number,
    west: number,
    shows = true,
  ): Pick<MosaicImage, "id" | "bbox" | "shows"> => ({
    id,
    bbox: [west, 38, west + 1, 39],
    shows,
  });
  const view = { longitude: 69.5, latitude: 38.5, zoom: 10 };
  expect(newestOf([row(3, 69, false), row(2, 68), row(1, 69)], view)?.id).toBe(1);
  expect(newestOf([row(3, 69, false), row(2, 68), row(1, 67)], view)?.id).toBe(2);
  expect(newestOf([row(3, 69, false)], view)).toBeUndefined();
});
