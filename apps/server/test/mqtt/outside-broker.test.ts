/** Readings from a broker outside: Debian's mosquitto, with the rights to topics that docs/mqtt.md gives. */
import type { DeviceIntake } from "@nihol/contract/sensors/intake";
import { connect } from "mqtt";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeDevice, seriesOf } from "../support/device-world.ts";
import { until } from "../support/imagery-server.ts";
import { type TestApp, testApp } from "../support/test-app.ts";
import { type Mosquitto, openMosquitto } from "./mosquitto.ts";
import { publish } from "./mqtt-world.ts";

const metricsToken = "a token of the monitoring program";
const password = "a password of the device";
let broker: Mosquitto;
let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;

function outside(clientId: string) {
  const url = new URL(broker.url);
  const signIn = { user: url.username, password: decodeURIComponent(url.password) };
  const address = `mqtt://${url.host}`;
  return {
    outsideBroker: { address, ca: undefined, clientId, share: "nihol", ...signIn },
    metricsToken,
  };
}

const isReady = async (one: TestApp) =>
  (await one.anonymous<{ warnings: string[] }>("GET", "/ready")).body.warnings.length === 0;

async function figures(one: TestApp) {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const { body } = await one.anonymous<string>("GET", "/metrics", undefined, headers);
  return String(body);
}

beforeAll(async () => {
  broker = await openMosquitto();
  server = await testApp(outside("first"));
  master = await server.person("MasterAdmin");
  await until(() => isReady(server));
});
afterAll(async () => {
  await server.close();
  await broker.close();
});

const at = "2026-05-04T09:00:00.000Z";
const minutesAfter = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();
const reading = (minutes: number, co2: unknown) =>
  JSON.stringify({ ts: minutesAfter(minutes), values: { co2 } });

async function sendingDevice() {
  const { id } = await makeDevice(master.call);
  broker.addUser(String(id), password);
  const topic = `devices/${id}/readings`;
  const send = (message: string, to = topic) =>
    publish(broker.port, ["-u", String(id), "-P", password, "-t", to, "-m", message]);
  return { id, topic, send };
}

async function pointsOf(id: number, parameter = "co2") {
  const query = { parameter, step: "raw", from: at, to: minutesAfter(60 * 24) };
  return (await seriesOf(master.call, id, query)).points.map(({ ts, value }) => [ts, value]);
}

test("what mosquitto_pub sends is written, and what cannot be read is counted", async () => {
  const device = await sendingDevice();
  expect(await device.send(reading(0, 400))).toBe(0);
  expect(
    await device.send(JSON.stringify({ ts: at, value: 45 }), `${device.topic}/air_humidity`),
  ).toBe(0);
  expect(await device.send("not JSON")).toBe(0);
  expect(await device.send(reading(1, "high"))).toBe(0);
  expect(await device.send(reading(2, 402))).toBe(0);
  await until(async () => (await pointsOf(device.id)).length === 2);
  expect(await pointsOf(device.id)).toEqual([
    [at, 400],
    [minutesAfter(2), 402],
  ]);
  expect(await pointsOf(device.id, "air_humidity")).toEqual([[at, 45]]);
  const counted = await figures(server);
  for (const reason of ["no_json", "bad_number"])
    expect(counted).toContain(`nihol_mqtt_readings_total{outcome="${reason}"} 1`);
  expect(counted).toContain("nihol_mqtt_broker_connected 1");
  expect(counted).not.toContain("nihol_mqtt_connections");
  const seen = async () => {
    const { body } = await master.call<DeviceIntake>("GET", `/device/${device.id}/intake`);
    return body.newest.map(({ payload }) => payload);
  };
  // Payloads are kept as they came, those that could not be read too.
  await until(async () => (await seen()).includes("not JSON"));
  expect(await seen()).toContain(reading(0, 400));
});

