import { pixelSource } from "@nihol/vision/pixels/pixels";
import { saplingsOfBlock } from "@nihol/vision/plantings/find-saplings";
import { photographPlanting } from "@nihol/vision/scene/planting-scene";
import { drawSaplings } from "@nihol/vision/scene/sapling-scene";
import { expect, test } from "vitest";

const GSD = 0.025;
const SCENE = { seed: 3, ground: "soil", plantMeters: 0.35, spacing: 1.5, rows: 3.5 } as const;

function drawn(isPlanted: boolean) {
  const scene = { ...SCENE, pits: 0.15, gaps: 0.08, isPlanted, side: 12 };
  const { canvas, places } = drawSaplings(scene);
  const pixels = photographPlanting({ canvas }, GSD, 3, 3);
  const find = (gsd = GSD, spacingMeters?: number) =>
    saplingsOfBlock(pixelSource(pixels), gsd, { x: 0, y: 0, ...pixels }, { spacingMeters });
  return { places, find };
}

test("saplings of the first weeks and empty pits are told apart in their rows", async () => {
  const { places, find } = drawn(true);
  const [rows, ...others] = await find();
  if (!rows) throw new Error("no rows");
  expect(others).toEqual([]);
  expect(rows.spacingMeters[0]).toBeCloseTo(1.5, 1);
  expect(rows.spacingMeters[1]).toBeGreaterThan(3.2);
  expect(rows.spacingMeters[1]).toBeLessThan(3.8);
  const shown = (at: { x: number; y: number }) =>
    places.find(({ x, y }) => Math.hypot(x - at.x * GSD, y - at.y * GSD) < 0.35)?.shows;
  const occupied = rows.places.filter(({ isOccupied }) => isOccupied);
  const pits = rows.places.filter(({ isPit }) => isPit);
  expect(occupied.every((place) => shown(place) === "sapling")).toBe(true);
  // A dark stone at a place may be taken for one.
  const right = pits.filter((place) => shown(place) === "pit");
  expect(right.length).toBeGreaterThanOrEqual(pits.length - 1);
  const count = (kind: string) => places.filter(({ shows }) => shows === kind).length;
  expect(occupied.length).toBeGreaterThanOrEqual(0.7 * count("sapling"));
  expect(right.length).toBeGreaterThanOrEqual(0.6 * count("pit"));
  expect(rows.low).toBeLessThanOrEqual(occupied.length);
  expect(await find(0.1)).toEqual([]);
});

test("ground of weeds and stones on which nobody planted has no rows, also where a spacing is ordered", async () => {
  const { find } = drawn(false);
  // Looked for at that spacing first, then at any.
  expect(await find(GSD, 1.5)).toEqual([]);
});
