/** A tree's row as a correction keeps it. */
import { greenStates, type TreeState, treeReviews } from "@nihol/contract/values/trees";
import type { Database } from "@nihol/db/tables";
import type { Selectable } from "kysely";

type TreeRow = Selectable<Database["tree"]>;

/** The columns that a state is made of. */
export const stateColumns = [
  "lon",
  "lat",
  "fragment",
  "box",
  "crown",
  "area_m2",
  "score",
  "green",
  "veg_index",
  "veg_index_name",
  "review",
] as const satisfies (keyof TreeRow)[];

export const stateOf = (row: Pick<TreeRow, (typeof stateColumns)[number]>): TreeState => ({
  lon: row.lon,
  lat: row.lat,
  fragment: row.fragment,
  box: row.box,
  crown: row.crown,
  area_m2: row.area_m2,
  score: row.score,
  green: greenStates[row.green] ?? "unsure",
  veg_index: row.veg_index,
  veg_index_name: row.veg_index_name,
  review: treeReviews[row.review] ?? "new",
});

/** The numbers by which the database keeps the two words of a state. */
export const wordsAsNumbers = ({ green, review }: TreeState) => ({
  green: greenStates.indexOf(green),
  review: treeReviews.indexOf(review),
});
