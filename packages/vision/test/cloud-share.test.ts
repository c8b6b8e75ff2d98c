/** Clouds and darkness of a small image, on colours that are known. */
import { expect, test } from "vitest";
import { cloudShare, darknessOf } from "../src/pixels/cloud-share.ts";

const side = 64;
type Colour = readonly [number, number, number];

/** An image of one colour, with a square of another in its north-west. */
function drawn(ground: Colour, square: Colour, of: number, valid?: Uint8Array) {
  const data = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++)
    for (let x = 0; x < side; x++) data.set(x < of && y < of ? square : ground, (y * side + x) * 3);
  return { data, width: side, height: side, bands: 3, ...(valid && { valid }) };
}
const orchard: Colour = [80, 110, 60];
const cloud: Colour = [240, 243, 250];

test("the share of clouds is that of their ground", () => {
  expect(cloudShare(drawn(orchard, cloud, 0), 8)).toBe(0);
  expect(cloudShare(drawn(orchard, cloud, 32), 8)).toBe(0.25);
  expect(cloudShare(drawn(orchard, cloud, 64), 8)).toBe(1);
});

test.each([
  ["pale loess", [205, 180, 145]],
  ["concrete", [150, 150, 155]],
  ["a field of rape", [225, 215, 90]],
  ["shadow", [20, 22, 25]],
] as const)("%s is no cloud", (_, colour) => {
  expect(cloudShare(drawn(orchard, colour, 64), 8)).toBe(0);
});

test("a white roof narrower than a cell is no cloud", () => {
  expect(cloudShare(drawn(orchard, cloud, 5), 8)).toBe(0);
});

test("ground that is not seen counts neither as clear nor as clouded", () => {
  const valid = new Uint8Array(side * side).fill(1);
  for (let i = 0; i < valid.length; i++) if (i % side >= 32) valid[i] = 0;
  expect(cloudShare(drawn(orchard, cloud, 32, valid), 8)).toBe(0.5);
  expect(cloudShare(drawn(orchard, cloud, 32, new Uint8Array(side * side)), 8)).toBeNull();
});

test("darkness goes from white to black", () => {
  expect(darknessOf(drawn([255, 255, 255], cloud, 0))).toBeCloseTo(0, 6);
  expect(darknessOf(drawn([0, 0, 0], cloud, 0))).toBe(1);
  expect(darknessOf(drawn([128, 128, 128], cloud, 0))).toBeCloseTo(0.498, 3);
  expect(darknessOf(drawn(orchard, cloud, 0, new Uint8Array(side * side)))).toBeNull();
});
