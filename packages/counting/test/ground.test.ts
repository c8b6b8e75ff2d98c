import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import { seededRandom } from "@nihol/geo/seeded-random";
import { describe, expect, it } from "vitest";
import {
  type AssessedImage,
  assessGround,
  type GroundAssessment,
  reasonsToCount,
} from "../src/ground/assess-ground.ts";
import { type DomainCount, fitRatioModel, predictedRange } from "../src/ground/domain-range.ts";
import { fitGround, inverse, type LabelledLook } from "../src/ground/fit-ground.ts";

type Random = () => number;

/** Standard normal by Box and Muller. */
const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Images of a domain whose counts err by a factor of its own, and each by another. */
function drawDomain(random: Random, domain: string, images = 20): DomainCount[] {
  const own = 0.35 * normal(random);
  return Array.from({ length: images }, () => {
    const found = Math.round(20 + 80 * random());
    const truth = Math.round(found * Math.exp(own + 0.3 * normal(random)));
    return { domain, site: domain, found, truth, areaM2: 2500 };
  });
}

describe("the range of a count on ground of a new domain", () => {
  it("holds nine in ten times, however few domains there are to learn from", () => {
    const random = seededRandom(5);
    let [held, all] = [0, 0];
    for (let round = 0; round < 150; round++) {
      const domains = Array.from({ length: 6 }, (_, i) => drawDomain(random, String(i)));
      const model = fitRatioModel(domains.flat());
      for (const { found, truth } of drawDomain(random, "new", 5)) {
        const { low, high } = predictedRange(model, found, { foreign: 1 });
        all++;
        if (truth >= low && truth <= high) held++;
      }
    }
    expect(held / all).toBeGreaterThan(0.86);
    expect(held / all).toBeLessThan(0.97);
  });

  it("is narrower on ground of a known domain, and wider the stranger it is", () => {
    const random = seededRandom(6);
    const model = fitRatioModel(
      ["a", "b", "c", "d", "e"].flatMap((one) => drawDomain(random, one)),
    );
    const width = (ground: Parameters<typeof predictedRange>[2]) => {
      const { low, high } = predictedRange(model, 100, ground);
      return high - low;
    };
    expect(width({ domain: "a", foreign: 0 })).toBeLessThan(width({ domain: "a", foreign: 1 }));
    expect(width({ domain: "a", foreign: 0 })).toBeLessThan(width({ foreign: 1 }));
    expect(width({ foreign: 1 })).toBeLessThan(width({ foreign: 3 }));
    expect(predictedRange(model, 0, { foreign: 1 }).high).toBeGreaterThan(0);
  });

  it("of a known domain counts chance once, whatever chance does on other ground", () => {
    const random = seededRandom(7);
    const model = fitRatioModel(["a", "b", "c"].flatMap((one) => drawDomain(random, one)));
    const other = { ...model, chance: model.chance + 2 };
    const known = { domain: "a", foreign: 0 };
    expect(predictedRange(other, 5, known)).toEqual(predictedRange(model, 5, known));
    expect(predictedRange(other, 5, { foreign: 1 }).high).toBeGreaterThan(
      predictedRange(model, 5, { foreign: 1 }).high,
    );
  });

  it("wants at least three domains", () => {
    const two = [...drawDomain(seededRandom(1), "a"), ...drawDomain(seededRandom(2), "b")];
    expect(() => fitRatioModel(two)).toThrow(RangeError);
  });
});

/** Ground between the trees: greenness, bare share, warmth and NDVI. */
type Soil = readonly [green: number, bare: number, warmth: number, ndvi: number];
const meadow: Soil = [0.08, 0.2, 0.04, 0.3];

/** The look of an image of so much light and green; the rest is the same everywhere. */
function lookOf(
  light: number,
  green: number,
  peaks = { weak: 30, sure: 50 },
  [soil, bare, warmth, ndvi] = meadow,
): ImageLook {
  const n = 1000;
  const ground = 700;
  return {
    ...{ ground, groundGreen: soil * ground, bare: bare * ground },
    ...{ groundWarmth: warmth * ground, groundNdvi: ndvi * ground },
    ...{ pixels: n, light: light * n, lightMoment: (light ** 2 + 0.02) * n },
    ...{ green: green * n, greenMoment: (green ** 2 + 0.003) * n, warmth: 0.04 * n },
    ...{ edges: 0.02 * n, crown: 0.3 * n, ...peaks },
    ...{ scores: 0.35 * peaks.sure, widths: 1.6 * peaks.sure },
  };
}

