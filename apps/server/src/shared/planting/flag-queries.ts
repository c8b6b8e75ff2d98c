/** The flags of a task and of the rows of its report, as the reader may know them. */

import type { EvidenceFlag, PhotoDuplicate } from "@nihol/contract/values/planting/evidence-flags";
import type { Db } from "@nihol/db/connection";
import { rowFlags, taskFlags, taskWarnings } from "@nihol/store/evidence/flags-sql";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { tasksVisibleTo } from "../../policies/planting.ts";
import { photoPath } from "./photo-path.ts";

/** A duplicate as it is stored: the other row by its id, whether or not the reader may see it. */
type StoredDuplicate = Omit<PhotoDuplicate, "other"> & { row: number };
type StoredFlag = StoredDuplicate | Exclude<EvidenceFlag, PhotoDuplicate>;
type OtherRow = NonNullable<PhotoDuplicate["other"]>;

/** Of these rows, those within the reader's scope. */
async function listOthers(db: Db, actor: Actor, ids: number[]): Promise<Map<number, OtherRow>> {
  const rows = ids.length
    ? await db
        .selectFrom("planting_report as p")
        .innerJoin("planting_task as t", "t.id", "p.task_id")
        .innerJoin("garden as g", "g.id", "t.garden_id")
        .innerJoin("tree_type as y", "y.id", "p.tree_type_id")
        .where("p.id", "in", ids)
        .where(tasksVisibleTo(actor))
        .select(["p.id", "p.task_id", "p.plant_date", "p.photo_key"])
        .select(["g.id as garden_id", "g.name as garden_name"])
        .select(["y.id as type_id", "y.name as type_name"])
        .execute()
    : [];
  return new Map(
    rows.map((row) => [
      row.id,
      {
        task: row.task_id,
        row: row.id,
        garden: { id: row.garden_id, name: row.garden_name },
        tree_type: { id: row.type_id, name: row.type_name },
        plant_date: row.plant_date,
        image: photoPath(row.task_id, row.id, row.photo_key),
      },
    ]),
  );
}

/** The ones that the reader may see, and of the others one alone: how many there are is not theirs to know. */
function shownDuplicates(
  stored: StoredDuplicate[],
  others: Map<number, OtherRow>,
): PhotoDuplicate[] {
  const shown = stored.map(({ row, ...flag }) => ({ ...flag, other: others.get(row) ?? null }));
  const beyond = shown.filter(({ other }) => other === null);
  const worst = beyond.find(({ severity }) => severity === "warning") ?? beyond[0];
  return [...shown.filter(({ other }) => other !== null), ...(worst ? [worst] : [])];
}

const isDuplicate = (flag: StoredFlag): flag is StoredDuplicate => flag.flag === "photo_duplicate";
const isOther = (flag: StoredFlag): flag is Exclude<EvidenceFlag, PhotoDuplicate> =>
  flag.flag !== "photo_duplicate";

/** The flags of rows, by their ids; warnings first. */
export async function listRowFlags(
  db: Db,
  actor: Actor,
  ids: number[],
): Promise<Map<number, EvidenceFlag[]>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: number; flags: StoredFlag[] }>`
    select f.report_id as id, json_agg(
      jsonb_build_object('flag', f.flag, 'severity', f.severity) || f.figures
      order by f.severity desc, f.flag, f.figures ->> 'row') as flags
    from ${rowFlags} f where f.report_id = any(${ids}::int[]) group by f.report_id`.execute(db);
  const matched = rows.flatMap(({ flags }) => flags.filter(isDuplicate).map(({ row }) => row));
  const others = await listOthers(db, actor, [...new Set(matched)]);
  return new Map(
    rows.map(({ id, flags }) => [
      id,
      [...shownDuplicates(flags.filter(isDuplicate), others), ...flags.filter(isOther)],
    ]),
  );
}

/** The flags of a task as a whole; those of its rows are theirs. */
export async function listTaskFlags(db: Db, taskId: number): Promise<EvidenceFlag[]> {
  const { rows } = await sql<{ flag: EvidenceFlag }>`
    select jsonb_build_object('flag', d.flag, 'severity', d.severity) || d.figures as flag
    from planting_task t join garden g on g.id = t.garden_id cross join lateral ${taskFlags} d
    where t.id = ${taskId}`.execute(db);
  return rows.map(({ flag }) => flag);
}

/** The names of what is wrong with a task by warnings, each once. */
export async function listWarnings(db: Db, taskId: number): Promise<string[]> {
  const { rows } = await sql<{ flags: string[] }>`
    select ${taskWarnings} as flags from planting_task t join garden g on g.id = t.garden_id
    where t.id = ${taskId}`.execute(db);
  return rows[0]?.flags ?? [];
}
