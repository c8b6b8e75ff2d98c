/** The dashboard's figures, put together. */
import type { Statistics, TreeFilter } from "@nihol/contract/statistics";
import type { Database } from "@nihol/db/tables";
import { combineCounts, crownArea, greenCrownArea } from "@nihol/db/tree-count";
import type { Kysely } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { combineGreen, listImageGreen, percentOf, sumTerritory } from "../../http/territory-sql.ts";
import { countInGardens, countReachable, listByTerritory, sumGardens } from "./queries.ts";

/**
 * Figures within the actor's reach. Areas in square metres, percentages 0 to 100.
 * `green_area_percent_in_gardens` is the share of the gardens' area under crowns of green trees.
 */
export async function findStatistics(
  db: Kysely<Database>,
  actor: Actor,
  filter: TreeFilter,
): Promise<Statistics> {
  const [all, inGardens, gardens, territory_area, by_territory] = await Promise.all([
    countReachable(db, actor, filter),
    countInGardens(db, actor, filter),
    sumGardens(db, actor, filter),
    sumTerritory(db, actor, filter),
    listByTerritory(db, actor, filter),
  ]);
  const levels = await listImageGreen(
    db,
    all.map((row) => row.whole_image_id),
  );
  const green = combineGreen([...levels.values()]);
  const trees = combineCounts(all);
  const total_tree_area = crownArea(all);
  return {
    total_tree_count: trees.total,
    total_tree_area,
    tree_area_percent: percentOf(total_tree_area, territory_area),
    garden_count: gardens.count,
    garden_area: gardens.area,
    garden_tree_count: combineCounts(inGardens).total,
    garden_tree_area: crownArea(inGardens),
    green_area_percent_in_gardens: percentOf(greenCrownArea(inGardens), gardens.area),
    green_tree_count: trees.green,
    non_green_tree_count: trees.not_green,
    unsure_tree_count: trees.unsure,
    green_level: green ? green.level * 100 : null,
    green_level_index: green?.index ?? null,
    territory_area,
    trees,
    by_territory,
  };
}
