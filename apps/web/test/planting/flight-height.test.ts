/** Height above ground at which a camera shows the pixels that plants need. */
import { cameras, heightFor, maxHeightM } from "@nihol/contract/values/planting/flight";
import { expect, test } from "vitest";

test("follows from the ground that a pixel covers from 100 m, and stays below what most countries allow", () => {
  expect(heightFor(0.015, 2.7)).toBe(55);
  expect(heightFor(0.0075, 3.6)).toBe(20);
  expect(heightFor(0.2, 2.7)).toBe(maxHeightM);
  for (const { pixelAt100Cm } of cameras)
    expect(heightFor(0.015, pixelAt100Cm)).toBeGreaterThan(40);
});
