/** Tells whether the database holds the demonstration, and takes it out. */

import { codeOf } from "@nihol/contract/values/thrown";
import type { Db } from "@nihol/db/connection";
import { inSavepoint } from "@nihol/db/savepoint";
import { unpublishImage } from "@nihol/store/trees/tree-publish";
import { sql } from "kysely";
import { demoEmails } from "./demo.ts";
import { ministries, organizationTypes, roles } from "./demo-data.ts";
import { demoEmployeeEmails } from "./demo-employees.ts";
import { removeDeviceGroups } from "./device-groups.ts";

/** Tells whether the demonstration is in this database. */
export async function isDemonstration(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom("installation")
    .where("key", "=", "demo")
    .select("value")
    .executeTakeFirst();
  return row?.value === true;
}

/** Keys of `installation` that hold facts of the demonstration, to be deleted with it. */
const facts = ["demo", "demo_scenes", "demo_files", "demo_case", "demo_checks", "demo_tokens"];

/** Result of `removeDemonstration`. */
interface RemovedDemonstration {
  removed: number;
  /** Rows that stay, by table, because somebody's own work stands on them. */
  kept: Record<string, number>;
  /** Folders and keys of the file store that nothing refers to any more. */
  files: string[];
}

// Children before parents. Organizations, roles and people carry no mark: their names identify them. A district is its region's.
const marked = [
  "alert_rule",
  "garden_note",
  "imagery_source",
  "violation",
  "document",
  "planting_task",
  "tree_type",
  "device",
  "garden",
  "region",
] as const;

async function removeImages(trx: Db): Promise<string[]> {
  const rows = await trx
    .selectFrom("imagery_process")
    .leftJoin("whole_image", "whole_image.process_id", "imagery_process.id")
    .where("imagery_process.demo", "=", true)
    .select(["imagery_process.file_key", "whole_image.id", "whole_image.published_at"])
    .execute();
  for (const { id, published_at } of rows) if (id && published_at) await unpublishImage(trx, id);
  await trx.deleteFrom("imagery_process").where("demo", "=", true).execute();
  return rows.flatMap(({ id, file_key }) => [
    file_key,
    `${file_key}.json`,
    ...(id ? [`image/${id}`] : []),
  ]);
}

/** Where the files of the demonstration's violations, documents and tasks are; their rows go with theirs. */
async function attachedFolders(trx: Db): Promise<string[]> {
  const folders = [
    ["violation", "attachment/violation"],
    ["document", "attachment/document"],
    ["planting_task", "photo/plant-tree-task"],
  ] as const;
  const ids = await Promise.all(folders.map(([table]) => demoIds(trx, table)));
  return folders.flatMap(([, folder], i) => (ids[i] ?? []).map((id) => `${folder}/${id}`));
}

/** SQLSTATE of PostgreSQL, appendix A. */
const foreignKeyViolation = "23503";

/** Deletes rows one by one. @returns how many stay, because others refer to them */
async function deleteUnreferenced(trx: Db, table: string, ids: readonly number[]): Promise<number> {
  let kept = 0;
  for (const id of ids) {
    const remove = sql`delete from ${sql.table(table)} where id = ${id}`;
    await inSavepoint(trx, () => remove.execute(trx)).catch((error: unknown) => {
      if (codeOf(error) !== foreignKeyViolation) throw error;
      kept += 1;
    });
  }
  return kept;
}

/** The demonstration's approved reports, which nothing else may delete. */
async function removeReportPeriods(trx: Db): Promise<void> {
  const periods = trx.selectFrom("report_period").where("demo", "=", true).select("id");
  await trx.deleteFrom("report_version").where("period_id", "in", periods).execute();
  await trx.deleteFrom("report_period").where("demo", "=", true).execute();
}

async function demoIds(trx: Db, table: (typeof marked)[number]): Promise<number[]> {
  const rows = await trx.selectFrom(table).where("demo", "=", true).select("id").execute();
  return rows.map(({ id }) => id);
}

/** Rows that carry the mark, with the districts of marked regions, by table; children before parents. */
async function idsInOrder(trx: Db): Promise<[string, number[]][]> {
  const found: [string, number[]][] = [];
  for (const table of marked) {
    if (table === "region") found.push(["district", await demoDistricts(trx)]);
    found.push([table, await demoIds(trx, table)]);
  }
  return found;
}

async function demoDistricts(trx: Db): Promise<number[]> {
  const rows = await trx
    .selectFrom("district")
    .innerJoin("region", "region.id", "district.region_id")
    .where("region.demo", "=", true)
    .select("district.id")
    .execute();
  return rows.map(({ id }) => id);
}

async function idsByText(trx: Db, table: string, column: string, texts: readonly string[]) {
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(table)}
    where ${sql.ref(column)}::text = any(${[...texts]}::text[]) order by id`.execute(trx);
  return rows.map(({ id }) => id);
}

async function demoPeople(trx: Db): Promise<[string, number[]][]> {
  const emails = demoEmails.map(({ email }) => email);
  return [
    ["ministry_employee", await idsByText(trx, "ministry_employee", "email", demoEmployeeEmails)],
    ["user_account", await idsByText(trx, "user_account", "email", emails)],
  ];
}

/** Roles and organizations, in the order in which they may go. */
async function idsByName(trx: Db): Promise<[string, number[]][]> {
  const { rows } = await sql<{ table: string; id: number }>`
    select 'ministry' as table, id from ministry
      where name->>'en' = any(${ministries.map(({ name }) => name.en)}::text[])
    union all
    select 'organization_type', id from organization_type
      where name->>'en' = any(${organizationTypes.map(({ en }) => en)}::text[])`.execute(trx);
  const of = (table: string) => rows.filter((row) => row.table === table).map(({ id }) => id);
  const names = roles.map(({ name }) => name);
  return [
    ["user_group", await idsByText(trx, "user_group", "name", names)],
    ["ministry", of("ministry")],
    ["organization_type", of("organization_type")],
  ];
}

/**
 * Takes the demonstration out in one transaction: its images with their trees, tasks,
 * devices, gardens, people, roles and organizations. What somebody's own work refers to stays, and
 * is theirs from now on. The caller deletes the files afterwards.
 */
export async function removeDemonstration(db: Db): Promise<RemovedDemonstration> {
  return db.transaction().execute(async (trx) => {
    await removeReportPeriods(trx);
    const files = [...(await removeImages(trx)), ...(await attachedFolders(trx))];
    // People first: records that a person refers to cannot be deleted before them.
    const people = await demoPeople(trx);
    const tables = [...people, ...(await idsInOrder(trx)), ...(await idsByName(trx))];
    const kept: Record<string, number> = {};
    // Each image has one key that ends so (`removeImages`).
    let removed = files.filter((key) => key.endsWith(".json")).length;
    for (const [table, ids] of tables) {
      const stayed = await deleteUnreferenced(trx, table, ids);
      removed += ids.length - stayed;
      if (stayed > 0) kept[table] = stayed;
    }
    await removeDeviceGroups(trx);
    for (const table of marked) {
      await sql`update ${sql.table(table)} set demo = false where demo`.execute(trx);
    }
    // Of the administrator, who stays.
    await sql`
      delete from access_token t using installation i
      where i.key = 'demo_tokens' and i.value @> to_jsonb(t.id)`.execute(trx);
    await trx.deleteFrom("installation").where("key", "in", facts).execute();
    return { removed, kept, files };
  });
}
