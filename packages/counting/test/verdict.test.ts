import type { VerdictReason } from "@nihol/contract/values/planting/verdicts";
import type { SurvivalPlotCount } from "@nihol/counting/survival";
import { growthOf } from "@nihol/counting/verdict/crown-growth";
import {
  type CaptureFacts,
  crownEdgesM,
  type TaskFacts,
  type VisitFacts,
} from "@nihol/counting/verdict/facts";
import { verdictOf } from "@nihol/counting/verdict/verdict";
import { seededRandom } from "@nihol/geo/seeded-random";
import { expect, test } from "vitest";
import { drawTask, stories } from "./support/drawn-tasks.ts";

const planted = {
  trees: 1000,
  plantedOn: "2020-04-10",
  growth: "medium",
  isEvergreen: false,
  stockHeightM: null,
} as const;

/** All of one crown width. */
const crowns = (trees: number, widthM: number) => {
  const bins = Array.from({ length: crownEdgesM.length + 1 }, () => 0);
  const at = crownEdgesM.findIndex((edge) => widthM < edge);
  bins[at < 0 ? crownEdgesM.length : at] = trees;
  return bins;
};
const image = (number: number, capturedOn: string, trees: number, widthM = 2.6): CaptureFacts => ({
  ...{ image: number, capturedOn, gsdM: 0.2, smallestCrownM: 1.2, coverage: 1 },
  ...{ rangeLow: 0.64, rangeHigh: 1.35, crowns: crowns(trees, widthM) },
  ...{ isLeafless: false, checkedShare: 0 },
});
const before = image(1, "2019-07-01", 20);

const visit = (plot: Partial<SurvivalPlotCount>, plots = 12): VisitFacts => ({
  visit: 7,
  measuredOn: "2021-05-01",
  plots: Array.from({ length: plots }, () => ({
    living: 0,
    dead: 0,
    missing: 0,
    areaM2: 100,
    ...plot,
  })),
  groundM2: 20_000,
});

const facts = (more: Partial<TaskFacts>): TaskFacts => ({
  today: "2026-08-01",
  planted: [planted],
  spacingM: 4,
  otherTrees: 0,
  captures: [],
  visits: [],
  report: { trees: 1000, warnedTrees: 0, warnings: [], isTooDense: false },
  pattern: null,
  rows: [],
  ...more,
});

const after = (trees: number) => [image(2, "2025-07-01", trees), image(3, "2026-07-01", trees)];
const codes = (reasons: readonly VerdictReason[]) =>
  reasons.map(({ code, says }) => `${code} ${says}`);

test.each<[string, Partial<TaskFacts>, string]>([
  ["crowns on two images", { captures: [before, ...after(760)] }, "agrees"],
  ["hardly more than before on two images", { captures: [before, ...after(25)] }, "contradicts"],
  ["half of what was reported", { captures: [before, ...after(330)] }, "unclear"],
  ["trees of which nobody knows whether they stood before", { captures: after(760) }, "unclear"],
  ["nothing, though nobody looked before", { captures: after(5) }, "contradicts"],
  ["plots full of living trees", { visits: [visit({ living: 5 })] }, "agrees"],
  ["plots without a tree", { visits: [visit({})] }, "contradicts"],
  ["plots of dead trees", { visits: [visit({ living: 1, dead: 4 })] }, "contradicts"],
  ["two plots", { visits: [visit({}, 2)] }, "unclear"],
  ["nobody looked at grown trees", {}, "unclear"],
])("what is known: %s", (_, known, verdict) => {
  expect(verdictOf(facts(known)).verdict).toBe(verdict);
});

const young = { ...planted, plantedOn: "2026-04-10" };

test("saplings under the smallest visible crown are too early, with the day of the next look", () => {
  const { verdict, next_look, standing, reasons } = verdictOf(
    facts({
      planted: [young],
      captures: [{ ...before, capturedOn: "2025-07-01" }, image(2, "2026-07-15", 18)],
    }),
  );
  expect(verdict).toBe("too_early");
  expect(standing).toBeNull();
  expect(next_look?.smallest_crown_m).toBe(1.2);
  const days = [next_look?.earliest, next_look?.on, next_look?.latest];
  expect(days).toEqual([...days].sort());
  expect(next_look?.on.slice(0, 4)).toMatch(/20(29|30|31)/);
  const [seen] = reasons;
  expect(seen?.code).toBe("image_too_small");
  expect(seen?.figures).toMatchObject({
    captured_on: "2026-07-15",
    gsd_m: 0.2,
    smallest_crown_m: 1.2,
  });
});