test("the broker's rights keep a device to its own topics, and strangers out", async () => {
  const [mine, other] = [await sendingDevice(), await sendingDevice()];
  // With version 3.1.1 the broker acknowledges what it then drops.
  await mine.send(reading(0, 9), other.topic);
  await mine.send(reading(0, 9), `${other.topic}/co2`);
  const stranger = ["-u", "999", "-P", password, "-t", other.topic, "-m", reading(0, 9)];
  expect(await publish(broker.port, stranger)).not.toBe(0);
  expect(await publish(broker.port, ["-t", other.topic, "-m", reading(0, 9)])).not.toBe(0);
  await other.send(reading(1, 401));
  await until(async () => (await pointsOf(other.id)).length > 0);
  expect(await pointsOf(other.id)).toEqual([[minutesAfter(1), 401]]);
});

test("a device that is not known or retired is refused, and keeps nobody waiting", async () => {
  const device = await sendingDevice();
  const retired = await sendingDevice();
  await master.call("PATCH", `/device/${retired.id}`, { retired: true });
  await retired.send(reading(0, 400));
  broker.addUser("999999", password);
  const unknown = ["-u", "999999", "-P", password, "-t", "devices/999999/readings"];
  expect(await publish(broker.port, [...unknown, "-m", reading(0, 1)])).toBe(0);
  await device.send(reading(0, 400));
  await until(async () => (await pointsOf(device.id)).length === 1);
  expect(await figures(server)).toMatch(/nihol_mqtt_messages_total\{outcome="refused"\} \d/);
  expect(await figures(server)).toMatch(/nihol_mqtt_readings_total\{outcome="unknown_device"\} \d/);
});

test("who makes a token is told where to send, without the server's password", async () => {
  const { id } = await makeDevice(master.call);
  const made = await master.call<{ mqtt_broker: string }>("POST", `/device/${id}/token`);
  expect(made.body.mqtt_broker).toBe(`mqtt://127.0.0.1:${broker.port}`);
  const seen = await master.call("GET", "/operations");
  expect(seen.body).toMatchObject({
    mqtt: { port: null, broker: { address: made.body.mqtt_broker, is_connected: true } },
  });
});

test("nothing is acknowledged to the broker before it is committed", async () => {
  const device = await sendingDevice();
  const waiting = async () =>
    Number(/nihol_mqtt_waiting_messages (\d+)/.exec(await figures(server))?.[1]);
  const client = connect(broker.url.replace(/\/\/.*@/, "//"), {
    username: String(device.id),
    password,
  });
  const messages = 1500;
  await server.db.sql.transaction().execute(async (trx) => {
    await trx.selectFrom("device").where("id", "=", device.id).select("id").forUpdate().execute();
    // The broker answers all; it gives as many to the server as may be under way, and not one more.
    await Promise.all(
      Array.from({ length: messages }, (_, minute) =>
        client.publishAsync(device.topic, reading(minute, 400), { qos: 1 }),
      ),
    );
    await until(async () => (await waiting()) >= 1000);
    await new Promise((resume) => setTimeout(resume, 300));
    expect(await waiting()).toBe(1000);
  });
  await client.endAsync();
  await until(async () => (await waiting()) === 0);
  await until(async () => {
    const query = { parameter: "co2", step: "raw", from: at, to: minutesAfter(messages) };
    return (await seriesOf(master.call, device.id, query)).points.length === messages;
  });
});

test("servers of one broker share the messages, and a broker that is away is warned of until it is back", async () => {
  const second = await testApp(outside("second"));
  try {
    await until(() => isReady(second));
    const device = await sendingDevice();
    const taken = async (one: TestApp) => {
      const counted = await figures(one);
      const all = counted.matchAll(
        /nihol_mqtt_messages_total\{outcome="(?:taken|refused)"\} (\d+)/g,
      );
      return [...all].reduce((sum, [, number]) => sum + Number(number), 0);
    };
    const before = await taken(server);
    const lines = Array.from({ length: 20 }, (_, minute) => device.send(reading(minute, 400)));
    expect(await Promise.all(lines)).toEqual(lines.map(() => 0));
    // Each has a database of its own: a message is in one of them, or its device is unknown in the other.
    await until(async () => (await taken(server)) - before + (await taken(second)) === 20);
    expect(await taken(second)).toBeGreaterThan(0);
    expect(await taken(server)).toBeGreaterThan(before);
  } finally {
    await second.close();
  }
  await broker.stop();
  await until(async () => !(await isReady(server)));
  expect(await figures(server)).toContain("nihol_mqtt_broker_connected 0");
  await broker.start();
  await until(() => isReady(server));
});
