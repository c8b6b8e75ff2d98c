/** The server on a database and a folder of files that are not each other's: it refuses to start, and no file is lost. */
import { spawn, spawnSync } from "node:child_process";
import { cp, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "@nihol/db/connection";
import { openEmbedded, stopDatabase } from "@nihol/db/launcher/launcher";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../support/imagery-server.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

let dir: string;
const closers: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-wrong-"));
});
afterEach(async () => {
  for (const closer of closers.splice(0).reverse()) await closer();
  for (const name of await readdir(dir)) await stopDatabase(join(dir, name)).catch(() => {});
  await rm(dir, { recursive: true, force: true });
});

async function start(name: string, environment: Record<string, string> = {}) {
  const server = await startServerProcess({ NIHOL_DATA: join(dir, name), ...environment });
  closers.push(server.stop);
  return server;
}

/** Words of a server that does not start. */
const refusal = (name: string, environment: Record<string, string> = {}) =>
  start(name, environment).then(
    () => "started",
    (error: Error) => error.message,
  );

function nihol(args: string[], environment: Record<string, string>) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["scripts/nihol.mjs", ...args], {
    cwd: join(import.meta.dirname, "../../../.."),
    encoding: "utf8",
    env: { ...process.env, ...environment },
  });
  return { status, text: stdout + stderr };
}

const kmlNamed = (name: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Placemark><name>${name}</name><Point><coordinates>68.78,38.57</coordinates></Point></Placemark></kml>`;

/** Attaches a file to a new document. @returns the document's number */
async function attach(server: ServerProcess, name: string): Promise<number> {
  const names = { tg: name, ru: name, en: name };
  const made = await server.call("POST", "/document", { name: names, category: "other" });
  const { id } = (await made.json()) as { id: number };
  const form = new FormData();
  form.append("file", new Blob([kmlNamed(name)]), `${name}.kml`);
  const sent = await fetch(`${server.address}/api/document/${id}/file`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.token()}` },
    body: form,
  });
  if (sent.status !== 201) throw new Error(await sent.text());
  return id;
}

async function filesOf(name: string): Promise<string[]> {
  const all = await readdir(join(dir, name, "files"), { recursive: true, withFileTypes: true });
  return all
    .filter((entry) => entry.isFile() && !entry.name.startsWith("."))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

async function fileRows(server: ServerProcess, document: number): Promise<{ id: number }[]> {
  const answer = await server.call("GET", `/document/${document}`);
  const { files } = (await answer.json()) as { files: { id: number }[] };
  return files;
}

/** Status of each file of a document when it is fetched. */
async function statusOf(server: ServerProcess, document: number): Promise<number[]> {
  const rows = await fileRows(server, document);
  return Promise.all(
    rows.map(
      async ({ id }) => (await server.call("GET", `/document/${document}/file/${id}`)).status,
    ),
  );
}

/** Copies the database of a data folder, stopped, as a backup does. */
async function backUp(source: string, target: string) {
  await stopDatabase(join(dir, source));
  await cp(join(dir, source, "postgres"), join(dir, target, "postgres"), { recursive: true });
}

test("a new database beside a full folder is refused, and not one file goes", async () => {
  const first = await start("a");
  await attach(first, "act");
  await first.stop();
  const before = await filesOf("a");
  expect(before.length).toBeGreaterThan(0);
  await stopDatabase(join(dir, "a"));
  await rename(join(dir, "a", "postgres"), join(dir, "kept"));

  const words = await refusal("a");
  expect(words).toContain("belong to an installation");
  expect(words).toContain("this database is new or of another one");
  expect(words).toContain("npm run nihol -- files adopt");
  expect(await filesOf("a")).toEqual(before);

  // The right database again: nothing is missing.
  await stopDatabase(join(dir, "a"));
  await rm(join(dir, "a", "postgres"), { recursive: true });
  await rename(join(dir, "kept"), join(dir, "a", "postgres"));
  const again = await start("a");
  expect(await statusOf(again, 1)).toEqual([200]);
});

test("an older database over newer files: what it does not know stays, and what was deleted since comes back", async () => {
  const first = await start("a");
  const early = await attach(first, "early");
  await first.stop();
  await backUp("a", "backup");

  const newer = await start("a");
  const late = await attach(newer, "late");
  const [row] = await fileRows(newer, early);
  const deleted = await newer.call("DELETE", `/document/${early}/file/${row?.id}`);
  expect(deleted.status).toBe(204);
  await newer.stop();
  const before = await filesOf("a");
  await stopDatabase(join(dir, "a"));
  await rename(join(dir, "a", "postgres"), join(dir, "newer"));
  await rename(join(dir, "backup", "postgres"), join(dir, "a", "postgres"));

  const older = await start("a");
  expect(await until(async () => (await statusOf(older, early)).join())).toBe("200");
  expect((await older.call("GET", `/document/${late}`)).status).toBe(404);
  // No file is gone: what lay in the trash has moved, everything else is where it was.
  expect((await filesOf("a")).length).toBe(before.length);
  await older.stop();

  // And back: the newer database over the files that the older one has used.
  await stopDatabase(join(dir, "a"));
  await rm(join(dir, "a", "postgres"), { recursive: true });
  await rename(join(dir, "newer"), join(dir, "a", "postgres"));
  const back = await start("a");
  expect(await statusOf(back, late)).toEqual([200]);
});

test("a second database that was restored from a dump may not use the folder until it is given to it", async () => {
  // The cluster of one data folder stands for a database server.
  const database = await openEmbedded(join(dir, "cluster"), { durable: false });
  closers.push(() => database.stop());
  const admin = connect({ ...database.config, database: "postgres" }, { max: 1 });
  closers.push(() => admin.close());
  const { host, port, user, password } = database.config;
  const query = `host=${encodeURIComponent(host ?? "")}&port=${port}`;
  const addressOf = (name: string) => `postgres://${user}:${password}@localhost/${name}?${query}`;
  await admin.pool.query("create database one");
  const one = { DATABASE_URL: addressOf("one"), NIHOL_DATA: join(dir, "shared") };
  const two = { ...one, DATABASE_URL: addressOf("two") };
  const first = await start("shared", one);
  const id = await attach(first, "act");
  await first.stop();
  // A dump and its restore make the same rows in another database.
  await admin.pool.query("create database two template one");

  const words = await refusal("shared", two);
  expect(words).toContain("belong to another copy of this database");
  const worker = spawn(process.execPath, ["apps/worker/src/main.ts"], {
    cwd: join(import.meta.dirname, "../../../.."),
    env: { ...process.env, ...two, NIHOL_DETECTORS: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  worker.stderr.on("data", (data: Buffer) => {
    said += data.toString();
  });
  await new Promise((resume) => worker.once("exit", resume));
  expect(said).toContain("belong to another copy of this database");

  expect(nihol(["files", "adopt"], two).status).toBe(1);
  expect(await refusal("shared", two)).toContain("belong to another copy");
  const adopted = nihol(["files", "adopt", "--yes"], two);
  expect(adopted.text).toContain("the folder belongs to this database now");
  const second = await start("shared", two);
  expect(await statusOf(second, id)).toEqual([200]);
  // The first is the one that is refused now.
  expect(await refusal("shared", one)).toContain("belong to another copy of this database");
});