const centres = { a: [0.3, 0.05], b: [0.5, 0.1], c: [0.4, 0.15], d: [0.6, 0.05] } as const;

function labelled(random: Random): LabelledLook[] {
  return Object.entries(centres).flatMap(([domain, [light, green]]) =>
    drawDomain(random, domain).map((count) => {
      const jitter = () => 0.02 * normal(random);
      const peaks = { weak: Math.round(20 + 15 * random()), sure: Math.round(40 + 20 * random()) };
      const look = lookOf(light + jitter(), green + jitter() / 2, peaks);
      look.groundGreen *= 1 + 5 * jitter();
      look.bare *= 1 + 5 * jitter();
      look.groundWarmth *= 1 + 5 * jitter();
      look.groundNdvi *= 1 + 5 * jitter();
      // Varies a little what hardly varies here, as in any image.
      look.warmth += 20 * jitter() * 10;
      look.edges *= 1 + jitter();
      look.crown *= 1 + jitter();
      look.scores *= 1 + jitter();
      look.widths *= 1 + jitter();
      look.lightMoment *= 1 + jitter() / 10;
      look.greenMoment *= 1 + jitter();
      return { ...count, gsdMeters: 0.2, hasNir: domain === "a", look };
    }),
  );
}

describe("how familiar the ground of an image is", () => {
  const card = fitGround(labelled(seededRandom(3)));
  const image = {
    gsdMeters: 0.2,
    hasNir: false,
    trees: 50,
    capturedOn: "2026-06-10",
    latitude: 38,
    leafOff: "by_latitude",
  };
  const assess = (look: ImageLook, changes: Partial<AssessedImage> = {}) =>
    assessGround(card, look, { ...image, ...changes });

  it("knows ground like that of one of its domains", () => {
    const assessed = assess(lookOf(0.5, 0.1));
    expect(assessed).toMatchObject({ familiarity: "known", reasons: [] });
    expect(assessed.low).toBeGreaterThan(15);
    expect(assessed.high).toBeLessThan(150);
  });

  it("calls ground unlike that lies between its domains, and unfamiliar what is far from all", () => {
    const far = assess(lookOf(0.95, -0.2));
    expect(far).toMatchObject({ familiarity: "unfamiliar" });
    expect(far.reasons).toContain("look");
    expect(far.high - far.low).toBeGreaterThan(assess(lookOf(0.5, 0.1)).high);
    expect(assessGround(card, { ...lookOf(0.5, 0.1), pixels: 0 }, image).familiarity).toBe(
      "unfamiliar",
    );
  });

  it("doubts a count where the detector's response has many peaks below the threshold", () => {
    const assessed = assess(lookOf(0.5, 0.1, { weak: 700, sure: 300 }));
    expect(assessed.reasons).toEqual(["certainty"]);
    expect(assessed.familiarity).not.toBe("known");
  });

  it.each([
    ["larger pixels than any it knows", { gsdMeters: 0.5 }, "resolution"],
    ["leafless trees in the north", { capturedOn: "2026-01-15" }, "season"],
    ["leafless trees of a high valley", { leafOff: "10-01/06-15" }, "season"],
    ["leafless trees in the south", { capturedOn: "2026-07-15", latitude: -35 }, "season"],
  ])("widens the range for %s", (_, changes, reason) => {
    const assessed = assess(lookOf(0.5, 0.1), changes);
    expect(assessed.reasons).toEqual([reason]);
    expect(assessed.familiarity).not.toBe("known");
  });

  it("knows no leafless season between the tropics, and none without a date", () => {
    for (const changes of [{ capturedOn: "2026-01-15", latitude: 12 }, { capturedOn: null }])
      expect(assess(lookOf(0.5, 0.1), changes).familiarity).toBe("known");
  });

  it.each([
    ["bare", [0.01, 0.95, 0.04, 0.3]],
    ["red", [0.08, 0.2, 0.2, 0.3]],
  ] as const)("does not know %s ground of a camera that it knows from meadows", (_, soil) => {
    const dry = assess(lookOf(0.5, 0.1, undefined, soil));
    expect(dry).toMatchObject({ familiarity: "unlike", reasons: ["climate"] });
    const green = assess(lookOf(0.5, 0.1));
    expect(dry.low).toBeLessThan(green.low);
    expect(dry.high).toBeGreaterThan(green.high);
    // Its camera is known all the same, so the range lies about the same middle.
    const middle = ({ low, high }: GroundAssessment) => Math.sqrt((low + 1) * (high + 1));
    expect(middle(dry)).toBeCloseTo(middle(green), 6);
  });

  it("tells dry ground by near infrared where the image has it, and asks no other for it", () => {
    const dry: Soil = [0.08, 0.2, 0.04, -0.2];
    const withNir = assess(lookOf(0.3, 0.05, undefined, dry), { hasNir: true });
    expect(withNir.reasons).toEqual(["climate"]);
    expect(assess(lookOf(0.3, 0.05), { hasNir: true }).familiarity).toBe("known");
    expect(assess(lookOf(0.5, 0.1, undefined, dry)).familiarity).toBe("known");
  });

  it("knows no ground by pixels, bands or a handful of images that nobody counted", () => {
    for (const changes of [{ gsdMeters: 0.05 }, { hasNir: true }])
      expect(assess(lookOf(0.5, 0.1), changes)).toMatchObject({ familiarity: "unlike" });
    expect(assess(lookOf(0.5, 0.1), { gsdMeters: 0.05 }).reasons).toEqual(["camera"]);
    const counted = labelled(seededRandom(3)).map((one, i) => ({ ...one, isPartial: i % 20 > 13 }));
    const few = assessGround(fitGround(counted), lookOf(0.5, 0.1), image);
    expect(few).toMatchObject({ familiarity: "unlike", reasons: ["camera"] });
  });

  it("knows nothing of ground that crowns hide, or that was looked at before it was noted", () => {
    const hidden = { ...lookOf(0.5, 0.1), ground: 5 };
    expect(assess(hidden).reasons).toEqual(["climate"]);
  });

  it("misses near infrared where all known images of the resolution have it", () => {
    const [a] = card.domains;
    const nir = { ...card, domains: a ? [a] : [] };
    expect(assessGround(nir, lookOf(0.3, 0.05), image).reasons).toEqual(["bands"]);
    expect(assessGround(nir, lookOf(0.3, 0.05), { ...image, hasNir: true }).reasons).toEqual([]);
  });
});

