/** Kills in the middle of a backup and of a restore: what is not whole is never taken for good, and both go on. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { readdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type Connection, connect } from "@nihol/db/connection";
import { listBackups } from "@nihol/store/backup/backup-folder";
import { openBackup, verifyBackup } from "@nihol/store/backup/verify-backup";
import { openFileStore } from "@nihol/store/files/file-store";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  addressOf,
  backUp,
  contentOf,
  emptyDatabase,
  openWorld,
  passphrase,
  type World,
} from "./backup-world.ts";

const root = resolve(import.meta.dirname, "../../../..");
const kills = Number(process.env.NIHOL_TEST_KILLS ?? 3);
let world: World;
let keyFile: string;
beforeAll(async () => {
  world = await openWorld();
  for (let n = 0; n < 30; n++)
    await world.files.put(`image/1/display/1/${n}/0.webp`, Buffer.alloc(200_000, n));
  keyFile = join(world.dir, "backup.key");
  await writeFile(keyFile, `${passphrase}\n`);
});
afterAll(() => world.close());

/** Kills as soon as so much was done. */
interface Kill {
  done: () => Promise<number>;
  at: number;
}

/** Runs a command as a process of its own, to its end or until it is killed without a word. */
async function run(
  command: string,
  args: string[],
  environment: Record<string, string>,
  kill?: Kill,
) {
  const child = spawn(process.execPath, [`apps/server/src/command-line/${command}.ts`, ...args], {
    cwd: root,
    env: { ...process.env, NIHOL_BACKUP_KEY_FILE: keyFile, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data: Buffer) => {
      text += data.toString();
    });
  let hasEnded = false;
  const ended = new Promise<number | null>((done) =>
    child.once("exit", (code) => {
      hasEnded = true;
      done(code);
    }),
  );
  while (kill && !hasEnded) {
    if ((await kill.done()) >= kill.at) child.kill("SIGKILL");
    await wait(2);
  }
  return { code: await ended, text };
}

/** Amounts of work spread over the whole of it. */
const spread = (whole: number) =>
  Array.from({ length: kills }, (_, n) => Math.ceil((whole * (n + 0.5)) / kills));

/** Files and folders below a folder. */
const countIn = async (dir: string) =>
  (await readdir(dir, { recursive: true }).catch(() => [])).length;

test("a killed backup is never taken for one, and the next is whole", async () => {
  const environment = {
    NIHOL_DATA: world.dataDir,
    NIHOL_DATABASE: JSON.stringify(world.db.config),
  };
  const folder = join(world.dir, "killed");
  const result = await run("backup", [folder], environment);
  expect(result.text).toContain("encrypted");
  const [first = ""] = await listBackups(folder);
  const whole = (await countIn(join(folder, first))) + 1;
  for (const [n, at] of spread(whole).entries()) {
    const before = await countIn(folder);
    await world.files.put(`image/1/display/2/${n}/0.webp`, Buffer.alloc(3_000_000, n));
    const done = async () => (await countIn(folder)) - before;
    await run("backup", [folder], environment, { done, at });
  }
  for (const name of await listBackups(folder))
    await verifyBackup(await openBackup(join(folder, name), passphrase));
  const last = await run("backup", [folder, "--verify"], environment);
  expect(last.text).toContain("verified: every byte is as it was written");
}, 900_000);

/** The rows of a restore come in one transaction, which is as much as so many files. */
const rowsWeigh = 60;

/** Migrations that were applied, and the rows while they come. */
async function doneIn({ pool }: Pick<Connection, "pool">): Promise<number> {
  const copies = await pool.query(
    "select from pg_stat_activity where datname = current_database() and query ilike 'copy public.%'",
  );
  // The table comes and goes meanwhile.
  const applied = await pool.query("select from schema_migration").catch(() => undefined);
  return (applied?.rowCount ?? 0) + (copies.rowCount ? rowsWeigh : 0);
}

test("a killed restore lets nobody in, and the same command ends it", async () => {
  const made = await backUp(world, { passphrase });
  const folder = join(world.dir, "backups");
  const { config, drop } = await emptyDatabase(world);
  const environment = { DATABASE_URL: addressOf(config), NIHOL_DATA: join(world.dir, "halves") };
  const dir = join(world.dir, "halves", "files");
  const db = connect(config, { max: 4 });
  const done = async () => (await countIn(dir)) + (await doneIn(db));
  const whole =
    (await countIn(world.files.path("image"))) + made.manifest.migrations.length + rowsWeigh;
  const note = join(dir, ".restore.json");
  let unfinished = 0;
  for (const at of spread(whole)) {
    const killed = await run("restore", [folder, "--yes"], environment, { done, at });
    if (killed.code === 0) break;
    if (!existsSync(note)) continue;
    unfinished++;
  }
  expect(unfinished).toBeGreaterThan(0);
  if (existsSync(note)) {
    const asked = await run("files", ["check"], environment);
    expect(asked.text).toContain("was not finished. Give the same command again");
    const last = await run("restore", [folder, "--yes"], environment);
    expect(last.code, last.text).toBe(0);
  }
  const dataDir = join(world.dir, "halves");
  const files = await openFileStore(join(dataDir, "files"));
  const again = await backUp({ ...world, dataDir, db, files }, { to: "again", passphrase });
  expect(contentOf(again.manifest)).toEqual(contentOf(made.manifest));
  await db.close();
  await drop();
}, 900_000);
