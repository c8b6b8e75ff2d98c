/** `npm run nihol -- files`: the file folder beside the database, and its trash. */

import { parseArgs } from "node:util";
import type { Db } from "@nihol/db/connection";
import { env } from "@nihol/db/env";
import type { FileStore } from "@nihol/store/files/file-store";
import { adoptFolder, claimFolder } from "@nihol/store/files/folder-claim";
import { filesAt, openFiles } from "@nihol/store/files/open-files";
import {
  countNamed,
  listMissing,
  listUnknown,
  reconcileFiles,
  returnNamed,
} from "@nihol/store/files/reconcile-files";
import { confirm } from "./ask.ts";
import { moveTo } from "./move-files.ts";
import { withData } from "./open-data.ts";
import { CommandError, runCommand } from "./run-command.ts";

const usage = `Usage: npm run nihol -- files COMMAND

  check              what rows name and is missing, what no row names, what lies in the trash
  adopt [--yes]      gives the file folder to this database: after a restore or a move
  tidy [--yes]       moves to the trash what no row names
  restore KEY...     moves files back from the trash; rows that name one get it back by themselves
  move --to PLACE    copies all files to s3://BUCKET/PREFIX or a FOLDER, compares them, and gives that place to
                     this database once no server or worker runs; goes on where it was ended

Files lie in the trash for NIHOL_TRASH_DAYS days (30).`;

const say = (line: string) => process.stdout.write(`${line}\n`);
const inMiB = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MiB`;
/** Storing a file and writing its row lie seconds apart. */
const hourAgo = () => new Date(Date.now() - 3_600_000);
const shown = 20;

function list(keys: readonly string[]) {
  for (const key of keys.slice(0, shown)) say(`  ${key}`);
  if (keys.length > shown) say(`  … and ${keys.length - shown} more`);
}

async function compare(db: Db, files: FileStore) {
  const missing = await listMissing(db, files);
  const unknown: string[] = [];
  for await (const key of listUnknown(db, files, hourAgo())) unknown.push(key);
  say(`named by rows: ${await countNamed(db)}, of them not there: ${missing.length}`);
  list(missing);
  say(`named by no row: ${unknown.length}`);
  list(unknown);
  return unknown;
}

async function check(db: Db, files: FileStore) {
  await compare(db, files);
  const days = new Map<string, { count: number; bytes: number }>();
  for await (const { day, size } of files.trash.list()) {
    const sum = days.get(day) ?? { count: 0, bytes: 0 };
    days.set(day, { count: sum.count + 1, bytes: sum.bytes + size });
  }
  say(`in the trash, by day: ${days.size === 0 ? "nothing" : ""}`);
  for (const [day, { count, bytes }] of days) say(`  ${day}  ${count} files, ${inMiB(bytes)}`);
  await claimFolder(db, files);
}

async function adopt(db: Db, files: FileStore, yes: boolean) {
  await compare(db, files);
  await confirm(
    "Give this folder to this database? No other server may be using it.",
    yes,
    "nothing was changed",
  );
  await adoptFolder(db, files);
  const returned = await returnNamed(db, files);
  say("the folder belongs to this database now");
  if (returned.length > 0) say(`back from the trash, because rows name them: ${returned.length}`);
}

async function tidy(db: Db, files: FileStore, yes: boolean) {
  await claimFolder(db, files);
  const unknown = await compare(db, files);
  const { waiting } = await reconcileFiles(db, files, hourAgo());
  if (waiting > 0) say(`let go by this database and waiting for your yes: ${waiting}`);
  if (unknown.length === 0 && waiting === 0) return;
  await confirm("Move all of these to the trash?", yes, "nothing was moved");
  const { moved } = await reconcileFiles(db, files, hourAgo(), { isConfirmed: true });
  let count = moved.length;
  for (const key of unknown) if (await files.delete(key)) count++;
  say(`moved to the trash: ${count}; they lie there for ${env.trashDays} days`);
}

async function restore(db: Db, files: FileStore, keys: readonly string[]) {
  await claimFolder(db, files);
  if (keys.length === 0) throw new CommandError("restore: which file? name its key");
  const wanted = new Set(keys);
  const trashed = [];
  for await (const file of files.trash.list()) if (wanted.has(file.key)) trashed.push(file);
  // The newest of a key first; the others then find it standing there.
  for (const file of trashed.reverse())
    if (await files.trash.restore(file)) {
      say(`back: ${file.key}`);
      wanted.delete(file.key);
    }
  if (wanted.size > 0)
    throw new CommandError(
      `not in the trash, or another file stands there: ${[...wanted].join(", ")}`,
    );
}

await runCommand(usage, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { yes: { type: "boolean" }, to: { type: "string" } },
  });
  const [command, ...keys] = positionals;
  const yes = values.yes === true;
  const known = ["check", "adopt", "tidy", "restore", "move"];
  if (command === undefined || !known.includes(command)) throw new CommandError(usage);
  await withData(async ({ sql: db }) => {
    const files = await openFiles(filesAt(env));
    if (command === "check") await check(db, files);
    if (command === "adopt") await adopt(db, files, yes);
    if (command === "tidy") await tidy(db, files, yes);
    if (command === "restore") await restore(db, files, keys);
    if (command === "move") await moveTo(db, files, values.to);
  });
});
