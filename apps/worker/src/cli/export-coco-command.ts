/** `nihol export-coco`: writes the fragments that people reviewed, for training. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { connect } from "@nihol/db/connection";
import { env } from "@nihol/db/env";
import { openDatabase } from "@nihol/db/open-database";
import { filesAt, openFiles } from "@nihol/store/files/open-files";
import { exportCoco } from "../coco/export-coco.ts";

const HELP = `Usage: npm run nihol -- export-coco IMAGE... FOLDER

Writes the fragments of images (their numbers) that were accepted or corrected into FOLDER:
a picture each and corrections.json, as training/README.md wants them.

Left out: fragments that were rejected or not looked through; planting places and ground under
closed canopy; what a later run says otherwise than a person; second opinions and sample plots.`;

async function run(images: number[], folder: string): Promise<void> {
  const database = await openDatabase(env.dataDir);
  const db = connect(database.config, { applicationName: "nihol export-coco", max: 1 });
  try {
    const files = await openFiles(filesAt(env));
    const written = await exportCoco({ db: db.sql, files }, images, resolve(folder));
    const { fragments, trees, rejected, unreviewed } = written;
    process.stdout.write(
      `${fragments} pictures with ${trees} trees in ${resolve(folder)}\n` +
        `left out: ${rejected} fragments that were rejected, ${unreviewed} that nobody looked through\n`,
    );
  } finally {
    await db.close();
    await database.stop();
  }
}

/** Arguments as they were given; undefined for an option that there is not. */
function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { help: { type: "boolean" } } });
  } catch {
    return undefined;
  }
}

const given = readArguments();
const images = given?.positionals ?? [];
const folder = images.pop();
if (given?.values.help) process.stdout.write(`${HELP}\n`);
else if (
  folder === undefined ||
  images.length === 0 ||
  !images.every((image) => /^\d+$/.test(image))
) {
  process.stderr.write(`${HELP}\n`);
  process.exitCode = 2;
} else
  await run(images.map(Number), folder).catch((error: Error) => {
    process.stderr.write(`nihol export-coco: ${error.message}\n`);
    process.exitCode = 1;
  });
