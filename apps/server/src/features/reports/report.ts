/** A report within the actor's reach: a row for each territory, what lies in none of them, and the total. */
import type { Report, ReportKind, ReportRow } from "@nihol/contract/reports";
import type { TreeFilter } from "@nihol/contract/statistics";
import type { Database } from "@nihol/db/tables";
import type { TextLanguage } from "@nihol/locales/text";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { notFound } from "../../http/problem.ts";
import { listImageGreen, sumTerritory } from "../../http/territory-sql.ts";
import { figuresOf, nothing, placed, type Sums } from "./figures.ts";
import {
  countTrees,
  countTreesInGardens,
  findRegion,
  listDistrictRows,
  listRegionRows,
  sumCaptures,
  sumGardens,
} from "./queries.ts";
import { sumDevices, sumTasks, sumViolations } from "./state-queries.ts";

type Db = Kysely<Database>;

/** Where the rows of territories go that have no line of their own; ids begin with 1. */
const elsewhere = 0;

async function sumsOf(db: Db, actor: Actor, kind: ReportKind, filter: TreeFilter): Promise<Sums> {
  const [trees, gardenTrees, gardens, captures, tasks, devices, violations] = await Promise.all([
    countTrees(db, actor, kind, filter),
    countTreesInGardens(db, actor, kind, filter),
    sumGardens(db, actor, kind, filter),
    sumCaptures(db, actor, kind, filter),
    sumTasks(db, actor, kind, filter),
    sumDevices(db, actor, kind, filter),
    sumViolations(db, actor, kind, filter),
  ]);
  return { trees, gardenTrees, gardens, captures, tasks, devices, violations };
}

/** Dates are inclusive. @throws {Problem} 404 for a region out of reach */
export async function makeReport(
  db: Db,
  actor: Actor,
  kind: ReportKind,
  filter: TreeFilter,
  language: TextLanguage,
): Promise<Report> {
  const region = filter.region ? await findRegion(db, actor, filter.region) : undefined;
  if (filter.region && !region) throw notFound();
  const [territories, sums] = await Promise.all([
    kind === "region"
      ? listRegionRows(db, actor, language)
      : listDistrictRows(db, actor, filter, language),
    sumsOf(db, actor, kind, filter),
  ]);
  const [area, green] = await Promise.all([
    sumTerritory(db, actor, filter),
    listImageGreen(
      db,
      sums.trees.map((row) => row.whole_image_id),
    ),
  ]);
  const listed = new Set(territories.map(({ id }) => id));
  const places = placed(sums, (id) => (listed.has(id) ? id : elsewhere));
  const isDistrict = kind === "district";
  const rows = territories.map(
    (one): ReportRow => ({
      id: one.id,
      name: one.name,
      region: isDistrict ? { id: one.region_id, name: one.region_name } : null,
      ...figuresOf(places.get(one.id) ?? nothing, one.area_m2, green),
    }),
  );
  const rest = places.get(elsewhere);
  if (rest) rows.push({ id: null, name: {}, region: null, ...figuresOf(rest, null, green) });
  return {
    kind,
    region: region ?? null,
    from: filter.from ?? null,
    to: filter.to ?? null,
    made_at: new Date().toISOString(),
    rows,
    total: figuresOf(sums, area, green),
  };
}
