/** Devices that send by MQTT: mosquitto_pub and mqtt.js, neither of them ours. */

import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { connect as openSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DeviceIntake } from "@nihol/contract/sensors/intake";
import { sql } from "kysely";
import { connect, connectAsync, type MqttClient } from "mqtt";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { makeDevice, makeToken, seriesOf } from "../support/device-world.ts";
import { until } from "../support/imagery-server.ts";
import { freePort } from "../support/server-process.ts";
import { type TestApp, testApp } from "../support/test-app.ts";
import { publish } from "./mqtt-world.ts";

const metricsToken = "a token of the monitoring program";
let server: TestApp;
let master: Awaited<ReturnType<TestApp["person"]>>;
let port: number;
let dir: string;
const clients: MqttClient[] = [];
async function settings(files = { certFile: "", keyFile: "" }) {
  port = await freePort();
  const [certFile, keyFile] = [files.certFile || undefined, files.keyFile || undefined];
  return { mqtt: { host: "127.0.0.1", port, certFile, keyFile }, metricsToken };
}
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-mqtt-"));
  server = await testApp(await settings());
  master = await server.person("MasterAdmin");
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true);
});
afterAll(async () => {
  await server.close();
  await rm(dir, { recursive: true, force: true });
});

const at = "2026-05-04T09:00:00.000Z";
const minutesAfter = (minutes: number) => new Date(Date.parse(at) + minutes * 60_000).toISOString();

async function sendingDevice(more: object = {}) {
  const { id } = await makeDevice(master.call, more);
  return { id, token: await makeToken(master.call, id), topic: `devices/${id}/readings` };
}
const signIn = ({ id, token }: { id: number; token: string }) => ["-u", String(id), "-P", token];

async function open({ id, token }: { id: number; token: string }, more: object = {}) {
  const options = { username: String(id), password: token, reconnectPeriod: 0, ...more };
  const client = await connectAsync(`mqtt://127.0.0.1:${port}`, options);
  clients.push(client);
  return client;
}

const pointsOf = async (id: number, parameter = "co2") => {
  const query = { parameter, step: "raw", from: at, to: minutesAfter(60 * 24) };
  return (await seriesOf(master.call, id, query)).points.map(({ ts, value }) => [ts, value]);
};
const reading = (minutes: number, co2: unknown) =>
  JSON.stringify({ ts: minutesAfter(minutes), values: { co2 } });

test("mosquitto_pub is a device: its readings are written, completed, known and contradicted as by HTTP", async () => {
  const device = await sendingDevice();
  const send = (message: string, topic = device.topic) =>
    publish(port, [...signIn(device), "-t", topic, "-m", message]);
  expect(await send(reading(0, 400))).toBe(0);
  expect(await send(reading(0, 400))).toBe(0);
  expect(await send(reading(0, 500))).toBe(0);
  const beside = JSON.stringify({ ts: at, values: { air_temperature: 20, battery: 3 } });
  expect(await send(beside, "v1/devices/me/telemetry")).toBe(0);
  expect(await send(JSON.stringify({ ts: at, value: 45 }), `${device.topic}/air_humidity`)).toBe(0);
  const series = await seriesOf(master.call, device.id, {
    parameter: "co2",
    step: "raw",
    from: at,
    to: minutesAfter(1),
  });
  expect(series.points.map(({ value }) => value)).toEqual([400]);
  expect(series.conflicts).toEqual([{ ts: at, value: 500 }]);
  expect(await pointsOf(device.id, "air_temperature")).toEqual([[at, 20]]);
  expect(await pointsOf(device.id, "air_humidity")).toEqual([[at, 45]]);
});

