/** The sums of a period and of the one before on the ground that both saw. */

import type { GroundFigures } from "@nihol/contract/reports/reports";
import type { TreeFilter } from "@nihol/contract/statistics";
import type { ReportKind } from "@nihol/contract/values/reports/reports";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../../http/actor.ts";
import { sumImagery, withoutRows } from "../../../shared/imagery/imagery-sums.ts";
import { type Ground, isOnGround, listSameGround } from "../../../shared/imagery/same-ground.ts";
import { figuresOf, type Sums } from "./figures.ts";

type Both<Value> = Record<"now" | "before", Value>;

const keyOf = ({ region_id, district_id, garden_id }: Ground) =>
  `${region_id} ${district_id} ${garden_id}`;

/** The rows of either period whose key both have. */
function inBoth<Row>({ now, before }: Both<readonly Row[]>, key: (row: Row) => unknown) {
  const known = new Set(before.map(key));
  const both = new Set(now.map(key).filter((one) => known.has(one)));
  const own = (rows: readonly Row[]) => rows.filter((row) => both.has(key(row)));
  return { now: own(now), before: own(before) };
}

/** Trees and green on ground that both saw, changed trees where both compared it, survival where both visited. */
export async function comparedSums(
  db: Db,
  actor: Actor,
  kind: ReportKind,
  { filters, sums }: { filters: Both<TreeFilter>; sums: Both<Sums> },
): Promise<Both<Sums>> {
  const grounds = await listSameGround(db, actor, filters);
  const known = new Set(grounds.map(keyOf));
  const of = <Row>(rows: (own: Sums) => Row[]) => ({
    now: rows(sums.now),
    before: rows(sums.before),
  });
  const changes = inBoth(
    of((own) => own.changes.filter((row) => known.has(keyOf(row)))),
    keyOf,
  );
  const visits = inBoth(
    of((own) => own.visits.filter(({ visited }) => visited)),
    ({ first_id }) => first_id,
  );
  const each = async (period: keyof Both<Sums>): Promise<Sums> => ({
    ...withoutRows(sums[period]),
    ...(grounds.length > 0 &&
      (await sumImagery(db, actor, kind, filters[period], (alias) => isOnGround(grounds, alias)))),
    changes: changes[period],
    visits: visits[period],
  });
  const [now, before] = await Promise.all([each("now"), each("before")]);
  return { now, before };
}

function groundFigures(sums: Sums): GroundFigures {
  const { garden_tree_count, trees, tree_area_percent, ...all } = figuresOf(sums, null, null);
  const { green_level, green_level_index, changes, survival } = all;
  return {
    ...{ garden_tree_count, trees, tree_area_percent },
    ...{ green_level, green_level_index, changes, survival },
  };
}

/** The figures of one line, and how much ground they are of, square metres. */
export const comparedFiguresOf = ({ now, before }: Both<Sums>) => ({
  seen_m2: now.seen.reduce((sum, { seen_m2 }) => sum + seen_m2, 0),
  now: groundFigures(now),
  before: groundFigures(before),
});
