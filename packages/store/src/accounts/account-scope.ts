/**
 * Accounts that may see a row: the rules of apps/server/src/policies for all accounts at once, over `user_account as u`
 * and its role `user_group as r`. A test compares both.
 */
import type { Permission } from "@nihol/contract/values/permissions";
import { type RawBuilder, type SqlBool, sql } from "kysely";

type Clause = RawBuilder<SqlBool>;

/** Condition that the role of the account grants a right; the two built-in roles have them all. */
export function accountHolds(right: Permission): Clause {
  const [resource, action] = right.split(".");
  return sql<SqlBool>`(r.built_in or coalesce((r.permissions #>> ${sql.lit(`{${resource},${action}}`)})::boolean, false))`;
}

/** Condition that a place lies in the territories of the account; an account without any has the whole country. */
const accountTerritory = (region: string, district: string): Clause => sql<SqlBool>`(
  not exists (select from user_territory ut where ut.user_id = u.id)
  or exists (select from user_territory ut where ut.user_id = u.id
    and (ut.region_id = ${sql.ref(region)} or ut.district_id = ${sql.ref(district)})))`;

const within = (
  territory: Clause,
  ministry: RawBuilder<unknown>,
): Clause => sql<SqlBool>`(r.built_in
  or (${territory} and (u.ministry_id is null or coalesce(${ministry}, false))))`;

/** Over `violation as v`: those that their ministry is to act on, in its gardens, or that its people reported. */
export const accountSeesViolation = within(
  accountTerritory("v.region_id", "v.district_id"),
  sql`v.ministry_id = u.ministry_id
    or exists (select from garden g where g.id = v.garden_id and g.ministry_id = u.ministry_id)
    or exists (select from user_account a where a.id = v.created_by and a.ministry_id = u.ministry_id)`,
);

/** Over a `planting_task` and its `garden as g`: of their ministry, in one of its gardens, or planted by it. */
export const accountSeesTask = (task: "k" | "t"): Clause =>
  within(
    accountTerritory("g.region_id", "g.district_id"),
    sql`u.ministry_id in (${sql.ref(`${task}.ministry_id`)}, g.ministry_id, ${sql.ref(`${task}.contractor_id`)})`,
  );

/** Over `device as v`: in the gardens of their ministry. */
export const accountSeesDevice = within(
  accountTerritory("v.region_id", "v.district_id"),
  sql`exists (select from garden g where g.id = v.garden_id and g.ministry_id = u.ministry_id)`,
);

const hasTerritory = sql`exists (select from user_territory ut where ut.user_id = u.id)`;

/** Over `report_period as q`: the whole programme's for those with no scope, an organization's for its own people. */
export const accountSeesPeriod = sql<SqlBool>`(case
  when r.built_in or (u.ministry_id is null and not ${hasTerritory}) then q.ministry_id is null
  else not ${hasTerritory} and coalesce(q.ministry_id = u.ministry_id, false) end)`;

/** A garden lets its ministry see an image when it is no smaller than a few crowns … */
const minGardenM2 = 100;
/** … and when so much of the smaller one of both boxes lies within the other. */
const minShare = 0.1;

/** Condition that image `w` shows a garden of the ministry, by the boxes of both. */
export function imageShowsGardenOf(ministry: RawBuilder<unknown>): RawBuilder<boolean> {
  const span = (low: number, high: number) =>
    sql`greatest(0, least(g.bbox[${sql.lit(high)}], w.bbox[${sql.lit(high)}])
      - greatest(g.bbox[${sql.lit(low)}], w.bbox[${sql.lit(low)}]))`;
  const box = (alias: string) =>
    sql`(${sql.ref(alias)}[3] - ${sql.ref(alias)}[1]) * (${sql.ref(alias)}[4] - ${sql.ref(alias)}[2])`;
  return sql<boolean>`exists (select 1 from garden g where g.ministry_id = ${ministry}
    and g.area_m2 >= ${minGardenM2} and g.bbox[1] < w.bbox[3] and g.bbox[3] > w.bbox[1]
    and g.bbox[2] < w.bbox[4] and g.bbox[4] > w.bbox[2]
    and ${span(1, 3)} * ${span(2, 4)} >= ${minShare} * least(${box("g.bbox")}, ${box("w.bbox")}))`;
}

const ownImage = (
  throughGarden: RawBuilder<unknown>,
): Clause => sql<SqlBool>`(r.built_in or coalesce(p.requested_by = u.id, false)
  or ((${accountTerritory("p.region_id", "p.district_id")} or ${accountTerritory("w.region_id", "w.district_id")})
    and (u.ministry_id is null
      or exists (select from user_account a where a.id = p.requested_by and a.ministry_id = u.ministry_id)
      or ${throughGarden})))`;

/** Over `whole_image as w` of `imagery_process as p`: what they asked for, and what lies in their scope. */
export const accountSeesImage = ownImage(imageShowsGardenOf(sql`u.ministry_id`));

/** Over the same: images that they may change, given the right to; a garden alone lets nobody change an image. */
export const accountChangesImage = ownImage(sql`false`);

/** From and where: captures that source `i` offers in the gardens of the account. */
export const accountOffers = sql`from offered_capture o join garden g on g.id = o.garden_id
  where o.source_id = i.id and ${within(
    accountTerritory("g.region_id", "g.district_id"),
    sql`g.ministry_id = u.ministry_id`,
  )}`;
