/** Canopy and shrubs of the blocks of a process. */
import type { Db } from "@nihol/db/connection";
import type { CoveredBlock } from "../imagery/block-canopy.ts";

export const coveredBlocks = (db: Db, process: number): Promise<CoveredBlock[]> =>
  db
    .selectFrom("imagery_block")
    .select(["canopy", "shrub_points"])
    .where("process_id", "=", process)
    .orderBy("n")
    .execute();
