/** Who may see a planting task: the same rule as `tasksVisibleTo`, asked of all people at once. A test compares both. */
import { type RawBuilder, type SqlBool, sql } from "kysely";

const inOrganization = sql<SqlBool>`(u.ministry_id is null
  or u.ministry_id in (coalesce(t.ministry_id, 0), coalesce(g.ministry_id, 0), coalesce(t.contractor_id, 0)))`;
const inTerritory = sql<SqlBool>`(not exists (select from user_territory ut where ut.user_id = u.id)
  or exists (select from user_territory ut where ut.user_id = u.id
    and (ut.region_id = g.region_id or ut.district_id = g.district_id)))`;

/** Over `user_account as u` with its `user_group as r`, and `planting_task as t` with its `garden as g`. */
export const readsTask: RawBuilder<SqlBool> = sql<SqlBool>`(u.is_active and (r.built_in
  or (coalesce((r.permissions -> 'planttreetask' ->> 'view')::boolean, false)
    and ${inOrganization} and ${inTerritory})))`;
