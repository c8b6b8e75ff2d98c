import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { connect } from "@nihol/db/connection";
import { inspectDatabase, openEmbedded, stopDatabase } from "@nihol/db/launcher/launcher";
import { embeddedPackageDir } from "@nihol/db/launcher/package";
import { findRunning } from "@nihol/db/launcher/process";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { copyMadeFolder } from "./made-folder.ts";

const child = fileURLToPath(new URL("launcher-child.ts", import.meta.url));
const isRoot = process.getuid?.() === 0;
const onLinux = process.platform === "linux";
const fast = { durable: false };

let dir: string;
let dataDir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-launcher-"));
  await chmod(dir, 0o755);
  dataDir = join(dir, "data");
});
afterEach(async () => {
  await stopDatabase(dataDir);
  await rm(dir, { recursive: true, force: true });
});

/** Starts a writing process and waits for its first lines. */
async function startWriter(mode = "write") {
  const writer = spawn(process.execPath, [child, dataDir, mode], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  const reader = createInterface({ input: writer.stdout });
  await new Promise<void>((resolve, reject) => {
    writer.once("exit", (code) => reject(new Error(`the writer ended with ${code}`)));
    reader.on("line", (line) => {
      if (lines.push(line) === 20) resolve();
    });
  });
  return { writer, lines };
}

async function kill(writer: ChildProcess) {
  const exit = once(writer, "exit");
  writer.kill("SIGKILL");
  await exit;
}

const postmasterPid = async () =>
  (await findRunning(join(dataDir, "postgres")))?.pid ?? expect.unreachable("PostgreSQL runs");

const numbersIn = async () => {
  const db = await openEmbedded(dataDir, fast);
  const { pool, close } = connect(db.config);
  const { rows } = await pool.query("select count(*) as count, max(n) as max from line");
  await close();
  return { ...rows[0], origin: db.origin, stop: db.stop };
};

test("a new folder gets a database, stop ends it, and the next start finds its rows", async () => {
  for (const expected of [0, 1]) {
    const db = await openEmbedded(dataDir);
    expect(db.origin).toBe("started");
    const { pool, close } = connect(db.config);
    await pool.query("create table if not exists line (n int)");
    const { rows } = await pool.query("select count(*) as count from line");
    expect(rows[0].count).toBe(expected);
    await pool.query("insert into line values (1)");
    const fsync = await pool.query("show fsync");
    expect(fsync.rows[0].fsync).toBe("on");
    await close();
    await db.stop();
    await db.stop();
    expect(await inspectDatabase(dataDir)).toEqual({ exists: true, running: false, inUse: false });
  }
});

test("several opens share one PostgreSQL, and the last stop ends it", async () => {
  const [first, second] = await Promise.all([
    openEmbedded(dataDir, fast),
    openEmbedded(dataDir, fast),
  ]);
  expect([first.origin, second.origin].sort()).toEqual(["adopted", "started"]);
  await first.stop();
  expect((await inspectDatabase(dataDir)).running).toBe(true);
  await second.stop();
  expect((await inspectDatabase(dataDir)).running).toBe(false);
});

test("a command that comes and goes leaves the server's PostgreSQL running", async () => {
  await copyMadeFolder(dataDir);
  const server = await openEmbedded(dataDir, fast);
  const command = spawnSync(process.execPath, [child, dataDir, "once"], { encoding: "utf8" });
  expect(command.stdout).toContain("open adopted");
  expect((await inspectDatabase(dataDir)).running).toBe(true);
  await server.stop();
});

test("a path too long for a socket is served on loopback with a password", async () => {
  dataDir = join(dir, "a".repeat(90), "data");
  await copyMadeFolder(dataDir);
  const db = await openEmbedded(dataDir, fast);
  expect(db.config.host).toBe("127.0.0.1");
  const wrong = connect({ ...db.config, password: "wrong" });
  await expect(wrong.pool.query("select 1")).rejects.toThrow(/password authentication failed/);
  await wrong.close();
  const right = connect(db.config);
  await right.pool.query("select 1");
  await right.close();
  await db.stop();
});

test("a folder of another major version is refused with what to do", async () => {
  await copyMadeFolder(dataDir);
  await writeFile(join(dataDir, "postgres", "PG_VERSION"), "17\n");
  await expect(openEmbedded(dataDir, fast)).rejects.toThrow(/made by PostgreSQL 17.*pg_dump/s);
});

test("a folder with things of others is refused by what lies there, and stays as it was", async () => {
  await mkdir(dataDir);
  for (const name of ["report.docx", "photo 1.jpg"]) await writeFile(join(dataDir, name), "mine");
  await expect(openEmbedded(dataDir, fast)).rejects.toThrow(
    /data is no data folder of Nihol .* not empty: photo 1\.jpg, report\.docx\. Set NIHOL_DATA to an empty folder/,
  );
  expect((await readdir(dataDir)).sort()).toEqual(["photo 1.jpg", "report.docx"]);
});

test.each([
  ["a file", () => dataDir, /needs a folder, and .*data is a file/],
  ["a path below a file", () => join(dataDir, "below"), /is a file or lies below one/],
])("%s in the place of the folder is told in a sentence", async (_, place, told) => {
  await writeFile(dataDir, "no folder");
  await expect(openEmbedded(place(), fast)).rejects.toThrow(told);
});

test("a PostgreSQL folder of another program is refused and stays its owner's", async () => {
  await copyMadeFolder(dataDir);
  await rm(join(dataDir, "postgres.password"));
  const { uid } = await stat(join(dataDir, "postgres"));
  await expect(openEmbedded(dataDir, fast)).rejects.toThrow(/postgres\.password, which says/);
  await rm(join(dataDir, "postgres", "PG_VERSION"));
  await expect(openEmbedded(dataDir, fast)).rejects.toThrow(/holds no PostgreSQL database/);
  expect(await stat(join(dataDir, "postgres"))).toMatchObject({ uid });
});

test("a folder with the base map alone, on a disk of its own, gets a database", async () => {
  for (const name of ["lost+found", "files"]) await mkdir(join(dataDir, name), { recursive: true });
  await writeFile(join(dataDir, "basemap.pmtiles"), "");
  const db = await openEmbedded(dataDir, fast);
  expect(db.origin).toBe("started");
  await db.stop();
});

test("our own folder starts whatever people have put beside the database", async () => {
  await copyMadeFolder(dataDir);
  await writeFile(join(dataDir, "notes.txt"), "mine");
  const db = await openEmbedded(dataDir, fast);
  expect(db.origin).toBe("started");
  await db.stop();
});

test("a start that was killed while making the folder begins again", async () => {
  await mkdir(join(dataDir, "postgres.new", "base"), { recursive: true });
  await writeFile(join(dataDir, "postgres.lock"), "999999999 1");
  const db = await openEmbedded(dataDir, fast);
  expect(db.origin).toBe("started");
  await db.stop();
});

describe.skipIf(!onLinux)("after kill -9", () => {
  test("of the server alone, PostgreSQL is adopted and nothing acknowledged is lost", async () => {
    await copyMadeFolder(dataDir);
    const stops: (() => Promise<void>)[] = [];
    for (let round = 0; round < 3; round++) {
      const { writer, lines } = await startWriter();
      await kill(writer);
      const acknowledged = Number(lines.at(-1));
      const found = await numbersIn();
      expect(found.origin).toBe("adopted");
      expect(found.max).toBeGreaterThanOrEqual(acknowledged);
      stops.push(found.stop);
    }
    // The killed ones are on the list of users still, and must not keep PostgreSQL running.
    for (const stop of stops) await stop();
    expect((await inspectDatabase(dataDir)).running).toBe(false);
  });

  test("of everything, the next start recovers with nothing acknowledged lost", async () => {
    await copyMadeFolder(dataDir);
    for (let round = 0; round < 3; round++) {
      const { writer, lines } = await startWriter("durable");
      const postmaster = await postmasterPid();
      process.kill(postmaster, "SIGKILL");
      await kill(writer);
      const numeric = lines.filter((line) => /^\d+$/.test(line));
      const found = await numbersIn();
      expect(found.origin).toBe("started");
      expect(found.max).toBeGreaterThanOrEqual(Number(numeric.at(-1)));
      expect(found.count).toBe(found.max);
      await found.stop();
    }
  });
});

test.skipIf(!onLinux)("a lock file that names another program is removed", async () => {
  await copyMadeFolder(dataDir);
  const other = spawn("sleep", ["60"], isRoot ? { uid: 65534, gid: 65534 } : {});
  const cluster = join(dataDir, "postgres");
  const lock = `${other.pid}\n${cluster}\n1700000000\n5432\n.\n\n  1234567  1\nready   \n`;
  await writeFile(join(cluster, "postmaster.pid"), lock, { mode: 0o600 });
  if (isRoot) await chown(join(cluster, "postmaster.pid"), 65534, 65534);
  const db = await openEmbedded(dataDir, fast);
  expect(db.origin).toBe("started");
  await db.stop();
  other.kill();
});

describe.skipIf(!isRoot || !onLinux)("as root", () => {
  test("PostgreSQL runs as nobody and owns its folder, and no account is made", async () => {
    const accounts = await readFile("/etc/passwd", "utf8");
    const db = await openEmbedded(dataDir, fast);
    const { uid } = await stat(`/proc/${await postmasterPid()}`);
    expect(uid).toBe(65534);
    expect(await stat(join(dataDir, "postgres"))).toMatchObject({ uid: 65534 });
    expect((await stat(join(dataDir, "postgres"))).mode & 0o777).toBe(0o700);
    expect(await readFile("/etc/passwd", "utf8")).toBe(accounts);
    await db.stop();
  });

  test("a product below a folder closed to nobody starts all the same", async () => {
    // The package with no links made, as after `npm ci --ignore-scripts`, in a folder like /root.
    await chmod(dir, 0o700);
    const packageDir = join(dir, "node_modules", "linux");
    await cp(embeddedPackageDir() ?? "", packageDir, {
      recursive: true,
      filter: (path) => !/libicu\w+\.so(\.60)?$/.test(path),
    });
    const db = await openEmbedded(dataDir, { ...fast, packageDir });
    const { pool, close } = connect(db.config);
    expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await close();
    await db.stop();
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
  });

  test("an ordinary user starts it, and root and the user take turns", async () => {
    const user = { uid: 65534, gid: 65534 };
    await mkdir(dataDir);
    await chown(dataDir, user.uid, user.gid);
    const asUser = () =>
      spawnSync(process.execPath, [child, dataDir, "once"], { ...user, encoding: "utf8" });
    const first = asUser();
    expect(first.stderr).toBe("");
    expect(first.stdout).toContain("open started");
    await (await openEmbedded(dataDir, fast)).stop();
    expect(asUser().stdout).toContain("open started");
  });
});
