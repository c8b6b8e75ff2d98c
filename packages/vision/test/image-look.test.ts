import { addGroundLook, addLook, noLook } from "@nihol/vision/detect/image-look";
import { expect, test } from "vitest";

const [width, height] = [64, 32];
const core = { x: 0, y: 0, width, height };
const isLeft = (p: number) => p % width < width / 2;

/** Green on the left half, and red soil that swallows infrared on the right. */
function drawnTile(bands: number) {
  const colours = [
    [0.1, 0.5],
    [0.4, 0.3],
    [0.1, 0.2],
    [0.6, 0.25],
  ];
  const planes = colours
    .slice(0, bands)
    .map(([left = 0, right = 0]) =>
      Float32Array.from({ length: width * height }, (_, p) => (isLeft(p) ? left : right)),
    );
  return { width, height, planes };
}

/** Crowns fill the left half. */
const crowns = {
  width,
  height,
  data: Float32Array.from({ length: width * height }, (_, p) => (isLeft(p) ? 0.9 : 0.1)),
};

test("ground between crowns is summed up apart from them", () => {
  const look = noLook();
  addGroundLook(look, drawnTile(4), core, crowns);
  expect(look.ground).toBe(look.pixels / 2);
  expect(look.crown).toBe(look.pixels / 2);
  expect(look.bare).toBe(look.ground);
  expect(look.groundGreen / look.ground).toBeCloseTo(-0.1, 5);
  expect(look.groundWarmth / look.ground).toBeCloseTo(0.3, 5);
  expect(look.groundNdvi / look.ground).toBeCloseTo(-1 / 3, 5);
  // The whole is greener than its ground.
  expect(look.green / look.pixels).toBeGreaterThan(0.2);
});

test("all is ground where no crowns are told, and without near infrared it has no NDVI", () => {
  const look = noLook();
  addGroundLook(look, drawnTile(3), core, undefined);
  expect(look.ground).toBe(look.pixels);
  expect(look.bare).toBe(look.pixels / 2);
  expect(look.groundNdvi).toBe(0);
});

test("a part that was looked at before its ground was noted adds none of it", () => {
  const { ground: _, groundGreen, groundWarmth, groundNdvi, bare, ...before } = noLook();
  const look = { ...noLook(), ground: 3, bare: 2 };
  addLook(look, { ...before, pixels: 10 });
  expect(look).toMatchObject({ pixels: 10, ground: 3, bare: 2, groundNdvi: 0 });
});
