/** The stream of devices that have sent something new: what it tells, to whom, and when it ends. */
import type { AddressInfo } from "node:net";
import { json } from "@nihol/db/json";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hoursAgo, sendingDevice } from "../../support/device-world.ts";
import { grants, type TestApp, testApp } from "../../support/test-app.ts";

let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let address: string;
beforeAll(async () => {
  server = await testApp();
  master = await server.person("MasterAdmin");
  await server.app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = server.app.server.address() as AddressInfo;
  address = `http://127.0.0.1:${port}/api/device/events`;
});
afterAll(() => server.close());

/** Opens a stream of these devices as somebody. */
async function listen(ids: readonly number[], email = master.email) {
  const { access } = await server.tokensOf(email);
  const answer = await fetch(`${address}?ids=${ids.join()}`, {
    headers: { authorization: `Bearer ${access}` },
  });
  if (!answer.body || answer.status !== 200) return { status: answer.status };
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  return {
    status: 200,
    /** Reads until a piece matches; undefined when the stream ends first. */
    async next(part: string) {
      while (!text.includes(part)) {
        const { done, value } = await reader.read();
        if (done) return undefined;
        text += value;
      }
      return text;
    },
    leave: () => reader.cancel(),
  };
}

test("each device is told at first, and again when it sends; what is not new is told to nobody", async () => {
  const [one, other] = [
    await sendingDevice(server, master.call),
    await sendingDevice(server, master.call),
  ];
  await one.send([{ ts: hoursAgo(3), values: { co2: 410 } }]);
  const stream = await listen([one.id, other.id, one.id]);
  const first = await stream.next?.(`"device":${other.id}`);
  expect(first).toContain(`{"device":${one.id},"last_reading_at":"${hoursAgo(3)}"}`);
  expect(first).toContain(`{"device":${other.id},"last_reading_at":null}`);
  await one.send([{ ts: hoursAgo(3), values: { co2: 410 } }]);
  await one.send([{ ts: hoursAgo(2), values: { co2: 420 } }]);
  const all = (await stream.next?.(hoursAgo(2))) ?? "";
  expect(all.match(/event: reading/g)).toHaveLength(3);
  await stream.leave?.();
});

test("a device outside of somebody's scope is left out, and a stream of none is not opened", async () => {
  const { id: region } = await server.db.sql
    .insertInto("region")
    .values({ name: json({ tg: "R", ru: "R", en: "R", az: "" }) })
    .returning("id")
    .executeTakeFirstOrThrow();
  const [seen, hidden] = [
    await sendingDevice(server, master.call),
    await sendingDevice(server, master.call),
  ];
  await server.db.sql
    .updateTable("device")
    .set({ region_id: region })
    .where("id", "=", seen.id)
    .execute();
  const permissions = grants({ device: "v" });
  const reader = await server.person("Reader of one region", { permissions, regions: [region] });
  const stream = await listen([hidden.id, seen.id], reader.email);
  const text = await stream.next?.(`"device":${seen.id}`);
  expect(text).not.toContain(`"device":${hidden.id},`);
  expect((await listen([hidden.id], reader.email)).status).toBe(404);
  // The device moves out of the scope: its stream ends.
  await server.db.sql
    .updateTable("device")
    .set({ region_id: null })
    .where("id", "=", seen.id)
    .execute();
  expect(await stream.next?.("no such event")).toBeUndefined();
});

test("without a token, the right or proper ids there is no stream", async () => {
  const none = await server.person("No devices", { permissions: grants({ garden: "v" }) });
  expect((await fetch(`${address}?ids=1`)).status).toBe(401);
  expect((await none.call("GET", "/device/events?ids=1")).status).toBe(403);
  for (const ids of ["", "x", "1,", "1;2"])
    expect((await master.call("GET", `/device/events?ids=${ids}`)).status, ids).toBe(400);
});
