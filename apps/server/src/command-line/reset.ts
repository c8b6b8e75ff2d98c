/** `npm run nihol -- reset`: out with the demonstration, or with the whole embedded data. */
import { existsSync } from "node:fs";
import { readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { env } from "@nihol/db/env";
import { ownNames } from "@nihol/db/launcher/data-folder";
import { inspectDatabase, stopDatabase } from "@nihol/db/launcher/launcher";
import { isDemonstration, removeDemonstration } from "@nihol/seed/remove-demo";
import type { FileStore } from "@nihol/store/files/file-store";
import { claimFolder } from "@nihol/store/files/folder-claim";
import { filesAt, openFiles } from "@nihol/store/files/open-files";
import { confirm } from "./ask.ts";
import { withData } from "./open-data.ts";
import { CommandError, runCommand } from "./run-command.ts";

const usage = `Usage: npm run nihol -- reset [--everything] [--yes]

  (nothing)      removes the demonstration programme; your own data stays
  --everything   removes the embedded database, all files and logs; stop the server first
  --yes          asks nothing

Works on the embedded database only, never on that of DATABASE_URL.`;

const nothing = "nothing was removed";

async function deleteFiles(files: FileStore, places: readonly string[]) {
  for (const place of places) {
    await files.delete(place);
    for await (const { key } of files.list(place)) await files.delete(key);
  }
}

async function removeProgramme(yes: boolean) {
  await withData(async ({ sql }) => {
    if (!(await isDemonstration(sql))) {
      throw new CommandError("the demonstration programme is not in this database");
    }
    const store = await openFiles(filesAt(env));
    await claimFolder(sql, store);
    await confirm("Remove the demonstration programme?", yes, nothing);
    const { removed, kept, files } = await removeDemonstration(sql);
    await deleteFiles(store, files);
    process.stdout.write(`the demonstration programme was removed (${removed} entries)\n`);
    const stayed = Object.entries(kept).map(([table, count]) => `${table} ${count}`);
    if (stayed.length > 0) {
      process.stdout.write(`kept, because your own data refers to them: ${stayed.join(", ")}\n`);
    }
  });
}

async function removeEverything(yes: boolean) {
  const { dataDir } = env;
  if (!existsSync(join(dataDir, "postgres"))) {
    throw new CommandError(`there is no embedded database in ${dataDir}`);
  }
  if ((await inspectDatabase(dataDir)).inUse) {
    throw new CommandError("the server is running on this data; stop it first");
  }
  await confirm(`Remove ALL data in ${dataDir}?`, yes, nothing);
  await stopDatabase(dataDir);
  for (const name of await readdir(dataDir)) {
    // By name: a data folder that points at somebody's home must not take the home with it.
    if (ownNames.test(name)) await rm(join(dataDir, name), { recursive: true, force: true });
  }
  const left = await readdir(dataDir);
  if (left.length === 0) await rmdir(dataDir);
  else process.stdout.write(`left in ${dataDir}, not ours: ${left.join(", ")}\n`);
  process.stdout.write("everything was removed; npm start begins anew\n");
}

await runCommand(usage, async (args) => {
  const { values } = parseArgs({
    args,
    options: { everything: { type: "boolean" }, yes: { type: "boolean" } },
  });
  if (env.databaseUrl !== undefined) {
    throw new CommandError("DATABASE_URL is set: reset works on the embedded database only");
  }
  await (values.everything ? removeEverything : removeProgramme)(values.yes === true);
});
