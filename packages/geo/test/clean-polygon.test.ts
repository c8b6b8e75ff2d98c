import { describe, expect, test } from "vitest";
import { readBoundaryFile } from "../src/files/boundary-file.ts";
import { cleanMultiPolygon, MAX_VERTICES } from "../src/files/clean-polygon.ts";
import type { Polygon, Ring } from "../src/geometry.ts";
import { twiceSignedArea } from "../src/polygon.ts";
import { regions } from "./boundary-samples.ts";
import { realDistricts } from "./real-files.ts";

const polygon = (...coordinates: Ring[]): Polygon => ({ type: "Polygon", coordinates });
const box = (w: number, s: number, e: number, n: number): Ring => [
  [w, s],
  [e, s],
  [e, n],
  [w, n],
  [w, s],
];
const codes = (result: ReturnType<typeof cleanMultiPolygon>) =>
  result.problems.map(({ code }) => code);

describe("mending", () => {
  test("a sound polygon passes unchanged", () => {
    const source = box(68, 38, 69, 39);
    expect(cleanMultiPolygon(polygon(source))).toEqual({
      multiPolygon: { type: "MultiPolygon", coordinates: [[source]] },
      problems: [],
    });
  });

  test("a hole along the whole of its shell leaves no area", () => {
    const result = cleanMultiPolygon(polygon(box(68, 38, 69, 39), box(68, 38, 69, 39)));
    expect([result.multiPolygon, codes(result).at(-1)]).toEqual([null, "no_area"]);
  });

  test("closes, turns, flattens and takes out repeats and needles", () => {
    const messy: Ring = [
      [68, 38, 900],
      [68, 39, 900],
      [68, 39, 900],
      [69, 39],
      [70, 39],
      [69, 39],
      [69, 38],
    ];
    const result = cleanMultiPolygon(polygon(messy));
    expect(codes(result)).toEqual([
      "altitude_dropped",
      "ring_closed",
      "duplicate_points_removed",
      "spikes_removed",
      "orientation_corrected",
    ]);
    const ring = result.multiPolygon?.coordinates[0]?.[0] ?? [];
    expect(ring.length).toBe(5);
    expect(ring.at(0)).toEqual(ring.at(-1));
    expect(twiceSignedArea(ring)).toBeCloseTo(2, 12);
  });

  test.each([0, 1, 2, 3, 4, 5])("a needle is taken out wherever the ring begins (%i)", (start) => {
    const open: Ring = [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 2],
      [1, 1],
      [0, 1],
    ];
    const turned = [...open.slice(start), ...open.slice(0, start)];
    const ring = cleanMultiPolygon(polygon(turned)).multiPolygon?.coordinates[0]?.[0] ?? [];
    expect(ring.length).toBe(5);
    expect(twiceSignedArea(ring)).toBe(2);
  });

  test("holes run clockwise", () => {
    const result = cleanMultiPolygon(polygon(box(0, 0, 4, 4), box(1, 1, 2, 2)));
    expect(codes(result)).toEqual(["orientation_corrected"]);
    expect(twiceSignedArea(result.multiPolygon?.coordinates[0]?.[1] ?? [])).toBe(-2);
  });

  test("parts that overlap, lie inside each other or share a border become one", () => {
    const parts = (...rings: Ring[]) =>
      cleanMultiPolygon({ type: "MultiPolygon", coordinates: rings.map((r) => [r]) });
    const overlapping = parts(box(0, 0, 2, 2), box(1, 1, 3, 3), box(10, 10, 11, 11));
    expect(codes(overlapping)).toEqual(["parts_merged"]);
    expect(overlapping.multiPolygon?.coordinates.length).toBe(2);
    expect(parts(box(0, 0, 4, 4), box(1, 1, 2, 2)).multiPolygon?.coordinates).toEqual([
      [box(0, 0, 4, 4)],
    ]);
    expect(parts(box(0, 0, 1, 1), box(1, 0, 2, 1)).multiPolygon?.coordinates.length).toBe(1);
    // At a corner alone they stay apart.
    expect(parts(box(0, 0, 1, 1), box(1, 1, 2, 2)).multiPolygon?.coordinates.length).toBe(2);
    expect(parts(box(0, 0, 1, 1), box(0, 0, 1, 1)).multiPolygon?.coordinates.length).toBe(1);
  });

  test("a part in the hole of another stays", () => {
    const ring = [box(0, 0, 4, 4), box(1, 1, 3, 3)];
    const result = cleanMultiPolygon({
      type: "MultiPolygon",
      coordinates: [ring, [box(1.5, 1.5, 2, 2)]],
    });
    expect(result.multiPolygon?.coordinates.length).toBe(2);
  });
});

