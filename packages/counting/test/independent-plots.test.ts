import { seededRandom } from "@nihol/geo/seeded-random";
import { describe, expect, it } from "vitest";
import { type DomainCount, fitRatioModel, predictedRange } from "../src/ground/domain-range.ts";
import {
  effectivePlots,
  narrowedByPlots,
  narrowedFactors,
  plotsOfPlaces,
} from "../src/ground/independent-plots.ts";

type Random = () => number;

/** Standard normal by Box and Muller. */
const normal = (random: Random) =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** A site's plots err by a factor of the domain, one of the site, and each by its own. */
function drawSite(random: Random, domain: string, ofDomain: number, site: number, plots: number) {
  const ofSite = 0.2 * normal(random);
  return Array.from({ length: plots }, (): DomainCount => {
    const found = Math.round(20 + 80 * random());
    const truth = Math.round(found * Math.exp(ofDomain + ofSite + 0.5 * normal(random)));
    return { domain, site: String(site), found, truth, areaM2: 2500 };
  });
}

function drawDomain(random: Random, domain: string, sites: number, plots: number) {
  const own = 0.1 * normal(random);
  return Array.from({ length: sites }, (_, i) => drawSite(random, domain, own, i, plots));
}

const total = (plots: readonly DomainCount[], of: "found" | "truth") =>
  plots.reduce((sum, one) => sum + one[of], 0);

describe("a range of a large image", () => {
  it("holds nine in ten times on twenty plots, and is narrower than that of one", () => {
    const random = seededRandom(8);
    let [held, all, narrow, wide] = [0, 0, 0, 0];
    for (let round = 0; round < 100; round++) {
      const known = Array.from({ length: 6 }, (_, i) => drawDomain(random, String(i), 6, 6));
      const model = fitRatioModel(known.flat(2));
      for (const plots of drawDomain(random, "new", 3, 20)) {
        const [found, truth] = [total(plots, "found"), total(plots, "truth")];
        const one = predictedRange(model, found, { foreign: 1 });
        const range = narrowedByPlots(one, effectivePlots(plots.map((plot) => plot.found)));
        all++;
        if (truth >= range.low && truth <= range.high) held++;
        narrow += range.high - range.low;
        wide += one.high - one.low;
      }
    }
    expect(held / all).toBeGreaterThan(0.84);
    expect(narrow / wide).toBeLessThan(0.8);
  });

  it("is that of a plot where all trees stand on one, and never below no tree", () => {
    const range = { low: 3, high: 40, shared: 0.4 };
    expect(narrowedByPlots(range, 1)).toEqual(range);
    expect(narrowedByPlots(range, 0.3)).toEqual(range);
    const none = narrowedByPlots({ low: 0, high: 9, shared: 0 }, 1e9);
    expect(none.low).toBeGreaterThanOrEqual(0);
    expect(none.high - none.low).toBeLessThan(0.01);
  });

  it("leaves of the own part a share as large as one plot of all, and says what is then shared", () => {
    const { low, high, shared } = narrowedByPlots({ low: 49, high: 199, shared: 0.2 }, 4);
    // 0.2 + 0.8 / 4 = 0.4 of the squared half of ln 200 - ln 50.
    expect(Math.log((high + 1) / (low + 1))).toBeCloseTo(Math.log(4) * Math.sqrt(0.4), 9);
    expect(shared).toBeCloseTo(0.5, 9);
    const factors = narrowedFactors({ low: 0.5, high: 2, shared: 0.2 }, 4);
    expect(factors.high / factors.low).toBeCloseTo(4 ** Math.sqrt(0.4), 4);
  });

  it("counts plots by where trees stand, not by ground", () => {
    expect(effectivePlots([10, 10, 10, 10])).toBe(4);
    expect(effectivePlots([100, 1, 1])).toBeCloseTo(1.04, 2);
    expect(effectivePlots([])).toBe(1);
    const corners = [0, 1000].flatMap((x) => [0, 1000].map((y) => [x, y] as const));
    expect(plotsOfPlaces(corners, 10_000)).toBe(4);
    expect(plotsOfPlaces(corners, Infinity)).toBe(1);
  });
});
