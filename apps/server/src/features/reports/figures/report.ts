/**
 * A report within the actor's scope: a row for each territory, what lies in none of them, the total, and what lies
 * outside the country; each with the figures of the period before.
 */

import type { Report, ReportFigures, ReportLine, ReportRow } from "@nihol/contract/reports/reports";
import type { TreeFilter } from "@nihol/contract/statistics";
import type { ReportKind } from "@nihol/contract/values/reports/reports";
import type { Db } from "@nihol/db/connection";
import type { TextLanguage } from "@nihol/locales/text";
import type { Actor } from "../../../http/actor.ts";
import { notFound } from "../../../http/problem.ts";
import { reportCan } from "../../../policies/reports.ts";
import { sumChanged } from "../../../shared/imagery/changed-sums.ts";
import {
  coveredArea,
  partByTerritory,
  sumImagery,
  withoutPlace,
  withoutRows,
} from "../../../shared/imagery/imagery-sums.ts";
import { sumTasks } from "../../../shared/planting/task-sums.ts";
import { listVisited } from "../../../shared/planting/visited-plantings.ts";
import {
  outsideRegions,
  sumGardens,
  sumTerritory,
} from "../../../shared/territory/territory-sql.ts";
import { comparedFiguresOf, comparedSums } from "./compared-sums.ts";
import {
  findRegion,
  listDistrictRows,
  listRegionRows,
  sumCaptures,
  type TerritoryRow,
} from "./figure-queries.ts";
import { figuresOf, gardenArea, type Sums } from "./figures.ts";
import { periodBefore } from "./period-before.ts";
import { sumDevices, sumExceedances, sumSettled, sumViolations } from "./state-queries.ts";

/** Where the rows of territories go that have no line of their own; ids begin with 1. */
const elsewhere = 0;

async function sumsOf(db: Db, actor: Actor, kind: ReportKind, filter: TreeFilter): Promise<Sums> {
  const [imagery, gardens, captures, tasks, devices, violations] = await Promise.all([
    sumImagery(db, actor, kind, filter),
    sumGardens(db, actor, kind, filter),
    sumCaptures(db, actor, kind, filter),
    sumTasks(db, actor, kind, filter),
    sumDevices(db, actor, kind, filter),
    sumViolations(db, actor, kind, filter),
  ]);
  const [changes, visits, settled, exceedances] = await Promise.all([
    sumChanged(db, actor, kind, filter),
    listVisited(db, actor, kind, filter),
    sumSettled(db, actor, kind, filter),
    sumExceedances(db, actor, kind, filter),
  ]);
  const events = { captures, tasks, devices, violations, changes, visits, settled, exceedances };
  return { ...imagery, gardens, ...events };
}

/** The sums of a place in the period, in the one before, and of both on the ground that both saw. */
interface AllSums {
  now: Sums;
  /** Undefined where the report has none. */
  before: Sums | undefined;
  compared: Record<"now" | "before", Sums> | undefined;
}

const eachOf = ({ now, before, compared }: AllSums, change: (sums: Sums) => Sums): AllSums => ({
  now: change(now),
  before: before && change(before),
  compared: compared && { now: change(compared.now), before: change(compared.before) },
});

function lineOf(sums: AllSums, area_m2: number | null, actor: Actor): ReportLine {
  const { now, before, compared } = sums;
  return {
    ...figuresWithin(now, area_m2, actor),
    before: before ? figuresWithin(before, area_m2, actor) : null,
    compared: compared ? comparedFiguresOf(compared) : null,
  };
}

const figuresWithin = (sums: Sums, area_m2: number | null, actor: Actor): ReportFigures =>
  figuresOf(sums, area_m2, coveredArea(actor, area_m2, gardenArea(sums)));

/** Each place's sums; a place that only one of the periods knows has empty ones in the other. */
function placesOf(all: AllSums, placeOf: (id: number) => number) {
  const parts = new Map<Sums, Map<number, Sums>>();
  eachOf(all, (sums) => {
    parts.set(sums, partByTerritory(sums, placeOf));
    return sums;
  });
  const places = new Set([...parts.values()].flatMap((part) => [...part.keys()]));
  return (place: number): AllSums | undefined =>
    places.has(place)
      ? eachOf(all, (sums) => parts.get(sums)?.get(place) ?? withoutRows(sums))
      : undefined;
}

/** A row for each territory, and a last one where something lies in none of them. */
function rowsOf(territories: TerritoryRow[], sums: AllSums, kind: ReportKind, actor: Actor) {
  const listed = new Set(territories.map(({ id }) => id));
  const sumsIn = placesOf(sums, (id) => (listed.has(id) ? id : elsewhere));
  const nothing = eachOf(sums, withoutRows);
  const isDistrict = kind === "district";
  const rows = territories.map(
    (one): ReportRow => ({
      id: one.id,
      name: one.name,
      region: isDistrict ? { id: one.region_id, name: one.region_name } : null,
      ...lineOf(sumsIn(one.id) ?? nothing, one.area_m2, actor),
    }),
  );
  const rest = sumsIn(elsewhere);
  if (rest) rows.push({ id: null, name: {}, region: null, ...lineOf(rest, null, actor) });
  return rows;
}

async function allSums(db: Db, actor: Actor, kind: ReportKind, filter: TreeFilter) {
  const days = periodBefore(filter);
  const earlier = days && { ...filter, ...days };
  const [now, before] = await Promise.all([
    sumsOf(db, actor, kind, filter),
    earlier && sumsOf(db, actor, kind, earlier),
  ]);
  if (!before || !earlier) return { days, sums: { now, before, compared: undefined } };
  const asked = { filters: { now: filter, before: earlier }, sums: { now, before } };
  return { days, sums: { now, before, compared: await comparedSums(db, actor, kind, asked) } };
}

/** Dates are inclusive. @throws {Problem} 404 for a region outside the actor's scope */
export async function makeReport(
  db: Db,
  actor: Actor,
  kind: ReportKind,
  filter: TreeFilter,
  language: TextLanguage,
): Promise<Report> {
  const region = filter.region ? await findRegion(db, actor, filter.region) : undefined;
  if (filter.region && !region) throw notFound();
  const [territories, { days, sums: everything }, area] = await Promise.all([
    kind === "region"
      ? listRegionRows(db, actor, language)
      : listDistrictRows(db, actor, filter, language),
    allSums(db, actor, kind, filter),
    sumTerritory(db, actor, filter),
  ]);
  const sums = eachOf(everything, (own) => withoutPlace(own, outsideRegions));
  const outside = placesOf(everything, (id) => id)(outsideRegions);
  return {
    kind,
    region: region ?? null,
    from: filter.from ?? null,
    to: filter.to ?? null,
    approval: null,
    can: reportCan(actor, false),
    before: days ?? null,
    made_at: new Date().toISOString(),
    rows: rowsOf(territories, sums, kind, actor),
    total: lineOf(sums, area, actor),
    outside: outside ? lineOf(outside, null, actor) : null,
    grand_total: outside ? lineOf(everything, null, actor) : null,
  };
}
