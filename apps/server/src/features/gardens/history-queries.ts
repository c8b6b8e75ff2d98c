/** Events and photos of a garden, as far as the reader may see them. */

import type { GardenEvent, GardenReportPhoto } from "@nihol/contract/planting/garden-history";
import type { Db } from "@nihol/db/connection";
import { devicePlace } from "@nihol/policies/sees";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { may } from "../../policies/rights.ts";
import { visibleTo } from "../../policies/scope.ts";
import { violationVisibleTo } from "../../policies/violations.ts";
import { isContradicted } from "../../shared/planting/counted-tasks.ts";
import { photoPath } from "../../shared/planting/photo-path.ts";
import { countedPage } from "../../shared/rows/list-page.ts";

type Part = RawBuilder<GardenEvent>;

const tasks = (actor: Actor, garden: number) =>
  sql`planting_task t join garden g on g.id = t.garden_id
    where t.garden_id = ${garden} and ${tasksVisibleTo(actor)}`;

function taskParts(actor: Actor, garden: number): Part[] {
  return [
    sql`select 'task_given' as kind, t.id, t.assigned_date as day,
        (select sum(i.quantity)::int from planting_task_item i where i.task_id = t.id) as trees,
        null::text as title from ${tasks(actor, garden)}`,
    // Once more after it was taken back: the last time counts.
    sql`select 'task_completed', t.id, (select programme_day(max(s.changed_at))
          from planting_task_status s where s.task_id = t.id and s.status = 'completed'),
        case when not ${isContradicted} then t.reported_trees end, null from ${tasks(actor, garden)} and t.status = 'completed'`,
    sql`select 'visit_done', t.id, programme_day(v.finished_at), null, null
      from survival_visit v join planting_task t on t.id = v.task_id join garden g on g.id = t.garden_id
      where t.garden_id = ${garden} and ${tasksVisibleTo(actor)} and v.state = 'done'`,
  ];
}

function caseParts(actor: Actor, garden: number): Part[] {
  const cases = sql`violation v where v.garden_id = ${garden} and ${violationVisibleTo(actor)}`;
  return [
    sql`select 'case_opened', v.id, v.observed_on, null, v.number || ' ' || v.title from ${cases}`,
    sql`select 'case_closed', v.id, (select programme_day(max(c.created_at))
          from violation_change c where c.violation_id = v.id and c.field = 'state' and c.to_state = v.state),
        null, v.number || ' ' || v.title from ${cases} and v.state in ('closed', 'dismissed')`,
  ];
}

const devicePart = (actor: Actor, garden: number): Part =>
  sql`select 'device_added', v.id, coalesce(p.since, programme_day(v.created_at)), null, v.name
    from device v join (select id as device_id, placed_on as since, garden_id from device
      union all select device_id, since, garden_id from device_place) p on p.device_id = v.id
    where p.garden_id = ${garden} and ${visibleTo(actor, devicePlace)}`;

/** Whoever sees a garden reads its notes. */
const notePart = (garden: number): Part =>
  sql`select 'note', n.id, n.observed_on, null, left(n.text, 300)
    from garden_note n where n.garden_id = ${garden}`;

/** All that records tell of a garden within the actor's scope; its images are not among them. */
export async function listRecordEvents(
  db: Db,
  actor: Actor,
  garden: number,
): Promise<GardenEvent[]> {
  const parts = [
    ...(may(actor, "planttreetask", "view") ? taskParts(actor, garden) : []),
    ...(may(actor, "violation", "view") ? caseParts(actor, garden) : []),
    ...(may(actor, "device", "view") ? [devicePart(actor, garden)] : []),
    notePart(garden),
  ];
  const { rows } = await sql<GardenEvent>`
    select e.kind, e.id, e.day::text as day, e.trees, e.title
    from (${sql.join(parts, sql` union all `)}) e (kind, id, day, trees, title)
    where e.day is not null`.execute(db);
  return rows;
}

const photographed = (db: Db, actor: Actor, garden: number) =>
  db
    .selectFrom("planting_report as p")
    .innerJoin("planting_task as t", "t.id", "p.task_id")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .innerJoin("tree_type as y", "y.id", "p.tree_type_id")
    .where("t.garden_id", "=", garden)
    .where("p.photo_key", "is not", null)
    .where(tasksVisibleTo(actor));

/** Page of the photos of planting reports, the last planted first, and how many there are. */
export async function listReportPhotos(
  db: Db,
  actor: Actor,
  garden: number,
  query: { page: number; page_size: number },
): Promise<{ count: number; rows: GardenReportPhoto[] }> {
  const rows = photographed(db, actor, garden);
  const { count, page } = await countedPage(
    rows,
    rows
      .select(["p.id", "p.task_id", "p.count", "p.plant_date", "p.image_date", "p.photo_key"])
      .select(["y.id as type_id", "y.name as type_name"])
      .orderBy("p.plant_date", "desc")
      .orderBy("p.id", "desc"),
    query,
  );
  return {
    count,
    rows: page.map((row) => ({
      id: row.id,
      task: row.task_id,
      tree_type: { id: row.type_id, name: row.type_name },
      count: row.count,
      plant_date: row.plant_date,
      image_date: row.image_date,
      image: photoPath(row.task_id, row.id, row.photo_key) ?? "",
    })),
  };
}