test("messages, refused names, unread topics and wrong tokens are seen at the device", async () => {
  const device = await sendingDevice();
  const send = (message: string, topic = device.topic) =>
    publish(port, [...signIn(device), "-t", topic, "-m", message]);
  await send(JSON.stringify({ ts: at, values: { co2: 410, sunshine: 3 } }));
  await send("[7]");
  await send("{}", `devices/${device.id}/state`);
  await publish(port, [
    "-u",
    String(device.id),
    "-P",
    "nihol_guessed",
    "-t",
    device.topic,
    "-m",
    "1",
  ]);
  const path = `/device/${device.id}/intake`;
  const { body } = await master.call<DeviceIntake>("GET", path);
  expect(body).toMatchObject({ calls: 2, accepted: 1, refused: 2 });
  expect(body.newest).toMatchObject([
    { way: "mqtt", reasons: [{ at: 0, reason: "no_value", key: null }], payload: "[7]" },
    { way: "mqtt", reasons: [{ at: 0, reason: "unknown_parameter", key: "sunshine" }] },
  ]);
  expect(body.turned_away.map(({ reason }) => reason).sort()).toEqual([
    "device_token_invalid",
    "unread_topic",
  ]);
});

test("a device of ThingsBoard shows its token as its name, and no password", async () => {
  const { id, token } = await sendingDevice();
  const told = [
    "-t",
    "v1/devices/me/telemetry",
    "-m",
    JSON.stringify({ ts: Date.parse(at), values: { co2: 410 } }),
  ];
  expect(await publish(port, ["-u", token, ...told])).toBe(0);
  expect(await pointsOf(id)).toEqual([[at, 410]]);
});

test("who has no token, another's or one that was taken back is not let in", async () => {
  const [mine, other] = [await sendingDevice(), await sendingDevice()];
  const attempt = (args: string[]) =>
    publish(port, [...args, "-t", mine.topic, "-m", reading(0, 1)]);
  expect(await attempt([])).not.toBe(0);
  expect(await attempt(["-u", String(mine.id), "-P", "nihol_guessed"])).not.toBe(0);
  expect(await attempt(["-u", String(mine.id), "-P", other.token])).not.toBe(0);
  const client = await open(mine);
  const closed = new Promise((resolve) => client.once("close", () => resolve(undefined)));
  await master.call("DELETE", `/device/${mine.id}/token`);
  client.publish(mine.topic, reading(0, 1), { qos: 1 });
  await closed;
  expect(await attempt(signIn(mine))).not.toBe(0);
  expect(await pointsOf(mine.id)).toEqual([]);
});

test("a device publishes to its own topics alone, and hears nothing of others", async () => {
  const [mine, other] = [await sendingDevice(), await sendingDevice()];
  const client = await open(mine, {
    will: { topic: other.topic, payload: Buffer.from(reading(5, 9)), qos: 1 },
  });
  const granted = await client.subscribeAsync(["#", other.topic]).catch(() => "refused");
  expect(granted).toBe("refused");
  const heard: string[] = [];
  client.on("message", (topic) => heard.push(topic));
  // Acknowledged and left: or it would be sent for ever.
  await client.publishAsync("v1/devices/me/attributes", "{}", { qos: 1 });
  expect(
    await publish(port, [...signIn(other), "-r", "-t", other.topic, "-m", reading(0, 400)]),
  ).toBe(0);
  const closed = new Promise((resolve) => client.once("close", () => resolve(undefined)));
  client.publish(other.topic, reading(1, 401), { qos: 1 });
  await closed;
  expect(heard).toEqual([]);
  expect(await pointsOf(other.id)).toEqual([[at, 400]]);
});

test("two devices with one client's id do not end each other", async () => {
  const [mine, other] = [await sendingDevice(), await sendingDevice()];
  const first = await open(mine, { clientId: "sensor" });
  const second = await open(other, { clientId: "sensor" });
  await second.publishAsync(other.topic, reading(0, 1), { qos: 1 });
  await first.publishAsync(mine.topic, reading(0, 2), { qos: 1 });
  expect([await pointsOf(mine.id), await pointsOf(other.id)]).toEqual([[[at, 2]], [[at, 1]]]);
});