test("stock that was large when planted is not too early to be seen", () => {
  const captures = [{ ...before, capturedOn: "2025-07-01" }, image(2, "2026-07-15", 18)];
  const of = (stockHeightM: number | null) =>
    verdictOf(facts({ planted: [{ ...young, stockHeightM }], captures }));
  expect([of(null).verdict, of(1.2).verdict, of(4).verdict]).toEqual([
    "too_early",
    "too_early",
    "unclear",
  ]);
  const { reasons } = of(4);
  expect(codes(reasons).slice(0, 2)).toEqual(["image_count against", "stock_height silent"]);
  expect(reasons[1]?.figures).toEqual({
    ...{ trees: 1000, height_low_m: 4, height_high_m: 4, crown_low_m: 1.33, crown_high_m: 1.33 },
  });
});

test("where plots are counted it is not too early", () => {
  const plots = { ...visit({ living: 5 }), measuredOn: "2026-07-20" };
  expect(verdictOf(facts({ planted: [young], visits: [plots] })).verdict).toBe("agrees");
});

test("each reason names its source and which way it speaks", () => {
  const { reasons, standing } = verdictOf(
    facts({
      captures: [before, ...after(760)],
      visits: [{ ...visit({ living: 1, dead: 4 }), measuredOn: "2026-06-01" }],
    }),
  );
  expect(codes(reasons)).toEqual([
    "image_count for",
    "image_count for",
    "plots against",
    "planted_but_died against",
  ]);
  expect(reasons[0]?.figures).toMatchObject({
    image: 3,
    counted: 760,
    before_image: 1,
    before_counted: 20,
  });
  expect(reasons[2]?.figures).toMatchObject({ visit: 7, plots: 12, living: 12, dead: 48 });
  expect(standing?.low).toBeLessThan(standing?.high ?? 0);
});

test("warnings on photos turn the scale, and accuse nobody by themselves", () => {
  const warned = {
    trees: 1000,
    warnedTrees: 1000,
    warnings: ["photo_duplicate"],
    isTooDense: true,
  };
  const alone = verdictOf(facts({ report: warned }));
  expect(alone.verdict).toBe("unclear");
  expect(alone.chance).toBeLessThan(0.1);
  expect(codes(alone.reasons)).toContain("photo_warnings against");
  expect(codes(alone.reasons)).toContain("too_dense against");
});

test("trees too large to be of this planting do not count for it", () => {
  const large = after(760).map((one) => ({ ...one, crowns: crowns(760, 9) }));
  expect(
    verdictOf(facts({ planted: [{ ...planted, plantedOn: "2022-04-10" }], captures: large }))
      .verdict,
  ).not.toBe("agrees");
});

test("other tasks on the same ground may have planted what is seen", () => {
  const captures = [before, ...after(760)];
  const shared = verdictOf(facts({ captures, otherTrees: 2000 }));
  expect(shared.verdict).toBe("unclear");
  expect(codes(shared.reasons)).toContain("shared_ground silent");
});

test("an image without leaves says little against trees that shed them, and much about evergreens", () => {
  const winter = [before, { ...image(2, "2026-01-15", 25), isLeafless: true }];
  expect(verdictOf(facts({ captures: winter })).verdict).toBe("unclear");
  const evergreen = verdictOf(
    facts({ planted: [{ ...planted, isEvergreen: true }], captures: winter }),
  );
  expect(evergreen.chance).toBeLessThan(0.05);
  // Where leaves never fall, or not in that month, the day alone excuses nothing.
  const inLeaf = winter.map((one) => ({ ...one, isLeafless: false }));
  expect(verdictOf(facts({ captures: inLeaf })).chance).toBeLessThan(0.05);
});

test("ground that people looked over whole tells what a detector's range leaves open", () => {
  const checked = (trees: number, checkedShare: number) =>
    verdictOf(
      facts({
        planted: [{ ...planted, plantedOn: "2012-04-10" }],
        captures: [{ ...before, capturedOn: "2011-07-01" }, ...after(trees)].map((one) => ({
          ...one,
          checkedShare,
        })),
      }),
    );
  const widthOf = ({ standing }: ReturnType<typeof checked>) =>
    (standing?.high ?? 0) - (standing?.low ?? 0);
  const shares = [0, 0.5, 1] as const;
  const widths = shares.map((share) => widthOf(checked(450, share)));
  expect(widths).toEqual([...widths].sort((a, b) => b - a));
  expect(widths.at(-1)).toBeLessThan(0.5 * (widths[0] ?? 0));
  // Less than half of what was reported: the detector may have missed the others, a person has not.
  expect(shares.map((share) => checked(450, share).verdict)).toEqual([
    "unclear",
    "unclear",
    "contradicts",
  ]);
  const [reason] = checked(450, 0.5).reasons;
  expect(reason?.figures).toMatchObject({ checked: 0.5 });
});

