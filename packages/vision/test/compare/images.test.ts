import { seededRandom } from "@nihol/geo/seeded-random";
import { describe, expect, it } from "vitest";
import { type CompareSide, compareImages, type Single } from "../../src/compare/compare-images.ts";
import { type ChangeRecord, decide } from "../../src/compare/decide.ts";
import {
  CLEAR_DAY,
  type DrawnImage,
  type DrawnTree,
  drawPair,
  OTHER_DAY,
  type PairOptions,
} from "../../src/compare/scene.ts";
import { pixelToLonLat } from "../../src/coordinates/projection.ts";

const size = 416;
const gsd = 0.25;

/** Simulates a detector of a given recall: true trees, a little off, some missed. */
function detected({ image, trees }: DrawnImage, recall: number, seed: number) {
  const random = seededRandom(seed);
  const found = trees.filter(() => random() < recall);
  const side: CompareSide = {
    image,
    trees: found.map((tree) => {
      const off = () => (random() - 0.5) * 1.5;
      const [lon, lat] = pixelToLonLat(image.georeference, tree.x + off(), tree.y + off());
      return {
        lon,
        lat,
        areaM2: Math.PI * (tree.radiusPx * gsd) ** 2 * (0.8 + 0.4 * random()),
        strength: 2.5,
      };
    }),
  };
  return { side, found };
}

async function compared(options: PairOptions, recall: number, seed = 5) {
  const pair = drawPair({ size, gsdMeters: gsd, ...options });
  const before = detected(pair.before, recall, seed);
  const after = detected(pair.after, recall, seed + 1);
  const result = await compareImages(before.side, after.side);
  if (!result) throw new Error("no shared ground");
  // A recheck finds what was missed, with a weak score, and little where nothing stands.
  const random = seededRandom(seed + 2);
  const others = [pair.after, pair.before];
  const weak = result.singles.map(({ side, tree }) => {
    const own = (side === 0 ? before : after).found[tree] as DrawnTree;
    const stands = others[side]?.trees.some(({ id }) => id === own.id);
    return stands ? 0.4 + 0.6 * random() : random() < 0.1 ? 0.35 : 0;
  });
  const decision = decide(result, weak);
  const treeOf = ({ before: a, after: b }: ChangeRecord): DrawnTree | undefined =>
    b === undefined ? before.found[a ?? -1] : after.found[b];
  const ids = (state: string) =>
    decision.records.filter((record) => record.state === state).map((record) => treeOf(record)?.id);
  const missing = (from: DrawnImage, other: DrawnImage) => {
    const known = new Set(other.trees.map(({ id }) => id));
    return from.trees.filter(({ id }) => !known.has(id)).map(({ id }) => id);
  };
  const truth = {
    planted: missing(pair.after, pair.before),
    lost: missing(pair.before, pair.after),
  };
  return { pair, result, decision, ids, truth, before, after };
}

const share = (some: unknown[], of: unknown[]) =>
  some.filter((one) => of.includes(one)).length / Math.max(1, some.length);

