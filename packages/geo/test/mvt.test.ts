import { VectorTile } from "@mapbox/vector-tile";
import { PbfReader } from "pbf";
import { describe, expect, test } from "vitest";
import { seededRandom } from "../src/seeded-random.ts";
import { cellOf, mortonOf, tileRange } from "../src/tiles/morton.ts";
import {
  decodePackedTrees,
  encodeCellTile,
  encodeCrownTile,
  encodeTreeTile,
} from "../src/tiles/mvt.ts";
import { tileBbox } from "../src/tiles/tile-math.ts";

interface Tree {
  lon: number;
  lat: number;
  kind: number;
  id: number;
}

/** Packs as the database does: `int8send((class << 62) | zc)` and, when asked, `int8send(id)`. */
function pack(trees: Tree[], withIds: boolean): Uint8Array {
  const width = withIds ? 16 : 8;
  const bytes = new Uint8Array(trees.length * width);
  const view = new DataView(bytes.buffer);
  for (const [i, tree] of trees.entries()) {
    view.setBigUint64(i * width, (BigInt(tree.kind) << 62n) | mortonOf(tree.lon, tree.lat));
    if (withIds) view.setBigUint64(i * width + 8, BigInt(tree.id));
  }
  return bytes;
}

function treesIn(z: number, x: number, y: number, count: number): Tree[] {
  const random = seededRandom(7);
  const [w, s, e, n] = tileBbox(z, x, y);
  return Array.from({ length: count }, (_, i) => ({
    lon: w + random() * (e - w),
    lat: s + random() * (n - s),
    kind: i % 3,
    id: 2 ** 40 + i,
  }));
}

const read = (bytes: Uint8Array) => new VectorTile(new PbfReader(bytes));
const tile16 = { z: 16, x: 45291, y: 25137 };
const tile8 = { z: 8, x: 176, y: 98 };

describe("packed trees", () => {
  test("give back class, place and id", () => {
    const trees = treesIn(16, tile16.x, tile16.y, 50);
    const packed = decodePackedTrees(pack(trees, true), true);
    expect([...packed.classes]).toEqual(trees.map((tree) => tree.kind));
    expect([...(packed.ids ?? [])]).toEqual(trees.map((tree) => tree.id));
    expect(packed.columns[3]).toBe(Math.floor(((trees[3]?.lon ?? 0) / 360 + 0.5) * 2 ** 31));
  });

  test("are refused when cut short", () => {
    expect(() => decodePackedTrees(new Uint8Array(12))).toThrow(RangeError);
  });

  test("read from the middle of a larger buffer", () => {
    const bytes = pack(treesIn(16, tile16.x, tile16.y, 2), false);
    const shifted = new Uint8Array(bytes.length + 3);
    shifted.set(bytes, 3);
    expect(decodePackedTrees(shifted.subarray(3))).toEqual(decodePackedTrees(bytes));
  });
});

describe("tree tiles", () => {
  test("with ids have one feature a tree, in its place, with its id and class", () => {
    const trees = treesIn(16, tile16.x, tile16.y, 500);
    const bytes = encodeTreeTile(tile16, decodePackedTrees(pack(trees, true), true));
    const layer = read(bytes).layers.trees;
    expect(layer?.length).toBe(500);
    for (const [i, tree] of trees.entries()) {
      const feature = layer?.feature(i);
      expect(feature?.id).toBe(tree.id);
      expect(feature?.properties).toEqual({ id: tree.id, green: tree.kind });
      const geometry = feature?.toGeoJSON(tile16.x, tile16.y, tile16.z).geometry;
      const [lon, lat] = geometry?.type === "Point" ? geometry.coordinates : [];
      expect(lon).toBeCloseTo(tree.lon, 5);
      expect(lat).toBeCloseTo(tree.lat, 5);
    }
  });

  test("without ids have one multipoint a class, every distinct place once", () => {
    const trees = treesIn(8, tile8.x, tile8.y, 20_000);
    const packed = decodePackedTrees(pack([...trees, ...trees], false));
    const layer = read(encodeTreeTile(tile8, packed)).layers.trees;
    expect(layer?.length).toBe(3);
    const side = 2 ** (31 - 8 - 12);
    for (let i = 0; i < 3; i++) {
      const feature = layer?.feature(i);
      const drawn = (feature?.loadGeometry() ?? []).flat().map((p) => p.y * 4096 + p.x);
      const wanted = new Set<number>();
      for (let t = 0; t < packed.count; t++) {
        if (packed.classes[t] !== feature?.properties.green) continue;
        const column = (packed.columns[t] ?? 0) - tile8.x * 2 ** 23;
        const row = (packed.rows[t] ?? 0) - tile8.y * 2 ** 23;
        wanted.add(Math.floor(row / side) * 4096 + Math.floor(column / side));
      }
      expect(drawn.length).toBe(wanted.size);
      expect(new Set(drawn)).toEqual(wanted);
    }
  });

  test("leave out trees of other tiles", () => {
    const packed = decodePackedTrees(pack(treesIn(16, tile16.x + 1, tile16.y, 10), true), true);
    expect(encodeTreeTile(tile16, packed).length).toBe(0);
  });

  test("of a full zoom 22 tile still place trees inside", () => {
    const tile = { z: 22, x: 2_898_000, y: 1_608_000 };
    const packed = decodePackedTrees(pack(treesIn(22, tile.x, tile.y, 20), true), true);
    expect(read(encodeTreeTile(tile, packed)).layers.trees?.length).toBe(20);
  });
});

