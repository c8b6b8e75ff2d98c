import { crownOf, polygonArea } from "@nihol/vision/detect/crown";
import { decodeHeads } from "@nihol/vision/detect/decode";
import { detectPixels } from "@nihol/vision/detect/detect-image";
import type { Detector } from "@nihol/vision/detect/detector";
import { readWorkTile, TileMemory } from "@nihol/vision/detect/detector-resample";
import { boxIou, byScore, overlapIndex, type Scored } from "@nihol/vision/detect/nms";
import { smallestCrown } from "@nihol/vision/detect/smallest-crown";
import { greenLevel, greenOfCrown, greenState, NDVI } from "@nihol/vision/green/green";
import type { Pixels, WorkTile } from "@nihol/vision/pixels/pixels";
import { pixelSource } from "@nihol/vision/pixels/pixels";
import { describe, expect, test } from "vitest";

function flatTile(size: number, colour: number[]): WorkTile {
  const planes = colour.map((v) => new Float32Array(size * size).fill(v / 255));
  return { width: size, height: size, planes };
}

function flatPixels(width: number, height: number, colour: number[]): Pixels {
  const data = Uint8Array.from(
    { length: width * height * colour.length },
    (_, i) => colour[i % colour.length] ?? 0,
  );
  return { data, width, height, bands: colour.length };
}

describe("decoding", () => {
  test("turns a maximum and its four distances into a box", () => {
    const heat = new Float32Array(64);
    heat[3 * 8 + 2] = 0.7;
    heat[3 * 8 + 3] = 0.6;
    const box = new Float32Array(256).fill(4);
    const found = decodeHeads({ heat, box, width: 8, height: 8 }, 0.5);
    expect(found).toEqual([{ score: expect.closeTo(0.7), box: [1, 3, 9, 11] }]);
  });

  test("takes one of two equal maxima side by side", () => {
    const heat = new Float32Array(64);
    heat[10] = 0.7;
    heat[11] = 0.7;
    const maps = { heat, box: new Float32Array(256).fill(4), width: 8, height: 8 };
    expect(decodeHeads(maps, 0.5)).toHaveLength(1);
  });
});

describe("suppression", () => {
  const tree = (x: number, score: number, half = 5) => ({
    x,
    y: 0,
    score,
    box: [x - half, -half, x + half, half] as const,
  });
  const rule = { iou: 0.4, inside: 0.8 };
  function kept(trees: Scored[], radius: number): Scored[] {
    const index = overlapIndex(rule, radius);
    for (const one of trees) index.add(one);
    return index.take().sort(byScore);
  }

  test("keeps the better of two boxes that overlap, whatever their order", () => {
    const [a, b] = [tree(0, 0.9), tree(2, 0.8)];
    expect(kept([b, a], 20)).toEqual([a]);
  });

  test("keeps neighbours that touch", () => {
    expect(kept([tree(0, 0.9), tree(8, 0.8)], 20)).toHaveLength(2);
  });

  test("drops a small box inside a better large one", () => {
    expect(boxIou(tree(0, 1, 20).box, tree(3, 1, 4).box)).toBeLessThan(0.4);
    expect(kept([tree(0, 0.9, 20), tree(3, 0.5, 4)], 40)).toHaveLength(1);
  });

  test("drops a box over a group of smaller ones, which it hides no longer", () => {
    const large = tree(0, 0.9, 20);
    const row = [tree(-12, 0.5), tree(0, 0.4), tree(12, 0.3)];
    expect(kept([large, ...row], 40)).toEqual(row);
    // Two are no group, nor are three looks at two trees, nor trees more than half as wide.
    const two = row.slice(0, 2);
    expect(kept([large, ...two], 40)).toEqual([large]);
    expect(kept([large, ...two, tree(1, 0.3)], 40)).toEqual([large]);
    const wide = [tree(-11, 0.5, 11), tree(0, 0.4, 11), tree(11, 0.3, 11)];
    expect(kept([large, ...wide], 40)[0]).toBe(large);
  });

  test("a box over a group hides nothing else either, and groups are not counted twice", () => {
    const row = [tree(-12, 0.5, 3), tree(0, 0.4, 3), tree(12, 0.3, 3)];
    // The next larger box lies over the same group.
    const [over, further] = [tree(0, 0.9, 20), tree(2, 0.8, 18)];
    const other = tree(6, 0.2, 11);
    expect(kept([over, further, ...row], 40)).toEqual(row);
    expect(kept([over, other, ...row], 40)).toContain(other);
  });
});