test("without a report there is nothing to compare", () => {
  const { verdict, reasons } = verdictOf(facts({ planted: [] }));
  expect(verdict).toBe("unclear");
  expect(codes(reasons)).toEqual(["nothing_reported silent"]);
});

test("growth follows the genus, and is unknown beyond the list", () => {
  expect(
    ["Populus alba", "Malus domestica", "Juniperus seravschanica", "Haloxylon", ""].map(growthOf),
  ).toEqual(["fast", "medium", "slow", "unknown", "unknown"]);
});

test("of drawn tasks hardly a false one is called true, or a true one false; checked ground tells more of them apart", () => {
  const judged = (checkedShare: number) => {
    const random = seededRandom(3);
    const sum = { falseAgrees: 0, trueContradicts: 0, false: 0, true: 0, told: 0 };
    for (let i = 0; i < 60; i++) {
      const task = drawTask(stories[i % stories.length] ?? "true", random, checkedShare);
      const { verdict } = verdictOf(task.facts);
      sum[task.isTrue ? "true" : "false"] += 1;
      if (!task.isTrue && verdict === "agrees") sum.falseAgrees += 1;
      if (task.isTrue && verdict === "contradicts") sum.trueContradicts += 1;
      if (verdict === "agrees" || verdict === "contradicts") sum.told += 1;
    }
    return sum;
  };
  const all = [0, 0.5, 1].map(judged);
  for (const sum of all) {
    expect(sum.true).toBeGreaterThan(8);
    expect(sum.falseAgrees / sum.false).toBeLessThanOrEqual(0.05);
    expect(sum.trueContradicts).toBe(0);
  }
  expect(all[2]?.told).toBeGreaterThan(all[0]?.told ?? 0);
});

const rows = (capturedOn: string, occupied: number, crownM = 0.8) => ({
  ...{ image: 3, capturedOn, shortM: 4, longM: 4, plantings: 1, crownM, places: occupied + 40 },
  ...{ occupied, low: occupied - 20, high: occupied + 10, pits: null },
});

test("young trees counted in rows speak for a report before their crowns can be counted one by one", () => {
  const young = { ...planted, plantedOn: "2025-04-10" };
  const after = { ...image(3, "2026-05-01", 5), smallestCrownM: 3 };
  const known = { planted: [young], captures: [before, after] };
  expect(verdictOf(facts(known)).verdict).toBe("too_early");
  const told = verdictOf(facts({ ...known, rows: [rows("2026-05-01", 930)] }));
  expect(told.verdict).toBe("agrees");
  expect(told.reasons).toContainEqual(
    expect.objectContaining({ code: "rows_counted", says: "for" }),
  );
  const mixed = { ...rows("2026-05-01", 930), plantings: 2 };
  expect(verdictOf(facts({ ...known, rows: [mixed] })).reasons).toContainEqual(
    expect.objectContaining({ code: "rows_counted_mixed", says: "for" }),
  );
});

test("rows that stood there before, or have crowns too wide, say nothing; few rows accuse nobody", () => {
  const young = { ...planted, plantedOn: "2025-04-10" };
  const known = { planted: [young], captures: [before, image(3, "2026-05-01", 5, 0.9)] };
  const of = (all: ReturnType<typeof rows>[]) => verdictOf(facts({ ...known, rows: all }));
  const reasonOf = (all: ReturnType<typeof rows>[]) =>
    of(all).reasons.find(({ code }) => code.startsWith("rows_"));
  const older = reasonOf([rows("2019-07-01", 900), rows("2026-05-01", 930)]);
  expect(older).toMatchObject({
    code: "rows_before",
    says: "silent",
    figures: { before_occupied: 900 },
  });
  expect(reasonOf([rows("2026-05-01", 930, 4)])).toMatchObject({
    code: "rows_wide",
    says: "silent",
  });
  expect(of([rows("2026-05-01", 120)]).verdict).not.toBe("contradicts");
});