describe("faults", () => {
  test("a bowtie is reported where it crosses", () => {
    const bowtie: Ring = [
      [68.7, 38.5],
      [68.8, 38.6],
      [68.8, 38.5],
      [68.7, 38.6],
      [68.7, 38.5],
    ];
    const { multiPolygon, problems } = cleanMultiPolygon(polygon(bowtie));
    expect(multiPolygon).toBeNull();
    expect(problems.at(-1)).toMatchObject({ code: "self_intersection", isFault: true, polygon: 0 });
    expect(problems.at(-1)?.at?.[0]).toBeCloseTo(68.75, 12);
    expect(problems.at(-1)?.at?.[1]).toBeCloseTo(38.55, 12);
  });

  test("a bowtie with a vertex in its knot is one too", () => {
    const knot: Ring = [
      [0, 0],
      [1, 1],
      [2, 2.5],
      [2, 0],
      [1, 1],
      [0, 2],
      [0, 0],
    ];
    expect(cleanMultiPolygon(polygon(knot)).problems.at(-1)).toMatchObject({
      code: "self_intersection",
      at: [1, 1],
    });
  });

  test("a ring that only touches itself is sound", () => {
    const touching: Ring = [
      [0, 0],
      [4, 0],
      [4, 4],
      [2, 0],
      [0, 4],
      [0, 0],
    ];
    expect(cleanMultiPolygon(polygon(touching)).multiPolygon).not.toBeNull();
  });

  test("a crossing among 20,000 vertices is found", () => {
    const open = Array.from({ length: 20_000 }, (_, i): [number, number] => {
      const angle = (2 * Math.PI * i) / 20_000;
      return [69 + 0.3 * Math.cos(angle), 38 + 0.3 * Math.sin(angle)];
    });
    const sound = [...open, open[0] ?? [0, 0]] as Ring;
    expect(cleanMultiPolygon(polygon(sound)).problems).toEqual([]);
    const crossed = sound.with(5000, sound[5003] ?? [0, 0]).with(5003, sound[5000] ?? [0, 0]);
    expect(codes(cleanMultiPolygon(polygon(crossed)))).toEqual(["self_intersection"]);
  });

  test("a hole across the border and a hole outside it", () => {
    expect(codes(cleanMultiPolygon(polygon(box(0, 0, 2, 2), box(1, 1, 3, 1.5).reverse())))).toEqual(
      ["self_intersection"],
    );
    expect(codes(cleanMultiPolygon(polygon(box(0, 0, 2, 2), box(5, 5, 6, 6).reverse())))).toEqual([
      "hole_outside",
    ]);
  });

  test("a hole within a hole would take its ground off twice; holes beside each other are sound", () => {
    const shell = box(0, 0, 4, 4);
    const hole = box(1, 1, 3, 3).reverse();
    const inner = box(1.5, 1.5, 2, 2).reverse();
    for (const rings of [
      [shell, hole, inner],
      [shell, inner, hole],
    ])
      expect(codes(cleanMultiPolygon(polygon(...rings)))).toEqual(["hole_in_hole"]);
    const beside = polygon(shell, box(1, 1, 2, 2).reverse(), box(2.5, 1, 3, 3).reverse());
    expect(codes(cleanMultiPolygon(beside))).toEqual([]);
  });

  test.each<[string, Ring[], string]>([
    ["nothing", [], "empty"],
    ["an empty ring", [[]], "empty"],
    [
      "two places",
      [
        [
          [1, 1],
          [2, 2],
          [1, 1],
        ],
      ],
      "too_few_points",
    ],
    [
      "a line",
      [
        [
          [1, 1],
          [2, 2],
          [3, 3],
          [1, 1],
        ],
      ],
      "no_area",
    ],
    ["metres", [box(500000, 4200000, 500100, 4200100)], "coordinates_out_of_range"],
    [
      "not a number",
      [
        [
          [1, Number.NaN],
          [2, 2],
          [3, 1],
          [1, Number.NaN],
        ],
      ],
      "coordinates_out_of_range",
    ],
  ])("%s is refused", (_, rings, code) => {
    const result = cleanMultiPolygon(polygon(...rings));
    expect(result.multiPolygon).toBeNull();
    expect(codes(result)).toContain(code);
  });

  test("a part without ground is left out and named, and the others are kept", () => {
    const good = box(0, 0, 1, 1);
    const line: Ring = [
      [5, 5],
      [6, 6],
      [5, 5],
    ];
    const flat: Ring = [
      [5, 5],
      [6, 6],
      [7, 7],
      [5, 5],
    ];
    const empties: [Ring[], string][] = [
      [[line], "too_few_points"],
      [[flat], "no_area"],
      [[], "empty"],
      [[[]], "too_few_points"],
    ];
    for (const [empty, code] of empties) {
      const coordinates = [[good], empty];
      const { multiPolygon, problems } = cleanMultiPolygon({ type: "MultiPolygon", coordinates });
      expect(multiPolygon?.coordinates, code).toEqual([[good]]);
      expect(problems.filter(({ isLeftOut }) => isLeftOut)).toMatchObject([
        { code, isFault: false, polygon: 1 },
      ]);
    }
    const none = cleanMultiPolygon({ type: "MultiPolygon", coordinates: [[flat], [line]] });
    expect(none.multiPolygon).toBeNull();
    expect(none.problems.filter(({ isFault }) => isFault)).toMatchObject([
      { code: "no_area", polygon: 0 },
    ]);
  });

  test("more vertices than allowed are refused with their number", () => {
    const ring = Array.from({ length: MAX_VERTICES + 1 }, (): [number, number] => [1, 1]);
    expect(cleanMultiPolygon(polygon(ring)).problems).toMatchObject([
      { code: "too_many_vertices", count: MAX_VERTICES + 1 },
    ]);
  });
});

test("every border of a real country is sound as it stands", () => {
  for (const { bytes, name } of [regions, ...realDistricts.map(([file]) => file)]) {
    const { features, rejected } = readBoundaryFile(bytes, name);
    expect(features.length).toBeGreaterThan(4);
    expect(rejected).toEqual([]);
    for (const { fixes } of features)
      expect(fixes.filter((fix) => fix !== "altitude_dropped")).toEqual([]);
  }
});
