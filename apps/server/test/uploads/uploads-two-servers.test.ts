/** Two servers as real processes on one database and one folder: an upload goes on at the other, whatever became of the first. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../backup/backup-world.ts";
import { geoTiff, until, uploader } from "../support/imagery-server.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

let db: FreshDatabase;
let dir: string;
let first: ServerProcess;
let second: ServerProcess;
const bytes = geoTiff({ size: 256 });
const half = Math.floor(bytes.length / 2);

beforeAll(async () => {
  db = await freshDatabase();
  dir = await mkdtemp(join(tmpdir(), "nihol-two-servers-"));
  const environment = { DATABASE_URL: addressOf(db.config), NIHOL_DATA: dir };
  first = await startServerProcess(environment);
  second = await startServerProcess(environment);
});
afterAll(async () => {
  await first?.stop();
  await second?.stop();
  await db?.close();
  await rm(dir, { recursive: true, force: true });
});

const headersOf = ({ token }: ServerProcess) => ({ authorization: `Bearer ${token()}` });
const at = (server: ServerProcess) =>
  uploader((method, path, { body, headers } = {}) =>
    fetch(`${server.address}/api${path}`, {
      method,
      headers: { ...headersOf(server), ...headers },
      ...(body === undefined ? {} : { body }),
    }),
  );

/** A call that sends a part of what it announced, and then neither goes on nor ends: a line that is dead. */
async function sendAndFallSilent(server: ServerProcess, id: string, offset: number, sent: number) {
  const call = request(`${server.address}/api/upload/${id}`, {
    method: "PATCH",
    headers: {
      ...headersOf(server),
      "tus-resumable": "1.0.0",
      "upload-offset": `${offset}`,
      "content-type": "application/offset+octet-stream",
      "content-length": `${bytes.length - offset}`,
    },
  });
  call.on("error", () => {});
  call.write(bytes.subarray(offset, offset + sent));
  const path = join(dir, "files/upload", id);
  await until(async () => (await readFile(path)).length === offset + sent);
  return call;
}

const sha256 = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");

/** Sends the rest to a server, which asks for it where the other one left it. */
async function goOnAt(server: ServerProcess, id: string): Promise<number> {
  const head = await at(server).tus("HEAD", `/upload/${id}`);
  expect(head.status).toBe(200);
  const offset = Number(head.headers.get("upload-offset"));
  const answer = await at(server).patch(id, offset, bytes.subarray(offset));
  expect([answer.status, answer.headers.get("upload-offset")]).toEqual([204, `${bytes.length}`]);
  expect((await at(server).checked(id)).status).toBe("ready");
  expect(sha256(await readFile(join(dir, "files/upload", id)))).toBe(sha256(bytes));
  return offset;
}

test("a server with a dead line lets an upload go when another one is asked for it", async () => {
  const id = await at(first).begin(bytes.length);
  const call = await sendAndFallSilent(first, id, 0, half);
  expect(await goOnAt(second, id)).toBe(half);
  // Only one writes: the other's call has ended.
  call.destroy();
  const { rows } = await db.pool.query("select writer from upload where id = $1", [id]);
  expect(rows).toEqual([{ writer: null }]);
});

test("an upload whose server is killed in the middle of a call goes on at another one, whole", async () => {
  const id = await at(first).begin(bytes.length);
  expect((await at(first).patch(id, 0, bytes.subarray(0, half))).status).toBe(204);
  await sendAndFallSilent(first, id, half, 1000);
  const ended = once(first.child, "exit");
  first.child.kill("SIGKILL");
  await ended;
  expect(await goOnAt(second, id)).toBe(half + 1000);
});
