/** The dashboard's figures, put together. */

import type { Statistics, TreeFilter } from "@nihol/contract/statistics";
import type { Db } from "@nihol/db/connection";
import type { Actor } from "../../http/actor.ts";
import { may } from "../../policies/rights.ts";
import { changeFigures } from "../../shared/imagery/change-figures.ts";
import { type ChangeRows, sumChanged } from "../../shared/imagery/changed-sums.ts";
import { gardenFigures, imageryFigures } from "../../shared/imagery/imagery-figures.ts";
import {
  coveredArea,
  type ImagerySums,
  partByTerritory,
  sumImagery,
  withoutPlace,
  withoutRows,
} from "../../shared/imagery/imagery-sums.ts";
import { survivalFigures } from "../../shared/planting/survival-figures.ts";
import { plannedTrees, sumTasks, type TaskSums } from "../../shared/planting/task-sums.ts";
import { listVisited, type VisitSums } from "../../shared/planting/visited-plantings.ts";
import {
  type GardenSums,
  outsideRegions,
  sumGardens,
  sumTerritory,
} from "../../shared/territory/territory-sql.ts";
import { listDistricts, listRegions } from "./statistics-queries.ts";

type Sums = ImagerySums & {
  gardens: GardenSums[];
  changes: ChangeRows[];
  visits: VisitSums[];
  tasks: TaskSums[];
};
type Part = NonNullable<Statistics["outside"]>;

const elsewhere = 0;

function gardensOf({ gardens }: Sums) {
  return {
    garden_count: gardens.reduce((sum, row) => sum + row.count, 0),
    garden_area: gardens.reduce((sum, row) => sum + row.area_m2, 0),
  };
}

function partOf(sums: Sums, actor: Actor, territoryM2: number | null): Part {
  const gardens = gardensOf(sums);
  const total = coveredArea(actor, territoryM2, gardens.garden_area);
  const { coverage, trees, canopy, shrubs } = imageryFigures(sums, total);
  return {
    tree_count: trees?.total ?? null,
    green_tree_count: trees?.green ?? null,
    ...gardens,
    coverage,
    canopy,
    shrubs,
  };
}

/** A row for each territory, and a last one where something lies in none of them. */
async function listParts(
  db: Db,
  actor: Actor,
  filter: TreeFilter,
  sums: Sums,
): Promise<Statistics["by_territory"]> {
  const kind = kindOf(filter);
  const list = kind === "region" ? listRegions(db, actor) : listDistricts(db, actor, filter);
  const territories = await list;
  const listed = new Set(territories.map(({ id }) => id));
  const places = partByTerritory(sums, (id) => (listed.has(id) ? id : elsewhere));
  const rest = places.get(elsewhere);
  return [
    ...territories.map(({ id, name, area_m2 }) => ({
      kind,
      id,
      name,
      ...partOf(places.get(id) ?? withoutRows(sums), actor, area_m2),
    })),
    ...(rest ? [{ kind, id: null, name: {}, ...partOf(rest, actor, null) }] : []),
  ];
}

const kindOf = ({ region, district }: TreeFilter) =>
  region || district ? ("district" as const) : ("region" as const);

/** Figures within the actor's scope, as the contract says them. */
export async function findStatistics(
  db: Db,
  actor: Actor,
  filter: TreeFilter,
): Promise<Statistics> {
  const kind = kindOf(filter);
  const seesTasks = may(actor, "planttreetask", "view");
  const [imagery, gardens, territory_area, changes, visits, tasks] = await Promise.all([
    sumImagery(db, actor, kind, filter),
    sumGardens(db, actor, kind, filter),
    sumTerritory(db, actor, filter),
    sumChanged(db, actor, kind, filter),
    seesTasks ? listVisited(db, actor, kind, filter) : [],
    seesTasks ? sumTasks(db, actor, kind, filter) : [],
  ]);
  const everything: Sums = { ...imagery, gardens, changes, visits, tasks };
  const sums = withoutPlace(everything, outsideRegions);
  const outside = partByTerritory(everything, (id) => id).get(outsideRegions);
  const counted = gardensOf(sums);
  const total = coveredArea(actor, territory_area, counted.garden_area);
  const { trees, tree_area_m2, ...figures } = imageryFigures(sums, total);
  const ofGardens = gardenFigures(sums, counted.garden_area);
  return {
    ...figures,
    ...counted,
    garden_coverage: ofGardens.coverage,
    gardens_seen: ofGardens.seen,
    garden_tree_count: ofGardens.tree_count,
    garden_tree_area: ofGardens.tree_area_m2,
    green_area_percent_in_gardens: ofGardens.green_area_percent,
    trees,
    total_tree_count: trees?.total ?? null,
    total_tree_area: tree_area_m2,
    green_tree_count: trees?.green ?? null,
    non_green_tree_count: trees?.not_green ?? null,
    unsure_tree_count: trees?.unsure ?? null,
    territory_area,
    changes: changeFigures(sums.changes),
    survival: seesTasks ? survivalFigures(sums.visits) : null,
    planting: seesTasks ? plannedTrees(sums.tasks) : null,
    by_territory: await listParts(db, actor, filter, sums),
    outside: outside ? partOf(outside, actor, null) : null,
  };
}
