/** `nihol export-coco`: the fragments that staff reviewed, for the training. */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "@nihol/db/connection";
import { env } from "@nihol/db/env";
import { openDatabase } from "@nihol/db/open-database";
import { openFileStore } from "@nihol/store/files/file-store";
import { exportCoco } from "./export-coco.ts";

const HELP = `Usage: npm run nihol -- export-coco IMAGE FOLDER

Writes the fragments of an image (its number) that were accepted or corrected into FOLDER:
a picture each and corrections.json, as training/README.md wants them.`;

async function run(image: number, folder: string): Promise<void> {
  const database = await openDatabase(env.dataDir);
  const db = connect(database.config, { applicationName: "nihol export-coco", max: 1 });
  try {
    const files = await openFileStore(join(env.dataDir, "files"));
    const { fragments, trees } = await exportCoco({ db: db.sql, files }, image, resolve(folder));
    process.stdout.write(`${fragments} pictures with ${trees} trees in ${resolve(folder)}\n`);
  } finally {
    await db.close();
    await database.stop();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { help: { type: "boolean" } },
});
const [image, folder] = positionals;
if (values.help) process.stdout.write(`${HELP}\n`);
else if (!/^\d+$/.test(image ?? "") || folder === undefined) {
  process.stderr.write(`${HELP}\n`);
  process.exitCode = 2;
} else
  await run(Number(image), folder).catch((error: Error) => {
    process.stderr.write(`nihol export-coco: ${error.message}\n`);
    process.exitCode = 1;
  });
