/** Lines of equal longitude and latitude over a map. */
import { expect, test } from "vitest";
import { degreeText, graticule, graticuleStep } from "../../src/map/data/graticule.ts";
import type { Bounds } from "../../src/map/data/map-view-state.ts";

test("degrees are written with the minutes and seconds that they have", () => {
  expect([68.5, 38, -0.25, 0, 38 + 61 / 3600, 1 / 120].map(degreeText)).toEqual([
    "68°30′",
    "38°",
    "−0°15′",
    "0°",
    "38°01′01″",
    "0°00′30″",
  ]);
});

test("the lines lie closer the less of the Earth is seen, on whole degrees and minutes", () => {
  const around = (width: number): Bounds => [68, 38, 68 + width, 38 + width / 2];
  expect([360, 12, 1, 0.1, 0.001].map((width) => graticuleStep(around(width)))).toEqual([
    30,
    2,
    10 / 60,
    1 / 60,
    1 / 120,
  ]);
  const lines = graticule(around(12));
  const labels = lines.map(({ label }) => label);
  expect(labels).toContain("68°");
  expect(labels).toContain("40°");
  for (const { line } of lines) expect(line.length).toBeGreaterThan(2);
});

test("the poles have no parallel, and the date line is 180° on both sides", () => {
  const lines = graticule([170, 60, 200, 89]);
  const parallels = lines.filter(({ line: [first, second] }) => first?.[1] === second?.[1]);
  expect(Math.max(...parallels.map(({ line }) => line[0]?.[1] ?? 0))).toBeLessThanOrEqual(85);
  expect(lines.map(({ label }) => label)).toContain("−170°");
});
