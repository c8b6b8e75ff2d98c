/** Calls of devices: whose token, and bodies that are not quite JSON. */
import type { Device } from "@nihol/contract/sensors/devices";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursAgo, makeDevice, makeToken, sender } from "../support/device-world.ts";
import { type TestApp, testApp } from "../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
});
afterAll(() => server.close());

const one = async (id: number) => (await master.call<Device>("GET", `/device/${id}`)).body;

test("a wrong token is 401, none is 401, another device's is 403", async () => {
  const mine = await makeDevice(master.call);
  const other = await makeDevice(master.call);
  const token = await makeToken(master.call, mine.id);
  const reading = [{ ts: hoursAgo(1), values: { co2: 500 } }];
  const said = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer;
    return [status, (body as { code?: string }).code];
  };
  const [mended, own] = [`${token}x`, sender(server, mine.id, token)];
  expect(await said(sender(server, mine.id, mended)(reading))).toEqual([
    401,
    "device_token_invalid",
  ]);
  expect(await said(own(reading, {}))).toEqual([401, "device_token_missing"]);
  expect(await said(sender(server, other.id, token)(reading))).toEqual([403, "device_token_other"]);
  expect((await own(reading, { "x-device-token": token })).status).toBe(200);
  expect((await own(reading, { authorization: `Bearer ${token}` })).status).toBe(200);
  const long = Array.from({ length: 20_000 }, () => reading[0]);
  expect(await said(own(long))).toEqual([413, "body_too_large"]);
  const asUser = await server.anonymous("GET", `/device/${mine.id}`, undefined, {
    authorization: `Device ${token}`,
  });
  expect(asUser.status).toBe(401);
});

test("a replaced or deleted token ends, and the token is kept as a hash alone", async () => {
  const { id } = await makeDevice(master.call);
  const first = await makeToken(master.call, id);
  const second = await makeToken(master.call, id);
  const reading = [{ ts: hoursAgo(1), values: { co2: 500 } }];
  expect((await sender(server, id, first)(reading)).status).toBe(401);
  expect((await sender(server, id, second)(reading)).status).toBe(200);
  const { rows } = await sql<{ row: string }>`
    select t::text as row from device_token t where device_id = ${id}`.execute(server.db.sql);
  expect(rows[0]?.row).not.toContain(second.slice(6));
  expect((await master.call("DELETE", `/device/${id}/token`)).status).toBe(204);
  expect((await sender(server, id, second)(reading)).status).toBe(401);
  expect((await one(id)).token).toBeNull();
});

test("a value that JSON does not have loses its own reading alone", async () => {
  const { id } = await makeDevice(master.call);
  const token = await makeToken(master.call, id);
  const [first, second] = [hoursAgo(2), hoursAgo(1)];
  const body = `{"readings":[{"ts":"${first}","values":{"co2":NaN}},{"ts":"${second}","values":{"co2":415}}]}`;
  const answer = await server.app.inject({
    ...{ method: "POST", url: `/api/device/${id}/reading`, payload: body },
    headers: { "content-type": "application/json", authorization: `Device ${token}` },
  });
  expect(answer.json()).toMatchObject({
    accepted: 1,
    refused_count: 1,
    refused: [{ index: 0 }],
  });
});
