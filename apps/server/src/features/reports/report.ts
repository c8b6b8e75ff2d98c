/** A report within the actor's scope: a row for each territory, what lies in none of them, the total, and what lies outside the country. */

import type { Report, ReportFigures, ReportRow } from "@nihol/contract/reports";
import type { TreeFilter } from "@nihol/contract/statistics";
import type { ReportKind } from "@nihol/contract/values/reports";
import type { Database } from "@nihol/db/tables";
import type { TextLanguage } from "@nihol/locales/text";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { notFound } from "../../http/problem.ts";
import {
  coveredArea,
  partByTerritory,
  sumImagery,
  withoutPlace,
  withoutRows,
} from "../../shared/imagery/imagery-sums.ts";
import { outsideRegions, sumGardens, sumTerritory } from "../../shared/territory/territory-sql.ts";
import { figuresOf, gardenArea, type Sums } from "./figures.ts";
import {
  findRegion,
  listDistrictRows,
  listRegionRows,
  sumCaptures,
  type TerritoryRow,
} from "./queries.ts";
import { sumDevices, sumTasks, sumViolations } from "./state-queries.ts";

type Db = Kysely<Database>;

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
  return { ...imagery, gardens, captures, tasks, devices, violations };
}

/** A row for each territory, and a last one where something lies in none of them. */
function rowsOf(territories: TerritoryRow[], sums: Sums, kind: ReportKind, actor: Actor) {
  const listed = new Set(territories.map(({ id }) => id));
  const places = partByTerritory(sums, (id) => (listed.has(id) ? id : elsewhere));
  const isDistrict = kind === "district";
  const rows = territories.map((one): ReportRow => {
    const own = places.get(one.id) ?? withoutRows(sums);
    return {
      id: one.id,
      name: one.name,
      region: isDistrict ? { id: one.region_id, name: one.region_name } : null,
      ...figuresWithin(own, one.area_m2, actor),
    };
  });
  const rest = places.get(elsewhere);
  if (rest) rows.push({ id: null, name: {}, region: null, ...figuresWithin(rest, null, actor) });
  return rows;
}

const figuresWithin = (sums: Sums, area_m2: number | null, actor: Actor): ReportFigures =>
  figuresOf(sums, area_m2, coveredArea(actor, area_m2, gardenArea(sums)));

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
  const [territories, everything, area] = await Promise.all([
    kind === "region"
      ? listRegionRows(db, actor, language)
      : listDistrictRows(db, actor, filter, language),
    sumsOf(db, actor, kind, filter),
    sumTerritory(db, actor, filter),
  ]);
  const sums = withoutPlace(everything, outsideRegions);
  const outside = partByTerritory(everything, (id) => id).get(outsideRegions);
  return {
    kind,
    region: region ?? null,
    from: filter.from ?? null,
    to: filter.to ?? null,
    made_at: new Date().toISOString(),
    rows: rowsOf(territories, sums, kind, actor),
    total: figuresWithin(sums, area, actor),
    outside: outside ? figuresWithin(outside, null, actor) : null,
    grand_total: outside ? figuresWithin(everything, null, actor) : null,
  };
}