describe("cell tiles", () => {
  test("have a point with counts in the middle of each cell", () => {
    const level = 15;
    const [from] = tileRange(tile8.z, tile8.x, tile8.y);
    const first = cellOf(from, level);
    const bytes = new Uint8Array(16 * 3);
    const view = new DataView(bytes.buffer);
    for (const i of [0, 1, 2]) {
      view.setBigUint64(i * 16, first + BigInt(i));
      view.setUint32(i * 16 + 8, 1000 + i);
      view.setUint32(i * 16 + 12, 300);
    }
    const layer = read(encodeCellTile(tile8, level, bytes)).layers.cells;
    expect(layer?.length).toBe(3);
    expect(layer?.feature(1).properties).toEqual({ n: 1001, green: 30 });
    // 128 cells a side: cell 0 is 32 units wide, cell 1 its eastern neighbour, cell 2 the southern.
    expect(layer?.feature(0).loadGeometry()[0]?.[0]).toMatchObject({ x: 16, y: 16 });
    expect(layer?.feature(1).loadGeometry()[0]?.[0]).toMatchObject({ x: 48, y: 16 });
    expect(layer?.feature(2).loadGeometry()[0]?.[0]).toMatchObject({ x: 16, y: 48 });
  });
});

describe("crown tiles", () => {
  const [w, s, e, n] = tileBbox(tile16.z, tile16.x, tile16.y);
  const at = (u: number, v: number): [number, number] => [w + (e - w) * u, n - (n - s) * v];
  const square = [at(0.2, 0.2), at(0.2, 0.4), at(0.4, 0.4), at(0.4, 0.2), at(0.2, 0.2)];
  const hole = [at(0.25, 0.25), at(0.3, 0.25), at(0.3, 0.3), at(0.25, 0.3), at(0.25, 0.25)];

  test.each([
    ["as given", square, hole],
    ["with every ring turned round", [...square].reverse(), [...hole].reverse()],
  ])("keep rings, holes, ids and properties %s", (_, outer, inner) => {
    const crown = {
      id: 42,
      rings: [outer, inner],
      properties: { class: 1, score: 0.75, kind: "тут" },
    };
    const feature = read(encodeCrownTile(tile16, [crown])).layers.crowns?.feature(0);
    expect(feature?.id).toBe(42);
    expect(feature?.properties).toEqual(crown.properties);
    const geometry = feature?.toGeoJSON(tile16.x, tile16.y, tile16.z).geometry;
    expect(geometry?.type).toBe("Polygon");
    const rings = geometry?.type === "Polygon" ? geometry.coordinates : [];
    expect(rings.map((ring) => ring.length)).toEqual([5, 5]);
    expect(rings[0]?.[0]?.[0]).toBeGreaterThan(w);
  });

  test("leave out crowns smaller than one unit", () => {
    const dot = [at(0.5, 0.5), at(0.50001, 0.5), at(0.5, 0.50001), at(0.5, 0.5)];
    expect(encodeCrownTile(tile16, [{ id: 1, rings: [dot], properties: {} }]).length).toBe(0);
  });
});
