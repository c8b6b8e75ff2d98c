/**
 * `npm run bench -- backup [--rows 1000000] [--files 400] [--megabytes 2] [--trees N]`: the demonstration's rows, or a
 * country of so many trees, with so many rows of the audit log and files of so many megabytes: backed up in the open and
 * encrypted, each once more when one file in a hundred is new, verified, and restored into an empty data folder, where
 * every list as a file and the audit log's chain are to be the same. Seconds, and megabytes a second of rows and files
 * together. The last line is JSON. Smallest: `--rows 500 --files 5`.
 */
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Connection, connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { migrate } from "@nihol/db/migrate";
import { sealAuditLog } from "@nihol/store/audit/audit-seal";
import { makeBackup } from "@nihol/store/backup/make-backup";
import { restoreBackup } from "@nihol/store/backup/restore-backup";
import { openBackup, verifyBackup } from "@nihol/store/backup/verify-backup";
import { type FileStore, openFileStore } from "@nihol/store/files/file-store";
import { claimFolder } from "@nihol/store/files/folder-claim";
import { insertFirstData } from "../../apps/server/src/commands/first-data.ts";
import { loadCountry } from "../country/tree-load.ts";
import {
  addAdministrator,
  type Contents,
  closeReader,
  readContents,
  requireSame,
} from "./same-installation.ts";

const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    files: { type: "string", default: "400" },
    megabytes: { type: "string", default: "2" },
    trees: { type: "string" },
  },
});
const rows = Number(values.rows);
const count = Number(values.files);
const fileBytes = Number(values.megabytes) * 1e6;

async function seconds<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now();
  const result = await work();
  return [result, Math.round((performance.now() - start) / 10) / 100];
}

async function fill(db: Connection, files: FileStore) {
  if (values.trees === undefined)
    await insertFirstData(db, {
      demo: true,
      adminEmail: "admin@nihol.example",
      adminPassword: "nine gardens along the river",
      demoPassword: "the demonstration's own people",
    });
  else await loadCountry(db, Number(values.trees));
  await db.pool.query(
    `insert into audit_log (actor_id, action, resource, resource_id, change)
     select null, 'update', 'garden', (n % 5000)::text, jsonb_build_object(
       'name', jsonb_build_object('tg', md5(n::text), 'ru', md5(n::text), 'en', md5(n::text), 'az', ''),
       'area_m2', n, 'planted_on', date '2020-01-01' + n % 2000)
     from generate_series(1, $1::int) n`,
    [rows],
  );
  for (let n = 0; n < count; n++) await files.put(`image/${n}/cog.tif`, randomBytes(fileBytes));
}

interface Place {
  dir: string;
  actor: Awaited<ReturnType<typeof addAdministrator>>;
  contents: Contents;
  db: Connection;
  files: FileStore;
}

async function measure(place: Place, passphrase: string | undefined) {
  const { dir, db, files, actor, contents } = place;
  const folder = join(dir, passphrase === undefined ? "open" : "encrypted");
  const options = {
    folder,
    passphrase,
    keep: 14,
    anchorsFile: join(dir, "anchors.txt"),
    isVerified: false,
  };
  const [first, first_s] = await seconds(() => makeBackup(db, files, options));
  for (let n = 0; n < count / 100; n++)
    await files.put(`image/${n}/new-${passphrase ? 1 : 0}.tif`, randomBytes(fileBytes));
  const [second, second_s] = await seconds(() => makeBackup(db, files, options));
  if (second.copied.count !== Math.ceil(count / 100))
    throw new Error(`the second backup copied ${second.copied.count} files`);
  const [{ bytes }, verify_s] = await seconds(async () =>
    verifyBackup(await openBackup(folder, passphrase)),
  );
  const target = `${folder}-restored`;
  const [, restore_s] = await seconds(() => restoreInto(target, folder, passphrase));
  const copy = await openEmbedded(target);
  const restored = connect(copy.config, { max: 4 });
  try {
    requireSame(
      contents,
      await readContents({ sql: restored.sql, config: copy.config }, actor, dir),
    );
  } finally {
    await restored.close();
    await copy.stop();
  }
  const inMB = (of: number, s: number) => Math.round(of / 1e6 / Math.max(s, 0.01));
  const all = first.manifest.tables.reduce((sum, { size }) => sum + size, 0);
  return {
    rows_of_lists: contents.rows,
    mb: Math.round((all + first.manifest.files.bytes) / 1e6),
    first_s,
    first_mb_s: inMB(all + first.manifest.files.bytes, first_s),
    second_s,
    verify_s,
    verify_mb_s: inMB(bytes, verify_s),
    restore_s,
    restore_mb_s: inMB(bytes, restore_s),
  };
}

async function restoreInto(dataDir: string, folder: string, passphrase: string | undefined) {
  const open = async () => {
    const database = await openEmbedded(dataDir);
    const db = connect(database.config, { max: 4 });
    return { db, close: () => db.close().finally(() => database.stop()) };
  };
  const target = { dataDir, anchorsFile: join(dataDir, "anchors.txt"), isEmbedded: true, open };
  await restoreBackup(folder, target, { passphrase, agree: async () => {}, say: () => {} });
}

const dir = await mkdtemp(join(tmpdir(), "nihol-backup-bench-"));
const dataDir = join(dir, "data");
await mkdir(dataDir);
const database = await openEmbedded(dataDir);
const db = connect(database.config, { max: 4 });
try {
  await migrate(db.pool);
  const files = await openFileStore(join(dataDir, "files"));
  await claimFolder(db.sql, files);
  await fill(db, files);
  const actor = await addAdministrator(db);
  await sealAuditLog(db.sql);
  const contents = await readContents({ sql: db.sql, config: database.config }, actor, dir);
  const place = { dir, db, files, actor, contents };
  const open = await measure(place, undefined);
  const encrypted = await measure(place, "forty rows of almond trees");
  for (const [kind, figures] of Object.entries({ open, encrypted }))
    console.log(
      `${kind}: ${figures.first_s} s (${figures.first_mb_s} MB/s), again ${figures.second_s} s, verified ${figures.verify_s} s, restored ${figures.restore_s} s; ${figures.rows_of_lists} rows of lists and the audit log's chain are the same`,
    );
  console.log(JSON.stringify({ rows, files: count, open, encrypted }));
} finally {
  await closeReader();
  await db.close();
  await database.stop();
  await rm(dir, { recursive: true, force: true });
}
