/** Condition that the trees of a place whose border has moved are still being given their new places. */
import { sql } from "kysely";

/** SQL of it; `id` names the column of the place. */
export const isUpdating = (kind: "region" | "district", id: string) =>
  sql<boolean>`exists (select from territory_change c where c.kind = ${kind} and ${sql.ref(id)} = any(c.place_ids))`;
