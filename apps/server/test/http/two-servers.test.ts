/**
 * Two servers as real processes on one database and one folder: limits hold for both together, and an upload and a
 * broker's readings go on at the other, whatever became of the first.
 */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type FreshDatabase, freshDatabase } from "@nihol/db/test-database";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "../backup/backup-world.ts";
import { type Mosquitto, openMosquitto } from "../mqtt/mosquitto.ts";
import { compareWritten, makeSendingDevice, readingOf, startSending } from "../mqtt/senders.ts";
import { awaitMinute } from "../support/device-world.ts";
import { geoTiff, until, uploader } from "../support/imagery-server.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";

let db: FreshDatabase;
let dir: string;
let broker: Mosquitto;
let first: ServerProcess;
let second: ServerProcess;
const bytes = geoTiff({ size: 256 });
const half = Math.floor(bytes.length / 2);

beforeAll(async () => {
  db = await freshDatabase();
  dir = await mkdtemp(join(tmpdir(), "nihol-two-servers-"));
  broker = await openMosquitto();
  const environment = {
    ...{ DATABASE_URL: addressOf(db.config), NIHOL_DATA: dir, MQTT_URL: broker.url },
  };
  first = await startServerProcess(environment);
  second = await startServerProcess(environment);
});
afterAll(async () => {
  await first?.stop();
  await second?.stop();
  await broker?.close();
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

/** Statuses of calls that go to the servers in turn, all at once. */
const inTurn = (n: number, ask: (server: ServerProcess) => Promise<{ status: number }>) =>
  Promise.all(
    Array.from({ length: n }, async (_, i) => (await ask(i % 2 === 0 ? first : second)).status),
  );
const count = (statuses: number[], status: number) =>
  statuses.filter((one) => one === status).length;

test("wrong passwords and wrong tokens are counted by both servers together, to the last one", async () => {
  const guess = ({ address }: ServerProcess) =>
    fetch(`${address}/api/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "nobody@nihol.example", password: "guessed" }),
    });
  const atOnce = await inTurn(12, guess);
  const later: number[] = [];
  for (let n = 0; n < 6; n++) later.push(...(await inTurn(1, guess)), (await guess(second)).status);
  expect(count([...atOnce, ...later], 401)).toBe(5);
  expect(count([...atOnce, ...later], 429)).toBe(19);

  const authorization = `Bearer nihol_pat_${"y".repeat(43)}`;
  const open = ({ address }: ServerProcess) =>
    fetch(`${address}/api/stac/search`, { headers: { authorization } });
  for (let n = 0; n < 15; n++) expect(await inTurn(2, open)).toEqual([401, 401]);
  expect(await inTurn(4, open)).toEqual([429, 429, 429, 429]);
});

test("a device that sends to both servers has one limit, and a server alone writes of nobody", async () => {
  const told = async () =>
    (await db.pool.query("select caller, calls from call_count where kind like 'intake%'")).rows;
  const device = await makeSendingDevice(first, "in a hurry");
  const send = ({ address }: ServerProcess) =>
    fetch(`${address}/api/device/${device.id}/reading`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Device ${device.token}` },
      body: JSON.stringify({ readings: [readingOf(0)] }),
    });
  await awaitMinute(20_000);
  const alone = (server: ServerProcess, n: number) =>
    Promise.all(Array.from({ length: n }, async () => (await send(server)).status));
  expect(count(await alone(first, 55), 200)).toBe(55);
  await wait(2500);
  expect(await told()).toEqual([]);
  // More than half of the limit: the other server must know.
  expect(count(await alone(first, 15), 200)).toBe(15);
  await until(async () => (await told()).length === 1);
  await wait(1500);
  const statuses = await alone(second, 60);
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([50, 10]);
  await wait(2500);
  expect((await send(first)).status).toBe(429);
});

test("a server with a dead line lets an upload go when another one is asked for it", async () => {
  const id = await at(first).begin(bytes.length);
  const call = await sendAndFallSilent(first, id, 0, half);
  expect(await goOnAt(second, id)).toBe(half);
  // Only one writes: the other's call has ended.
  call.destroy();
  const { rows } = await db.pool.query("select writer from upload where id = $1", [id]);
  expect(rows).toEqual([{ writer: null }]);
});

test("when one is killed in the middle of a call, the other goes on with its upload, whole, and with its broker", async () => {
  // The first that was there reads, and the other one says that all is well.
  expect(first.output()).toContain("mqtt: subscribed");
  const warnings = async () => (await (await fetch(`${second.address}/api/ready`)).json()).warnings;
  await until(async () => !(await warnings()).includes("mqtt_away"));
  expect(second.output()).not.toContain("mqtt: subscribed");
  const device = await makeSendingDevice(second, "of the broker");
  broker.addUser(String(device.id), device.token);
  const sending = startSending(broker.port, device, 200);
  const sendMore = async () => {
    const before = sending.count();
    await until(async () => sending.count() > before + 50);
  };
  await sendMore();

  const id = await at(first).begin(bytes.length);
  expect((await at(first).patch(id, 0, bytes.subarray(0, half))).status).toBe(204);
  await sendAndFallSilent(first, id, half, 1000);
  const ended = once(first.child, "exit");
  first.child.kill("SIGKILL");
  await ended;
  // A broker that comes back while nobody reads must know for whom it keeps what it acknowledges.
  await broker.stop();
  await broker.start();
  await sendMore();
  expect(await goOnAt(second, id)).toBe(half + 1000);
  await until(async () => second.output().includes("mqtt: subscribed"));
  await sendMore();
  const nothing = { lost: [], beyond: 0, contradictions: 0 };
  expect(await compareWritten(second, device.id, await sending.end())).toEqual(nothing);
});
