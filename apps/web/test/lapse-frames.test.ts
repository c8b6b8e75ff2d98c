import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { expect, test } from "vitest";
import { framesOf, layersAt } from "../src/features/image-compare/lapse/frames.ts";

const image = (id: number, date: string, west = 0) =>
  ({ id, date, bbox: [west, 0, west + 1, 1] }) as WholeImage;

const images = [
  image(4, "2024-05-02"),
  image(3, "2023-05-01"),
  image(2, "2024-05-02", 0.5),
  image(1, "2022-05-01"),
  image(5, "2025-05-01", 7),
];

test("days are those of the place, the oldest first, each with all of its images", () => {
  const frames = framesOf(images, [0, 0, 1, 1]);
  expect(frames.map(({ date, images }) => [date, images.map(({ id }) => id)])).toEqual([
    ["2022-05-01", [1]],
    ["2023-05-01", [3]],
    ["2024-05-02", [2, 4]],
  ]);
});

test("a day lies over those before it, the next one is fetched, later ones ask for nothing", () => {
  const frames = framesOf(images, [0, 0, 1, 1]);
  const statesAt = (at: number) => layersAt(frames, at).map((one) => [one.image.id, one.state]);
  expect(statesAt(0)).toEqual([
    [1, "shown"],
    [3, "coming"],
    [2, "away"],
    [4, "away"],
  ]);
  // After the last day comes the first, which lies beneath it already.
  expect(statesAt(2).map(([, state]) => state)).toEqual(["shown", "shown", "shown", "shown"]);
});

test("of many days no more than seven are on the map at once, and the one that comes", () => {
  const many = Array.from({ length: 30 }, (_, n) => image(n, `20${10 + n}-01-01`));
  const frames = framesOf(many, [0, 0, 1, 1]);
  for (const at of [0, 10, 29]) {
    const asked = layersAt(frames, at).filter(({ state }) => state !== "away");
    expect(asked.length).toBeLessThanOrEqual(8);
    expect(asked.some(({ image }) => image.id === at)).toBe(true);
  }
  expect(layersAt(frames, 29)[0]?.state).toBe("coming");
});
