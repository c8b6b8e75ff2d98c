/** Dry days of a garden, by the daily means of its soil's humidity and the range that is good there. */
import type { GardenAnalytics } from "@nihol/contract/gardens";
import type { GardenSurvival } from "@nihol/contract/planting/survival";
import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import { dayOf, daysAfter } from "@nihol/contract/values/planting/programme-day";

/** Values by day: "2026-05-14". */
export type DayValues = ReadonlyMap<string, number>;

/** Days before a count of survival over which dry ones are counted. */
export const daysBefore = 365;

export const byDay = (series: Pick<ReadingSeries, "points"> | undefined): DayValues =>
  new Map((series?.points ?? []).map(({ ts, value }) => [dayOf(new Date(ts)), value]));

/** A day is dry when the mean of its soil lies below what is good; without a limit none is. */
export const isDry = (value: number, goodFrom: number | null): boolean =>
  goodFrom !== null && value < goodFrom;

export type DryDays = {
  dry: number;
  /** Days with a value; of the others nothing is known. */
  known: number;
};

/** Dry days from one day up to another, which is not among them. */
export function dryDays(
  soil: DayValues,
  goodFrom: number | null,
  { from, to }: { from: string; to: string },
): DryDays {
  const values = [...soil].filter(([day]) => day >= from && day < to).map(([, value]) => value);
  return { dry: values.filter((value) => isDry(value, goodFrom)).length, known: values.length };
}

export type SurvivalRow = {
  year: number;
  survival: NonNullable<GardenSurvival["years"][number]["survival"]>;
  /** First day of the counts. */
  counted: string;
  days: DryDays;
};

/** Survival by the dry days in the year before it was counted; years without a count are left out. */
export function survivalRows(
  years: GardenSurvival["years"],
  soil: DayValues,
  goodFrom: number | null,
): SurvivalRow[] {
  return years.flatMap(({ year, survival, from }) => {
    if (!survival || !from) return [];
    const days = dryDays(soil, goodFrom, { from: daysAfter(from, -daysBefore), to: from });
    return { year, survival, counted: from, days };
  });
}

/** Part of a capture that says how green its trees are. */
type Seen = Pick<GardenAnalytics["captures"][number], "date"> & {
  trees: Pick<GardenAnalytics["captures"][number]["trees"], "green" | "not_green" | "unsure">;
};

/** Green trees of all whose colour an image shows, 0 to 1, by the day of the image. */
export function greenShares(captures: readonly Seen[]): DayValues {
  return new Map(
    captures.flatMap(({ date, trees: { green, not_green, unsure } }) => {
      const all = green + not_green + unsure;
      return all > 0 ? [[date, green / all] as const] : [];
    }),
  );
}

export type MonthRow = {
  month: string;
  days: DryDays;
  /** Mean of the days that have one; null without any. */
  temperature: number | null;
  rain: number | null;
  green: number | null;
};

type Sources = { soil: DayValues; temperature: DayValues; rain: DayValues; green: DayValues };

/** The same by month, the newest first. */
export function monthRows(
  of: Sources,
  goodFrom: number | null,
  days: readonly string[],
): MonthRow[] {
  const months = [...new Set(days.map((day) => day.slice(0, 7)))].reverse();
  const within = (values: DayValues, month: string) =>
    [...values].filter(([day]) => day.startsWith(month)).map(([, value]) => value);
  const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
  const meanOf = (values: readonly number[]) =>
    values.length > 0 ? sum(values) / values.length : null;
  return months.map((month) => {
    const rain = within(of.rain, month);
    return {
      month,
      days: dryDays(of.soil, goodFrom, { from: `${month}-01`, to: `${month}-32` }),
      temperature: meanOf(within(of.temperature, month)),
      rain: rain.length > 0 ? sum(rain) : null,
      green: meanOf(within(of.green, month)),
    };
  });
}