describe("the decision on each tree", () => {
  it("finds planted and lost trees through shift, other light and haze", async () => {
    const { ids, truth, decision, before, after } = await compared(
      {
        seed: 31,
        shift: [3.5, -2],
        days: [CLEAR_DAY, OTHER_DAY],
        changes: { planted: 0.25, lost: 0.25 },
      },
      0.9,
    );
    expect(share(ids("planted"), truth.planted)).toBeGreaterThan(0.85);
    expect(share(ids("lost"), truth.lost)).toBeGreaterThan(0.85);
    // Crowns that the image's edge cuts cannot be decided on.
    const isWhole = ({ x, y }: DrawnTree) => Math.min(x, y, size - x, size - y) > 20;
    const changed = (found: DrawnTree[], missing: number[]) =>
      found.filter((tree) => isWhole(tree) && missing.includes(tree.id)).map(({ id }) => id);
    const foundLost = changed(before.found, truth.lost);
    const foundNew = changed(after.found, truth.planted);
    expect(share(foundLost, ids("lost"))).toBeGreaterThan(0.7);
    expect(share(foundNew, ids("planted"))).toBeGreaterThan(0.7);
    expect(decision.recall.before).toBeGreaterThan(0.8);
    // No tree is lost and planted at once: the second image's ground lies 3.5 pixels further right and 2 up.
    const stood = before.found.filter(({ id }) => ids("lost").includes(id));
    const grown = after.found.filter(({ id }) => ids("planted").includes(id));
    const nearest = stood.map(({ x, y, radiusPx }) =>
      Math.min(...grown.map((tree) => Math.hypot(tree.x - 3.5 - x, tree.y + 2 - y) - radiusPx)),
    );
    expect(Math.min(...nearest)).toBeGreaterThan(0);
  });

  it("is unsure of a lost and a planted tree of one size within six metres: they may be one", async () => {
    const { result, decision } = await compared(
      { seed: 31, days: [CLEAR_DAY, CLEAR_DAY], changes: { planted: 0.4, lost: 0.4 } },
      0.95,
    );
    const recordOf = ({ side, tree }: Single) =>
      decision.records.find(({ before, after }) => (side === 0 ? before : after) === tree);
    const isChanged = (single: Single) =>
      ["planted", "lost"].includes(recordOf(single)?.state ?? "");
    const pairs = result.singles.flatMap((one) => {
      const other = one.twin === undefined ? undefined : result.singles[one.twin];
      return other && isChanged(one) && isChanged(other) ? [[one, other] as const] : [];
    });
    expect(pairs.length).toBeGreaterThan(0);
    for (const [one, other] of pairs) {
      expect(result.singles.indexOf(one)).toBe(other.twin);
      expect(one.side).not.toBe(other.side);
      expect([recordOf(one)?.unsure, recordOf(other)?.unsure]).toEqual([true, true]);
    }
    // Most changes have no such neighbour.
    expect(pairs.length).toBeLessThan(result.singles.length / 2);
  });

  const lawn = { ...CLEAR_DAY, lawn: 0.9 };
  it.each([
    ["haze", CLEAR_DAY, { ...CLEAR_DAY, haze: 40 }],
    ["a lower sun from elsewhere", CLEAR_DAY, OTHER_DAY],
    ["lawn on open ground", CLEAR_DAY, lawn],
    ["a lawn that is mown", lawn, { ...lawn, isMown: true }],
  ])("takes %s for no change of trees", async (_, before, after) => {
    const options = { days: [before, after] as const, changes: { planted: 0, lost: 0 } };
    const { ids, truth, result } = await compared({ seed: 32, ...options }, 0.85);
    expect(truth.lost).toEqual([]);
    // Those that one of the two detections missed: each of them could be said to be new or gone.
    expect(result.singles.length).toBeGreaterThan(8);
    expect([...ids("planted"), ...ids("lost")]).toEqual([]);
  });

  it("takes a date that lies eight pixels aside of itself for no change of trees", async () => {
    const { ids, result } = await compared(
      {
        seed: 39,
        shift: [8, -8],
        days: [CLEAR_DAY, CLEAR_DAY],
        changes: { planted: 0, lost: 0 },
      },
      0.85,
    );
    // Those that one of the two detections missed, and those that lie in one of the images alone.
    expect(result.singles.length).toBeGreaterThan(8);
    expect([...ids("planted"), ...ids("lost")]).toEqual([]);
  });

  it("measures what the detector misses by what the other image shows", async () => {
    const { decision } = await compared({ seed: 33, changes: { planted: 0, lost: 0 } }, 0.7);
    expect(decision.recall.before).toBeGreaterThan(0.58);
    expect(decision.recall.before).toBeLessThan(0.82);
    expect(decision.recall.after).toBeGreaterThan(0.58);
    expect(decision.recall.after).toBeLessThan(0.82);
  });

  it("misses no data in images that lack none, up to their edges", async () => {
    const { decision } = await compared({ seed: 3, shift: [2, 1] }, 0.7);
    const reasons = decision.records.map(({ reason }) => reason);
    expect(reasons.filter((reason) => reason === undefined).length).toBeGreaterThan(20);
    expect(reasons).not.toContain("no_data");
  });

  it("calls trees under a cloud not visible, neither lost nor planted", async () => {
    const pair = drawPair({
      seed: 34,
      size,
      days: [CLEAR_DAY, { ...CLEAR_DAY, cloud: 0.5 }],
      changes: { planted: 0, lost: 0 },
    });
    const underCloud = ({ x, y }: DrawnTree) => Math.hypot(x / size - 0.5, y / size - 0.5) < 0.2;
    const before = detected(pair.before, 1, 1);
    const clear = { ...pair.after, trees: pair.after.trees.filter((tree) => !underCloud(tree)) };
    const result = await compareImages(before.side, detected(clear, 1, 2).side);
    const hidden = result?.singles.filter(({ side, tree }) => {
      const own = before.found[tree];
      return side === 0 && own && underCloud(own);
    });
    expect(hidden?.length).toBeGreaterThan(5);
    const veiled = hidden?.filter(({ unseen }) => unseen === "veiled") ?? [];
    expect(veiled.length).toBeGreaterThanOrEqual(0.8 * (hidden?.length ?? 0));
  });

  it("calls trees of a levelled building site lost, however bright its soil is", async () => {
    const pair = drawPair({ seed: 37, size, changes: { planted: 0, lost: 0 } });
    const onSite = ({ x, y }: DrawnTree) => x > 0.45 * size && y > 0.1 * size && y < 0.9 * size;
    const { data, bands } = pair.after.pixels;
    const random = seededRandom(38);
    for (let row = Math.round(0.05 * size); row < 0.95 * size; row++)
      for (let col = Math.round(0.4 * size); col < size; col++)
        // Soil of the building site of Riverside in the shared data, 0.6 m: (198, 178, 140), hardly more infrared than red.
        for (const [band, value] of [198, 178, 140, 190].entries())
          data[(row * size + col) * bands + band] = value + Math.round(3 * random());
    const before = detected(pair.before, 1, 1);
    const after = { ...pair.after, trees: pair.after.trees.filter((tree) => !onSite(tree)) };
    const result = await compareImages(before.side, detected(after, 1, 2).side);
    if (!result) throw new Error("no shared ground");
    const weak = result.singles.map(() => 0);
    const felled = decide(result, weak).records.filter(
      ({ before: number, after: other }) =>
        other === undefined && onSite(before.found[number ?? -1] as DrawnTree),
    );
    expect(felled.length).toBeGreaterThan(8);
    const lost = felled.filter(({ state }) => state === "lost");
    expect(lost.length).toBeGreaterThanOrEqual(0.85 * felled.length);
  });

  it("calls trees beyond the other image's area not visible, and crowns too small for its pixels", async () => {
    const pair = drawPair({ seed: 35, size, changes: { planted: 0, lost: 0 } });
    const [west, , east] = pair.after.image.bbox;
    const half = (west + east) / 2;
    const before = detected(pair.before, 1, 1);
    const after = { image: pair.after.image, trees: [], covers: (lon: number) => lon < half };
    const result = await compareImages(before.side, after);
    const east_ = result?.singles.filter(({ place }) => place.lon > half) ?? [];
    expect(east_.length).toBeGreaterThan(10);
    expect(east_.every(({ unseen }) => unseen === "outside")).toBe(true);
    const coarse = { ...after, image: { ...pair.after.image, gsdMeters: 3 } };
    const seen = await compareImages(before.side, coarse);
    const inside =
      seen?.singles.filter(({ unseen, place }) => unseen !== "outside" && place.radius < 3.7) ?? [];
    expect(inside.length).toBeGreaterThan(10);
    expect(inside.every(({ unseen }) => unseen === "too_coarse")).toBe(true);
  });

  it("compares nothing when the images cannot be registered", async () => {
    const one = drawPair({ seed: 36, size });
    const flat = new Uint8Array(one.after.pixels.data.length).fill(120);
    const blank: DrawnImage = {
      ...one.after,
      trees: [],
      image: {
        ...one.after.image,
        source: {
          ...one.after.image.source,
          read: async ({ width, height }) => ({
            data: flat.slice(0, width * height * 4),
            width,
            height,
            bands: 4,
          }),
        },
      },
    };
    const result = await compareImages(detected(one.before, 1, 1).side, detected(blank, 1, 1).side);
    expect(result?.registration.method).toBe("none");
    expect(result?.matches).toEqual([]);
    expect(result?.singles).toEqual([]);
  });
});