test("empty pits are no trees: they speak against a report, never for it, and accuse nobody alone", () => {
  const young = { ...planted, plantedOn: "2025-10-10" };
  const fine = { ...image(3, "2026-05-01", 0), gsdM: 0.03, smallestCrownM: 1.2 };
  const of = (occupied: number, pits: number | null, otherTrees = 0) =>
    verdictOf(
      facts({
        ...{ planted: [young], captures: [before, fine], otherTrees },
        rows: [{ ...rows("2026-05-01", occupied, 0.4), pits }],
      }),
    );
  const chances = (occupied: number) =>
    [null, 0, 40, 300, 600].map((pits) => of(occupied, pits).chance);
  const [untold, none, few, many, most] = chances(600);
  expect(none).toBe(untold);
  expect(few).toBeLessThanOrEqual(none ?? 0);
  expect(many).toBeLessThan(few ?? 0);
  expect(most).toBeLessThan(many ?? 0);
  // Planted as reported, with a tenth dug to spare.
  expect(of(930, 90).verdict).toBe("agrees");
  expect(of(120, 700).verdict).not.toBe("contradicts");
  expect(of(600, 300).standing?.value).toBeLessThan(of(600, null).standing?.value ?? 0);
  // Dug by whom? Another task plants there too: what it may have dug says nothing, the rest still does.
  expect(of(600, 300, 500).chance).toBe(of(600, null, 500).chance);
  expect(of(600, 300, 1).chance).toBeLessThan(of(600, null, 1).chance ?? 0);
  expect(of(600, 300).reasons).toContainEqual(
    expect.objectContaining({
      code: "rows_counted",
      figures: expect.objectContaining({ occupied: 600, pits: 300, gsd_m: 0.03 }),
    }),
  );
});

test("pits that somebody found planted, or found none, are left out; those found empty stay", () => {
  const young = { ...planted, plantedOn: "2025-10-10" };
  const of = (pits: number, pitsVisited?: { empty: number; planted: number; no_pit: number }) =>
    verdictOf(
      facts({
        ...{ planted: [young], captures: [before, image(3, "2026-05-01", 0)] },
        rows: [{ ...rows("2026-05-01", 600, 0.4), pits, ...(pitsVisited && { pitsVisited }) }],
      }),
    );
  const refuted = of(300, { empty: 20, planted: 60, no_pit: 40 });
  expect(refuted.chance).toBe(of(200).chance);
  expect(of(300, { empty: 100, planted: 0, no_pit: 0 }).chance).toBe(of(300).chance);
  const said = refuted.reasons.find(({ code }) => code === "rows_counted");
  expect(said?.figures).toMatchObject({ pits: 300, pits_empty: 20, pits_planted: 60 });
});

test("pits of a finer image still speak after a coarser one that cannot tell them", () => {
  const young = { ...planted, plantedOn: "2025-10-10" };
  const seen = rows("2026-05-01", 600, 0.4);
  const coarser = { ...rows("2026-06-01", 600, 0.4), image: 4 };
  const of = (all: (typeof coarser | (Omit<typeof seen, "pits"> & { pits: number }))[]) =>
    verdictOf(
      facts({ planted: [young], captures: [before, image(3, "2026-05-01", 0)], rows: all }),
    );
  const told = of([{ ...seen, pits: 300 }, coarser]);
  expect(told.chance).toBeLessThan(of([seen, coarser]).chance ?? 0);
  const said = told.reasons.find(({ code }) => code === "rows_counted");
  expect(said?.figures).toMatchObject({ image: 4, older_pits: 300, pits_on: "2026-05-01" });
  // A finer image of later on sees them filled.
  expect(
    of([
      { ...seen, pits: 300 },
      { ...coarser, pits: 0 },
    ]).chance,
  ).toBe(
    of([
      { ...seen, pits: 0 },
      { ...coarser, pits: 0 },
    ]).chance,
  );
});

test.each([150, 300, 440, 520])(
  "the range of standing trees holds what was counted on bare ground: %i of 1,000",
  (trees) => {
    const known = {
      planted: [{ ...planted, plantedOn: "2012-04-10" }],
      captures: [image(1, "2011-07-01", 0), image(2, "2025-07-01", trees)],
    };
    const { standing } = verdictOf(facts(known));
    expect(standing?.low).toBeLessThanOrEqual(trees);
    expect(standing?.high).toBeGreaterThan(1.5 * trees);
  },
);