describe("crowns", () => {
  test("have the area of their ellipse on even ground, with at most 24 corners", () => {
    const { outline, areaPx } = crownOf([10, 10, 50, 40], flatTile(64, [60, 90, 50]), undefined);
    expect(outline.length).toBeLessThanOrEqual(24);
    expect(areaPx / ((Math.PI / 4) * 40 * 30)).toBeCloseTo(1, 1);
    expect(polygonArea(outline)).toBe(areaPx);
  });

  test("leave out soil that the box holds", () => {
    const tile = flatTile(64, [60, 90, 50]);
    for (let y = 0; y < 64; y++)
      for (let x = 32; x < 64; x++)
        tile.planes.forEach((plane, band) => {
          plane[y * 64 + x] = ([170, 145, 115][band] ?? 0) / 255;
        });
    const { pixels } = crownOf([16, 16, 44, 44], tile, undefined);
    expect(pixels.every((p) => p % 64 < 32)).toBe(true);
  });
});

describe("green or not", () => {
  test("is decided by NDVI where there is near infrared", () => {
    const pixels = Int32Array.of(0, 1, 2);
    expect(greenOfCrown(flatTile(8, [60, 80, 50, 180]), pixels).green).toBe("green");
    expect(greenOfCrown(flatTile(8, [130, 110, 90, 120]), pixels)).toMatchObject({
      green: "not_green",
      indexName: "NDVI",
    });
  });

  test("is unsure between the two limits", () => {
    expect(greenState(NDVI, (NDVI.green + NDVI.notGreen) / 2)).toBe("unsure");
  });

  test("uses the values before the stretch for the index", () => {
    const raw = flatTile(8, [600, 800, 500, 1800]).planes;
    const tile = { ...flatTile(8, [128, 128, 128, 100]), rawPlanes: raw };
    expect(greenOfCrown(tile, Int32Array.of(0)).index).toBeCloseTo(0.5);
  });

  test("level of an area leaves out the crowns and pixels without data", () => {
    const pixels = flatPixels(10, 10, [150, 140, 120]);
    pixels.valid = Uint8Array.from({ length: 100 }, (_, i) => (i < 50 ? 1 : 0));
    for (let i = 0; i < 25; i++) pixels.data.set([60, 140, 50], i * 3);
    const crown = [
      [0, 0],
      [10, 0],
      [10, 1],
      [0, 1],
    ] as [number, number][];
    const level = greenLevel(pixels, [crown]);
    expect(level).toMatchObject({ groundPixels: 40, vegetationPixels: 15, indexName: "GLI" });
  });
});

describe("the working resolution", () => {
  test("averages what a working pixel covers", async () => {
    const data = Uint8Array.of(10, 10, 10, 20, 20, 20, 30, 30, 30, 40, 40, 40);
    const source = pixelSource({ data, width: 2, height: 2, bands: 3 });
    const tile = await readWorkTile(source, { x: 0, y: 0, width: 1, height: 1 }, 2);
    expect(tile.planes.map((plane) => Math.round(255 * (plane[0] ?? 0)))).toEqual([25, 25, 25]);
  });

  test("mirrors past the border", async () => {
    const data = Uint8Array.from([1, 2, 3].flatMap((v) => [v, v, v]));
    const source = pixelSource({ data, width: 3, height: 1, bands: 3 });
    const tile = await readWorkTile(source, { x: 0, y: 0, width: 5, height: 1 }, 1);
    expect(Array.from(tile.planes[0] ?? [], (v) => Math.round(255 * v))).toEqual([1, 2, 3, 3, 2]);
    // Input of a network: the bands one after the other, infrared empty.
    expect(tile.stack?.length).toBe(4 * 5);
    expect(tile.stack?.subarray(5, 10)).toEqual(tile.planes[1]);
    expect(tile.stack?.subarray(15)).toEqual(new Float32Array(5));
  });
});

describe("the memory of tiles", () => {
  const pixelsOf = (bands: number, value: number) =>
    pixelSource({ data: new Uint8Array(36 * bands).fill(value), width: 6, height: 6, bands });

  test("a later tile, of another size, with fewer bands, holds nothing of an earlier one", async () => {
    const memory = new TileMemory();
    for (const ratio of [1, 1.5]) {
      const size = { width: 6 / ratio, height: 6 / ratio };
      await readWorkTile(pixelsOf(4, 200), { x: 0, y: 0, ...size }, ratio, memory);
      const rect = { x: 0, y: 0, width: 2, height: 3 };
      const later = await readWorkTile(pixelsOf(3, 40), rect, ratio, memory);
      const alone = await readWorkTile(pixelsOf(3, 40), rect, ratio);
      expect(later).toEqual(alone);
      expect(later.stack?.subarray(18)).toEqual(new Float32Array(6));
    }
  });
});