test("PUBACK comes after the commit, and one transaction answers many", async () => {
  const device = await sendingDevice();
  const client = await open(device);
  let acknowledged = 0;
  const sent: Promise<unknown>[] = [];
  await server.db.sql.transaction().execute(async (trx) => {
    await trx.selectFrom("device").where("id", "=", device.id).select("id").forUpdate().execute();
    for (let minute = 0; minute < 500; minute++)
      sent.push(
        client.publishAsync(device.topic, reading(minute, 400 + minute), { qos: 1 }).then(() => {
          acknowledged += 1;
        }),
      );
    // The transaction of the messages waits for ours: until then nothing is committed, so nothing acknowledged.
    await until(async () => {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity
        where wait_event_type = 'Lock' and datname = current_database()`.execute(trx);
      return (rows[0]?.n ?? 0) > 0;
    });
    expect(acknowledged).toBe(0);
  });
  await Promise.all(sent);
  expect(acknowledged).toBe(500);
  expect(await pointsOf(device.id)).toHaveLength(500);
});

test("QoS 0 and QoS 2 are taken too", async () => {
  const device = await sendingDevice();
  const client = await open(device);
  await client.publishAsync(device.topic, reading(0, 400), { qos: 0 });
  await client.publishAsync(device.topic, reading(1, 401), { qos: 2 });
  await until(async () => (await pointsOf(device.id)).length === 2);
});

test("what is refused is counted and its neighbours are kept", async () => {
  const device = await sendingDevice();
  const client = await open(device);
  const list = `[{"ts":"${at}","values":{"co2":NaN,"air_humidity":40,"vbat":3.6}},{"ts":"1970-01-01T00:00:00Z","values":{"co2":1}},{"ts":"${minutesAfter(1)}","values":{"co2":"high"}},{"ts":"${minutesAfter(2)}","values":{"co2":403}}]`;
  await client.publishAsync(device.topic, list, { qos: 1 });
  await client.publishAsync(device.topic, "not JSON", { qos: 1 });
  expect(await pointsOf(device.id)).toEqual([[minutesAfter(2), 403]]);
  expect(await pointsOf(device.id, "air_humidity")).toEqual([[at, 40]]);
  const metrics = await server.anonymous<string>("GET", "/metrics", undefined, {
    authorization: `Bearer ${metricsToken}`,
  });
  const figures = String(metrics.body);
  for (const reason of ["too_old", "bad_number", "no_json"])
    expect(figures).toContain(`nihol_mqtt_readings_total{outcome="${reason}"} 1`);
  expect(figures).toMatch(/nihol_mqtt_readings_total\{outcome="unknown_parameter"\} \d/);
  expect(figures).toMatch(/nihol_mqtt_connections \d/);
});

test("a packet that is too large, and one that is none, end the connection alone", async () => {
  const device = await sendingDevice();
  const client = await open(device);
  const closed = new Promise((resolve) => client.once("close", () => resolve(undefined)));
  client.on("error", () => {});
  client.publish(device.topic, Buffer.alloc(600 * 1024, 32), { qos: 1 });
  await closed;
  for (const bytes of [Buffer.alloc(100, 255), Buffer.from("GET / HTTP/1.1\r\n\r\n")]) {
    const socket = openSocket(port, "127.0.0.1");
    socket.on("error", () => {});
    socket.write(bytes);
    await new Promise((resolve) => socket.once("close", resolve));
  }
  expect(await publish(port, [...signIn(device), "-t", device.topic, "-m", reading(0, 400)])).toBe(
    0,
  );
});

test("with a certificate the line is secret, and the plain one is not answered", async () => {
  const [certFile, keyFile] = [join(dir, "cert.pem"), join(dir, "key.pem")];
  const subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
  execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-days",
      "2",
      "-keyout",
      keyFile,
      "-out",
      certFile,
      ...subject,
    ],
    { stdio: "ignore" },
  );
  const secret = await testApp(await settings({ certFile, keyFile }));
  try {
    const admin = await secret.person("MasterAdmin");
    const { id } = await makeDevice(admin.call);
    const token = await makeToken(admin.call, id);
    const args = [
      "-u",
      String(id),
      "-P",
      token,
      "-t",
      `devices/${id}/readings`,
      "-m",
      reading(0, 400),
    ];
    expect(await publish(port, ["--cafile", certFile, ...args])).toBe(0);
    const plain = connect(`mqtt://127.0.0.1:${port}`, { reconnectPeriod: 0 });
    plain.on("error", () => {});
    await new Promise((resolve) => plain.once("close", () => resolve(undefined)));
    expect(plain.connected).toBe(false);
  } finally {
    await secret.close();
  }
});
