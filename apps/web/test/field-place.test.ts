import type { MultiPolygon } from "@nihol/contract/values/geometry";
import { expect, test } from "vitest";
import { fieldSearch } from "../src/features/field/field-search.ts";
import { frameAround, scaleBarMetres } from "../src/features/field/place/map-frame.ts";
import { isNextStep } from "../src/features/field/place/use-walk.ts";
import {
  geoAddress,
  metresToArea,
  middleOf,
  sizeOf,
  wayTo,
} from "../src/features/field/place/way.ts";

const here = { latitude: 38.5, longitude: 68.5 };
const moved = (east: number, north: number) => ({
  latitude: here.latitude + north / 111_320,
  longitude: here.longitude + east / (111_320 * Math.cos((38.5 * Math.PI) / 180)),
});

test("the way is told in metres and eighths of a turn from north", () => {
  expect(wayTo(here, moved(0, 100))).toMatchObject({ eighth: 0 });
  expect(wayTo(here, moved(70, 70)).metres).toBeCloseTo(99, 0);
  const directions = [
    [70, 70],
    [100, 0],
    [70, -70],
    [0, -100],
    [-70, -70],
    [-100, 0],
    [-70, 70],
  ];
  expect(directions.map(([e = 0, n = 0]) => wayTo(here, moved(e, n)).eighth)).toEqual([
    1, 2, 3, 4, 5, 6, 7,
  ]);
  // A hair west of north is north.
  expect(wayTo(here, moved(-1, 100)).eighth).toBe(0);
});

test("a garden is reached at its edge, and its map address leads to its middle", () => {
  const corner = (east: number, north: number): [number, number] => {
    const { longitude, latitude } = moved(east, north);
    return [longitude, latitude];
  };
  const ring = [corner(0, 0), corner(100, 0), corner(100, 100), corner(0, 100), corner(0, 0)];
  const area: MultiPolygon = { type: "MultiPolygon", coordinates: [[ring]] };
  expect(metresToArea(moved(50, 50), area)).toBe(0);
  expect(metresToArea(moved(50, 130), area)).toBeCloseTo(30, 0);
  expect(geoAddress(middleOf(area))).toBe("geo:38.500449,68.500574");
  expect(sizeOf({ type: "Polygon", coordinates: [ring] }).areaM2).toBeGreaterThan(9_900);
  expect(
    sizeOf({ type: "LineString", coordinates: [corner(0, 0), corner(30, 40)] }).metres,
  ).toBeCloseTo(50, 6);
  expect(sizeOf({ type: "Point", coordinates: corner(0, 0) })).toEqual({});
});

test("a press on the drawing is the place that stands there", () => {
  const frame = frameAround([
    [68.5, 38.5],
    [68.502, 38.501],
  ]);
  const [lon, lat] = frame?.fromBox(...(frame?.toBox([68.5013, 38.5004]) ?? [0, 0])) ?? [0, 0];
  expect(lon).toBeCloseTo(68.5013, 7);
  expect(lat).toBeCloseTo(38.5004, 7);
  expect(scaleBarMetres(frame?.scale ?? 1)).toBe(50);
  expect(frameAround([])).toBeUndefined();
});

test("a walk takes steps of three metres, and no position that is exact to more than fifty", () => {
  const at = (east: number, accuracyM = 5) => ({ ...moved(east, 0), accuracyM, at: 0 });
  expect(isNextStep(undefined, at(0))).toBe(true);
  expect(isNextStep(undefined, at(0, 51))).toBe(false);
  expect(isNextStep(at(0), at(2))).toBe(false);
  expect(isNextStep(at(0), at(4))).toBe(true);
});

test("the address of the field page keeps what it knows and leaves out the rest", () => {
  expect(fieldSearch({ task: "12", add: "report", plot: "x", view: "else" })).toEqual({
    task: 12,
    add: "report",
  });
  expect(fieldSearch({ view: "queue", task: "-1" })).toEqual({ view: "queue" });
});
