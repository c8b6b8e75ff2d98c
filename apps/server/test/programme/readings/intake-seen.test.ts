/** Sums, newest calls, refusals and calls that were turned away are seen by whoever may see the device. */
import type { DeviceIntake } from "@nihol/contract/sensors/intake";
import { noCounts } from "@nihol/store/readings/intake-seen";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { intakeLogOf } from "../../../src/features/readings/intake-log.ts";
import { fileBody, hoursAgo, makeDevice, makeToken, sender } from "../../support/device-world.ts";
import { type Caller, grants, type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

async function sendingDevice(more: object = {}) {
  const { id, name } = await makeDevice(master.call, more);
  const token = await makeToken(master.call, id);
  return { id, name, token, send: sender(server, id, token) };
}
const intakeOf = async (id: number, call: Caller = master.call) =>
  (await call<DeviceIntake>("GET", `/device/${id}/intake`)).body;

const raw = (id: number, token: string, payload: string, type = "application/json") =>
  server.app.inject({
    ...{ method: "POST", url: `/api/device/${id}/reading`, payload },
    headers: { "content-type": type, authorization: `Device ${token}`, "accept-language": "ru" },
  });

test("a call is seen with its counts, its reasons and what was sent", async () => {
  const { id, send } = await sendingDevice();
  expect(await intakeOf(id)).toMatchObject({ since: null, calls: 0, newest: [], turned_away: [] });
  const good = { ts: hoursAgo(2), values: { co2: 500 } };
  await send([good]);
  await send([good, { ...good, values: { co2: 600 } }, { ts: "never", values: { co2: 1 } }]);
  await send([{ ts: hoursAgo(1), values: { co2: -7 } }]);
  const seen = await intakeOf(id);
  expect(seen).toMatchObject({
    ...{ calls: 3, accepted: 2, duplicates: 1, conflicts: 1, faulty: 1, refused: 1 },
    can: { see_sent: true },
  });
  expect(seen.newest.map((one) => one.refused)).toEqual([0, 1, 0]);
  expect(seen.newest[1]).toMatchObject({
    ...{ way: "http", messages: 1, problem: null },
    reasons: [{ at: 2, reason: "bad_time", key: null }],
  });
  expect(JSON.parse(seen.newest[2]?.payload ?? "")).toEqual({ readings: [good] });
  expect(seen.newest[2]?.bytes).toBe(JSON.stringify({ readings: [good] }).length);
});

test("twenty calls are kept, each cut; sums go on", async () => {
  const { id, send } = await sendingDevice();
  const times = Array.from({ length: 25 }, (_, n) => hoursAgo(n + 1));
  for (const ts of times) await send([{ ts, values: { co2: 500 } }]);
  await intakeOf(id);
  const long = Array.from({ length: 300 }, (_, n) => ({
    ts: hoursAgo(50, n),
    values: { co2: 500 },
  }));
  await send(long);
  const { calls, accepted, newest } = await intakeOf(id);
  expect([calls, accepted, newest.length]).toEqual([26, 325, 20]);
  expect(newest[0]?.payload).toHaveLength(4096);
  expect(newest[1]?.payload).toContain(times.at(-1));
  const { rows } = await sql`select from device_call where device_id = ${id}`.execute(
    server.db.sql,
  );
  expect(rows).toHaveLength(20);
});

test("a body that cannot be read is seen, and answered in a device's words", async () => {
  const { id, token } = await sendingDevice();
  const broken = await raw(id, token, '{"readings": [');
  expect([broken.statusCode, broken.json()]).toEqual([400, { code: "invalid", detail: "invalid" }]);
  const bare = await raw(id, token, '{"values":{"co2":1}, "note":"\\u0000\\ud800"}');
  expect(bare.json()).toEqual({ code: "invalid", detail: "invalid: readings" });
  const text = await raw(id, token, "co2=500", "text/csv");
  expect(text.json().code).toBe("unsupported_media_type");
  const { newest, calls } = await intakeOf(id);
  expect(calls).toBe(3);
  expect(newest.map(({ problem, payload }) => [problem, payload?.slice(0, 12) ?? null])).toEqual([
    ["unsupported_media_type", null],
    ["invalid", '{"values":{"'],
    ["invalid", '{"readings":'],
  ]);
});

test("wrong tokens and a retired device are counted where the device is known", async () => {
  const [mine, other] = [await sendingDevice(), await sendingDevice()];
  const reading = [{ ts: hoursAgo(1), values: { co2: 500 } }];
  const wrong = await raw(mine.id, "nihol_guessed", "{}");
  expect(wrong.json()).toEqual({ code: "device_token_invalid", detail: "device token invalid" });
  await sender(server, mine.id, other.token)(reading);
  await sender(server, mine.id, "x")(reading, {});
  await sender(server, 123_456_789, "x")(reading);
  await master.call("PATCH", `/device/${mine.id}`, { retired: true });
  expect((await mine.send(reading)).status).toBe(409);
  expect((await mine.send(reading)).status).toBe(409);
  const { turned_away, calls } = await intakeOf(mine.id);
  expect(calls).toBe(0);
  expect(turned_away.map(({ reason, count }) => [reason, count]).sort()).toEqual([
    ["device_retired", 2],
    ["device_token_invalid", 1],
    ["device_token_missing", 1],
    ["device_token_other", 1],
  ]);
  expect((await intakeOf(other.id)).turned_away).toEqual([]);
});

test("a file shows each of its devices its own rows", async () => {
  const [one, two] = [await sendingDevice(), await sendingDevice()];
  const csv = `ts,device,co2\n${hoursAgo(3)},${one.name},410\n${hoursAgo(3)},${two.name},oops\n${hoursAgo(2)},${two.name},420\n`;
  const { payload, headers } = fileBody(csv, "both.csv");
  const path = "/device/reading/import?timezone=UTC";
  expect((await master.call("POST", path, payload, headers)).status).toBe(200);
  expect((await intakeOf(one.id)).newest).toMatchObject([
    { way: "file", accepted: 1, refused: 0, bytes: csv.length },
  ]);
  const [seen] = (await intakeOf(two.id)).newest;
  expect(seen).toMatchObject({ accepted: 1, refused: 1 });
  expect(seen?.reasons).toEqual([{ at: 3, reason: "bad_number", key: null }]);
  expect(seen?.payload).not.toContain(one.name);
});

test("whoever may only see the device sees counts and reasons, not what was sent", async () => {
  const { id, send } = await sendingDevice();
  await send([{ ts: hoursAgo(1), values: { co2: 500 } }, { ts: hoursAgo(1) }]);
  const reader = await server.person("Reader", { permissions: grants({ device: "v" }) });
  const seen = await intakeOf(id, reader.call);
  expect(seen).toMatchObject({ accepted: 1, refused: 1, can: { see_sent: false } });
  expect(seen.newest[0]).toMatchObject({ payload: null, reasons: [{ reason: "no_value" }] });
  const nobody = await server.person("Gardener", { permissions: grants({ garden: "v" }) });
  expect((await nobody.call("GET", `/device/${id}/intake`)).status).toBe(403);
});

test("numbers and names of a caller's making keep no other device from being noted", async () => {
  const { id, send } = await sendingDevice();
  const reading = [{ ts: hoursAgo(1), values: { co2: 500 } }];
  await sender(server, 3_000_000_000, "x")(reading);
  const log = intakeLogOf(server.db.sql);
  const call = { ...noCounts, way: "mqtt" as const, messages: 1, problem: null, payload: "😀" };
  const reasons = [{ at: 0, reason: "unknown_parameter" as const, key: "a\u0000\ud83d" }];
  log.note(id, { ...call, bytes: 5e9, reasons });
  // A time that no column takes, as a fault of ours would bring it: it is dropped, and alone.
  log.note((await sendingDevice()).id, { ...call, bytes: 1, messages: 2 ** 40, reasons: [] });
  await send(reading);
  await log.flush();
  const { calls, newest } = await intakeOf(id);
  expect(calls).toBe(2);
  expect(newest[1]).toMatchObject({ bytes: 2 ** 31 - 1, reasons: [{ key: "a\u2400\ufffd" }] });
});

test("devices that strangers name push out none that has shown its token", async () => {
  const { id, send } = await sendingDevice();
  const log = intakeLogOf(server.db.sql);
  for (let named = 1_000_000; named < 1_030_000; named++)
    log.turnAway(named, "device_token_invalid");
  await send([{ ts: hoursAgo(1), values: { co2: 500 } }]);
  expect((await intakeOf(id)).calls).toBe(1);
});
