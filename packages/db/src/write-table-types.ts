/** `npm run nihol -- table-types`: writes `tables.ts` anew from all migrations, in a database made for it. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "./connection.ts";
import { openEmbedded } from "./launcher/launcher.ts";
import { migrate } from "./migrate.ts";
import { tableTypes } from "./table-types.ts";

const dir = await mkdtemp(join(tmpdir(), "nihol-types-"));
const database = await openEmbedded(dir, { durable: false });
const db = connect(database.config);
try {
  await migrate(db.pool);
  await writeFile(fileURLToPath(new URL("tables.ts", import.meta.url)), await tableTypes(db.sql));
} finally {
  await db.close();
  await database.stop();
  await rm(dir, { recursive: true, force: true });
}