it("inverts a matrix with pivots", () => {
  const [first = [], second = []] = inverse([
    [0, 2],
    [4, 1],
  ]);
  expect(first.map((v) => v + 0)).toEqual([-0.125, 0.25]);
  expect(second).toEqual([0.5, 0]);
  expect(() => inverse([[0]])).toThrow(RangeError);
});

describe("a number that nobody can decide by", () => {
  const card = fitGround(labelled(seededRandom(3)));
  const look = labelled(seededRandom(3))[0]?.look as ImageLook;
  const known: AssessedImage = {
    ...{ gsdMeters: 0.1, hasNir: false, trees: 146 },
    ...{ capturedOn: null, latitude: null, leafOff: "northern" },
  };
  // As of a dense plantation: 146 found, 59 to 678 by the range.
  const unlike: GroundAssessment = {
    ...assessGround(card, look, known),
    ...{ familiarity: "unlike", trees: 146, low: 59, high: 678, shared: 0.3, tooWide: 10.9 },
  };
  const none = { plots: 1, notGreen: 0, shrubs: 0 };

  it("is told by a range wider than that of other ground, where its plots do not narrow it", () => {
    expect(reasonsToCount(unlike, none)).toEqual(["range"]);
    expect(reasonsToCount(unlike, { ...none, plots: 5 })).toEqual([]);
    expect(reasonsToCount({ ...unlike, high: 600 }, none)).toEqual([]);
    expect(reasonsToCount({ ...unlike, familiarity: "known" }, none)).toEqual([]);
    expect(reasonsToCount({ ...unlike, trees: 4 }, none)).toEqual([]);
  });

  it("is told by dry shrubs beside trees of which half are not green, or beside as few", () => {
    const narrow = { ...unlike, high: 300 };
    expect(reasonsToCount(narrow, { plots: 1, notGreen: 80, shrubs: 83 })).toEqual(["shrubs"]);
    expect(reasonsToCount(narrow, { plots: 1, notGreen: 10, shrubs: 200 })).toEqual(["shrubs"]);
    expect(reasonsToCount(narrow, { plots: 1, notGreen: 80, shrubs: 5 })).toEqual([]);
    expect(reasonsToCount(narrow, { plots: 1, notGreen: 10, shrubs: 83 })).toEqual([]);
  });

  it("is measured against the range of a plot on other ground by the card itself", () => {
    const { low, high } = predictedRange(card.ratio, 1000, { foreign: 1 });
    expect(assessGround(card, look, known).tooWide).toBeCloseTo((high + 1) / (low + 1));
  });
});
