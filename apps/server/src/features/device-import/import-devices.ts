/** Devices from a file: a dry run makes them all and takes them back, so that it says what the import will. */
import type { DeviceImport, deviceImport } from "@nihol/contract/sensors/device-import";
import { deviceCreateSchema } from "@nihol/contract/sensors/devices";
import { limits } from "@nihol/contract/values/limits";
import type { z } from "@nihol/contract/z";
import { inSavepoint } from "@nihol/db/savepoint";
import type { Database } from "@nihol/db/tables";
import type { TextLanguage } from "@nihol/locales/text";
import type { Kysely } from "kysely";
import { insertDevice } from "../../commands/device-writes.ts";
import type { Actor } from "../../http/actor.ts";
import { parseBySchema, refusalTexts } from "../../http/errors.ts";
import { refuseField } from "../../http/problem.ts";
import { missingRoles, rolesOf } from "./column-roles.ts";
import { fileRows } from "./file-rows.ts";
import { listGardens } from "./import-queries.ts";
import { gardenNames, type ReadDevice, readDevice } from "./read-device.ts";
import { openGroups, takeGroups } from "./row-groups.ts";

type Db = Kysely<Database>;

const examples = 3;
const exampleLength = 60;

/** Ends a dry run: everything is rolled back. */
class DryRun extends Error {}

type Groups = Awaited<ReturnType<typeof openGroups>>;

/** Makes the device of a row with its new groups, or says why not; what was written before it was refused goes. */
async function problemsOf(
  trx: Db,
  actor: Actor,
  read: ReadDevice,
  { groups, max }: { groups: Groups; max: number },
  language: TextLanguage,
) {
  if (read.problem) return refusalTexts(language, read.problem) ?? [];
  try {
    const device = parseBySchema(deviceCreateSchema, read.body);
    const made = await inSavepoint(trx, async () => {
      const taken = await takeGroups(trx, actor, groups, read.groups, max);
      await insertDevice(trx, actor, { ...device, groups: taken.ids });
      return taken.made;
    });
    groups.push(...made);
    return [];
  } catch (error) {
    const texts = refusalTexts(language, error);
    if (!texts) throw error;
    return texts;
  }
}

/**
 * Reads a file and makes its devices in one transaction; rows that are refused hold up no other.
 * @throws {FieldProblem} for a file that is no table, a wrong mapping, and where a column is missing when it is to be written
 */
export async function importDevices(
  db: Db,
  actor: Actor,
  bytes: Buffer,
  { dry_run, mapping }: z.output<typeof deviceImport.query>,
  language: TextLanguage,
): Promise<DeviceImport> {
  const isDryRun = dry_run === "1";
  const { headings, rows } = await fileRows(bytes, actor.id);
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells.length));
  const named = Array.from({ length: width }, (_, n) => headings[n] ?? "");
  const roles = rolesOf(named, mapping);
  const missing = missingRoles(roles);
  if (missing.length > 0 && !isDryRun) refuseField("file", "sheet_no_columns");
  const gardens = gardenNames(await listGardens(db, actor));
  const done: DeviceImport["rows"] = [];
  const newGroups: string[] = [];
  const work = db.transaction().execute(async (trx) => {
    const groups = roles.includes("groups") ? await openGroups(trx, actor) : [];
    const known = groups.length;
    const room = { groups, max: known + limits.newGroups };
    for (const { line, cells } of missing.length > 0 ? [] : rows) {
      const read = readDevice(cells, roles, gardens);
      const problems = await problemsOf(trx, actor, read, room, language);
      done.push({
        ...{ line, name: read.name, problems },
        type: read.type ?? null,
        latitude: finite(read.latitude),
        longitude: finite(read.longitude),
        garden: read.garden ?? null,
        serial: String(read.body.serial),
        groups: read.groups,
      });
    }
    newGroups.push(...groups.slice(known).map(({ name }) => name));
    if (isDryRun) throw new DryRun();
  });
  await work.catch((error: unknown) => {
    if (!(error instanceof DryRun)) throw error;
  });
  const refused = done.filter(({ problems }) => problems.length > 0).length;
  return {
    dry_run: isDryRun,
    columns: named.map((name, n) => ({
      name,
      role: roles[n] ?? "ignore",
      examples: rows
        .map(({ cells }) => cells[n]?.trim().slice(0, exampleLength) ?? "")
        .filter((cell) => cell !== "")
        .slice(0, examples),
    })),
    missing,
    rows: done,
    new_groups: newGroups,
    accepted: done.length - refused,
    refused_count: refused,
  };
}

const finite = (value: number | undefined) =>
  value !== undefined && Number.isFinite(value) ? value : null;
