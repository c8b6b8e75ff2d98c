import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { accusesOwn, violationVisibleTo } from "../../policies/violations.ts";

/** Violations that the actor may see. */
export const inScope = (db: Db, actor: Actor) =>
  db.selectFrom("violation as v").where(violationVisibleTo(actor));

/** The same with the names and counts that the contract shows. */
export function wholeRows(db: Db, actor: Actor) {
  return inScope(db, actor)
    .leftJoin("garden as g", "g.id", "v.garden_id")
    .leftJoin("region as r", "r.id", "v.region_id")
    .leftJoin("district as d", "d.id", "v.district_id")
    .leftJoin("ministry as m", "m.id", "v.ministry_id")
    .leftJoin("user_account as u", "u.id", "v.created_by")
    .selectAll("v")
    .select([
      accusesOwn(actor).as("accuses_own"),
      "g.name as garden_name",
      "r.name as region_name",
      "d.name as district_name",
      "m.name as ministry_name",
      sql<string>`coalesce(trim(u.first_name || ' ' || u.last_name), '')`.as("created_by_name"),
      sql<number>`(select count(*) from attached_file f where f.violation_id = v.id)`.as(
        "file_count",
      ),
      sql<number>`(select count(*) from violation_comment c where c.violation_id = v.id)`.as(
        "comment_count",
      ),
    ]);
}

export type ViolationRow = Awaited<
  ReturnType<ReturnType<typeof wholeRows>["executeTakeFirstOrThrow"]>
>;
