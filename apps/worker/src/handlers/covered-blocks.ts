/** Canopy and shrubs of the blocks of a process. */
import type { Database } from "@nihol/db/tables";
import type { Kysely } from "kysely";
import type { CoveredBlock } from "../imagery/block-canopy.ts";

export const coveredBlocks = (db: Kysely<Database>, process: number): Promise<CoveredBlock[]> =>
  db
    .selectFrom("imagery_block")
    .select(["canopy", "shrub_points"])
    .where("process_id", "=", process)
    .orderBy("n")
    .execute();