describe("large crowns", () => {
  const card = {
    input: { bands: ["R", "G", "B"], tile: 768, margin: 48, multiple: 16 },
    sources: [
      {
        fromGsdMeters: 0,
        threshold: 0.2,
        largeCrowns: { times: 2, fromMeters: 4, weight: 0.8 },
      },
      { fromGsdMeters: 0.45, threshold: 0.3 },
    ],
    nonMaximumSuppression: { iou: 0.4, inside: 0.8 },
  };
  /** Sees a crown of 2 m near the left, and from far away another of 6 m near the right. */
  function detector(asked: number[][]): Detector {
    const seen = (meters: number, x: number, gsd: number, score: number) => {
      const half = meters / 2 / gsd;
      const [cx, cy] = [x / gsd, 20 / gsd];
      return { score, box: [cx - half, cy - half, cx + half, cy + half] as const };
    };
    return {
      card,
      workingGsd: (gsd: number) => gsd,
      findInTile: async (_tile: unknown, gsd: number, threshold: number) => {
        asked.push([gsd, threshold]);
        const small = seen(2, 10, gsd, 0.9);
        const proposals = gsd < 0.3 ? [small] : [small, seen(6, 30, gsd, 0.5)];
        return { proposals };
      },
    } as unknown as Detector;
  }
  const image = (gsd: number) => {
    const side = Math.round(40 / gsd);
    return { data: new Uint8Array(side * side * 3), width: side, height: side, bands: 3 };
  };

  test("are found from farther away, their scores weighed, and small ones only from near", async () => {
    const asked: number[][] = [];
    const trees = await detectPixels(detector(asked), image(0.2), 0.2);
    expect(asked).toEqual([
      [0.2, 0.2],
      [0.4, 0.25],
    ]);
    expect(trees.map(({ x, score }) => [x * 0.2, score])).toEqual([
      [10, 0.9],
      [30, 0.4],
    ]);
    expect(trees[1]?.areaM2).toBeGreaterThan(20);
  });

  test("have no scale pass of their own where the card asks for none", async () => {
    const asked: number[][] = [];
    await detectPixels(detector(asked), image(0.5), 0.5);
    expect(asked).toEqual([[0.5, 0.3]]);
  });
});

describe("young trees", () => {
  const smallCrowns = { times: 0.5, toMeters: 2.5, weight: 0.8, toGsdMeters: 0.13 };
  const card = {
    input: { bands: ["R", "G", "B"], tile: 768, margin: 48, multiple: 16 },
    gsdMeters: 0.2,
    maxEnlarge: 2,
    smallestCrownMeters: 0.6,
    sources: [{ fromGsdMeters: 0, threshold: 0.2, smallCrowns }],
    suppress: { iou: 0.4, inside: 0.8 },
  };
  /** From near it sees a crown of 1 m on the left and a part of a large one, 3 m wide, on the right. */
  function detector(asked: number[][]): Detector {
    return {
      card,
      workingGsd: () => 0.2,
      findInTile: async (_tile: unknown, gsd: number, threshold: number) => {
        asked.push([gsd, Number(threshold.toFixed(3))]);
        const seen = (meters: number, x: number) => {
          const half = meters / 2 / gsd;
          return {
            score: 0.5,
            box: [x / gsd - half, 10 / gsd - half, x / gsd + half, 10 / gsd + half],
          };
        };
        return { proposals: gsd < 0.2 ? [seen(1, 5), seen(3, 15)] : [] };
      },
    } as unknown as Detector;
  }
  const image = (gsd: number) => {
    const side = Math.round(20 / gsd);
    return { data: new Uint8Array(side * side * 3), width: side, height: side, bands: 3 };
  };

  test("are looked for at half the metres a pixel, and large crowns are left to the other scale passes", async () => {
    const asked: number[][] = [];
    const trees = await detectPixels(detector(asked), image(0.1), 0.1);
    expect(asked).toEqual([
      [0.1, 0.25],
      [0.2, 0.2],
    ]);
    expect(trees.map(({ x, score }) => [Math.round(x * 0.1), score])).toEqual([[5, 0.4]]);
  });

  test("are not looked for in images that do not show them, and the smallest crown says so", async () => {
    const asked: number[][] = [];
    await detectPixels(detector(asked), image(0.2), 0.2);
    expect(asked).toEqual([[0.2, 0.2]]);
    expect(smallestCrown(card, 0.2)).toBeCloseTo(1.2);
    expect(smallestCrown(card, 0.1)).toBeCloseTo(0.6);
  });
});
