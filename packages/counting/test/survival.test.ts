import { planPlots } from "@nihol/counting/plot-plan";
import {
  noEstimateOf,
  placesOnGround,
  type SurvivalPlotCount,
  survivalOf,
  survivalOfAll,
} from "@nihol/counting/survival";
import { seededRandom } from "@nihol/geo/seeded-random";
import { expect, test } from "vitest";
import {
  countSome,
  groundM2,
  plantGround,
  plantings,
  trueSurvival,
} from "./support/planted-ground.ts";

const plot = (living: number, dead = 0, missing = 0): SurvivalPlotCount => ({
  living,
  dead,
  missing,
  areaM2: 100,
});

test("the 90 % range holds the truth in 88 to 92 of 100 plantings, and in hardly any kind of planting less often", () => {
  const random = seededRandom(11);
  const rounds = 72;
  const counts = [5, 8, 12, 20, 30];
  const shares = Object.values(plantings).flatMap((planting) => {
    const grounds = Array.from({ length: rounds }, () => plantGround(planting, random));
    return counts.map((count) => {
      const held = grounds.filter((ground) => {
        const range = survivalOf(countSome(ground, count, random), groundM2(ground));
        const truth = trueSurvival(ground);
        return range !== undefined && truth >= range.low && truth <= range.high;
      });
      return held.length / rounds;
    });
  });
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  expect(mean).toBeGreaterThan(0.88);
  expect(mean).toBeLessThan(0.92);
  expect(Math.min(...shares)).toBeGreaterThan(0.77);
});

test("plots without a dead tree are no proof that all live, and the other way round", () => {
  const all = survivalOf(Array<SurvivalPlotCount>(5).fill(plot(8)), 40_000);
  expect(all).toMatchObject({ value: 1, high: 1 });
  expect(all?.low).toBeLessThan(0.95);
  expect(all?.low).toBeGreaterThan(0.75);
  const none = survivalOf(Array<SurvivalPlotCount>(5).fill(plot(0, 4, 4)), 40_000);
  expect(none).toMatchObject({ value: 0, low: 0 });
  expect(none?.high).toBeCloseTo(1 - (all?.low ?? 0));
});

test("the share is the ratio of sums, so that a plot counts by its trees", () => {
  expect(survivalOf([plot(9, 1), plot(1, 1), plot(10)], 40_000)?.value).toBeCloseTo(20 / 22);
});

test("more plots, and plots that take more of the ground, give a narrower range", () => {
  const width = (plots: SurvivalPlotCount[], ground: number) => {
    const range = survivalOf(plots, ground);
    return (range?.high ?? 0) - (range?.low ?? 0);
  };
  const some = [plot(8, 2), plot(7, 3), plot(9, 0, 1), plot(5, 5), plot(9, 1)];
  expect(width([...some, ...some, ...some], 1e6)).toBeLessThan(0.75 * width(some, 1e6));
  expect(width(some, 700)).toBeLessThan(0.7 * width(some, 1e6));
});

test("there is no share of too few plots, nor where nothing was planted", () => {
  expect(noEstimateOf([plot(5), plot(5)])).toBe("too_few_plots");
  expect(noEstimateOf([plot(0), plot(0), plot(0)])).toBe("nothing_counted");
  expect(survivalOf([plot(0), plot(0), plot(0)], 1000)).toBeUndefined();
  expect(placesOnGround([plot(5), plot(5)], 1000)).toBeUndefined();
});

test("planting places of the plots are expanded to the ground by its area", () => {
  const whole = Array.from({ length: 5 }, (_, i) => plot(8, 1, i % 3));
  const plots = [...whole, { ...plot(4, 1), areaM2: 50 }];
  const places = placesOnGround(plots, 10_000);
  expect(places?.value).toBeCloseTo((10_000 * 54) / 550);
  expect(places?.low).toBeGreaterThan(700);
  expect(places?.high).toBeLessThan(1300);
});

test("several plantings count by their trees, and their ranges add as variances do", () => {
  const half = { value: 0.5, low: 0.4, high: 0.7 };
  const all = survivalOfAll([
    { estimate: half, trees: 300 },
    { estimate: { value: 0.9, low: 0.8, high: 0.95 }, trees: 100 },
  ]);
  expect(all?.value).toBeCloseTo(0.6);
  expect(all?.low).toBeCloseTo(0.6 - Math.hypot(0.075, 0.025));
  expect(all?.high).toBeCloseTo(0.6 + Math.hypot(0.15, 0.0125));
  expect(survivalOfAll([])).toBeUndefined();
});

test("plots are proposed by the size of the garden and how thin the trees stand", () => {
  expect(planPlots(10_000, 900)).toEqual({ plots: 12, radiusM: 5.64 });
  expect(planPlots(250_000, 20_000).plots).toBe(28);
  expect(planPlots(10_000_000, 1_000_000).plots).toBe(40);
  expect(planPlots(10_000, 350).radiusM).toBe(7.98);
  expect(planPlots(10_000, 90).radiusM).toBe(11.28);
  const tiny = planPlots(600, 80);
  expect(tiny.plots * Math.PI * tiny.radiusM ** 2).toBeLessThan(0.31 * 600);
});
