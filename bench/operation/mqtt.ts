/**
 * `npm run bench -- mqtt [--devices 20] [--messages 50000] [--kills 0]`: messages a second by MQTT (QoS 1) until their
 * rows are committed, by the broker inside and by mosquitto as the broker outside, one value a message and SenML of fifty;
 * the same by seconds of the processor of the server's process, which do not depend on what else the machine does; its
 * resident memory at the start, in the middle and at the end. With `--kills 20` server (SIGKILL) and mosquitto (its usual
 * end) are ended by turns while devices send: readings that were acknowledged and are missing, or are there twice.
 * The last line is JSON. Packages: mosquitto.
 * Smallest: `--devices 2 --messages 100 --kills 0`.
 */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Operations } from "@nihol/contract/operations";
import { connectAsync, type MqttClient } from "mqtt";
import { openMosquitto } from "../../apps/server/test/mqtt/mosquitto.ts";
import {
  compareWritten,
  makeSendingDevice,
  startSending,
} from "../../apps/server/test/mqtt/senders.ts";
import {
  freePort,
  type ServerProcess,
  startServerProcess,
} from "../../apps/server/test/support/server-process.ts";

const { values: options } = parseArgs({
  options: {
    devices: { type: "string", default: "20" },
    messages: { type: "string", default: "50000" },
    kills: { type: "string", default: "0" },
  },
});
const [deviceCount, messageCount, kills] = [
  Number(options.devices),
  Number(options.messages),
  Number(options.kills),
];
/** Messages a second that are to be reached. */
const goal = 5000;
/** Records of a message of SenML. */
const records = 50;
/** Messages that each device has under way. */
const underWay = 100;
const start = Date.parse("2026-05-04T00:00:00Z");
/** Seconds between the readings of the two forms, so that none is there already when the second form sends it. */
const apart = 40 * 86_400;

interface Sender {
  client: MqttClient;
  topic: string;
}
type Form = (n: number) => object;

const oneValue: Form = (n) => ({
  ts: new Date(start + n * 1000).toISOString(),
  values: { co2: 400 + (n % 500) },
});
const senml: Form = (n) =>
  Array.from({ length: records }, (_, record) => ({
    ...(record === 0 && { bt: start / 1000 + apart + n * records }),
    n: "co2",
    t: record,
    v: 400 + (record % 500),
  }));

async function messagesOf({ call }: ServerProcess): Promise<number> {
  const answer = await call("GET", "/operations");
  const { mqtt }: Operations = await answer.json();
  return mqtt?.messages ?? 0;
}

/** Resident memory of a process in MB. */
function memoryOf({ child }: ServerProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Parts of a second in which Linux states processor time in `/proc` (USER_HZ). */
const ticks = 100;

/** Seconds of the processor that a process has taken, without its children and the database. */
function processorOf({ child }: ServerProcess): number {
  const fields = readFileSync(`/proc/${child.pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

/** Sends so many messages of each device, and waits until the server has written all. */
async function measure(
  server: ServerProcess,
  senders: readonly Sender[],
  form: Form,
  each: number,
) {
  const before = await messagesOf(server);
  const memory = [memoryOf(server)];
  const processor = processorOf(server);
  const total = each * senders.length;
  const began = performance.now();
  let acknowledged = 0;
  await Promise.all(
    senders.flatMap(({ client, topic }) => {
      let next = 0;
      return Array.from({ length: underWay }, async () => {
        while (next < each) {
          const message = JSON.stringify(form(next++));
          await client.publishAsync(topic, message, { qos: 1 });
          acknowledged += 1;
          if (acknowledged === Math.ceil(total / 2)) memory.push(memoryOf(server));
        }
      });
    }),
  );
  while ((await messagesOf(server)) - before < total) await wait(20);
  const seconds = (performance.now() - began) / 1000;
  memory.push(memoryOf(server));
  return {
    messages: total,
    a_second: Math.round(total / seconds),
    a_processor_second: Math.round(total / (processorOf(server) - processor)),
    memory_mb: memory,
  };
}

/** Devices of a server, connected to where they publish. */
async function connectDevices(
  server: ServerProcess,
  port: number,
  allow: (name: string, password: string) => void,
) {
  const senders: Sender[] = [];
  for (let n = 0; n < deviceCount; n++) {
    const { id, token } = await makeSendingDevice(server, `bench ${n}`);
    allow(String(id), token);
    senders.push({ client: await open(port, String(id), token), topic: `devices/${id}/readings` });
  }
  return senders;
}

/** A broker that has just been told of a name may not know it yet. */
async function open(port: number, username: string, password: string): Promise<MqttClient> {
  const signIn = { username, password, reconnectPeriod: 0 };
  try {
    return await connectAsync(`mqtt://127.0.0.1:${port}`, signIn);
  } catch {
    await wait(100);
    return open(port, username, password);
  }
}

async function measureBoth(
  environment: Record<string, string>,
  port: number,
  allow: (name: string, password: string) => void = () => {},
) {
  const server = await startServerProcess(environment);
  try {
    const senders = await connectDevices(server, port, allow);
    // The compiler of JavaScript and the caches of the database have seen it by then.
    await measure(
      server,
      senders,
      (n) => oneValue(n + apart / 2),
      Math.ceil(messageCount / deviceCount / 20),
    );
    const one = await measure(server, senders, oneValue, Math.ceil(messageCount / deviceCount));
    const many = await measure(server, senders, senml, Math.ceil(messageCount / deviceCount / 20));
    for (const { client } of senders) await client.endAsync();
    return {
      one_value: one,
      senml: { ...many, readings_a_second: many.a_second * records },
    };
  } finally {
    await server.stop();
  }
}

/** Ends server and broker by turns while devices send; a server is killed, mosquitto ends as an administrator ends it. */
async function countLost(dir: string) {
  const broker = await openMosquitto();
  const environment = { NIHOL_DATA: dir, MQTT_URL: broker.url };
  let server = await startServerProcess(environment);
  const senders: ReturnType<typeof startSending>[] = [];
  try {
    for (let n = 0; n < Math.min(deviceCount, 4); n++) {
      const device = await makeSendingDevice(server, `sender ${n}`);
      broker.addUser(String(device.id), device.token);
      senders.push(startSending(broker.port, device, 300));
    }
    for (let kill = 0; kill < kills; kill++) {
      await wait(1000 + Math.random() * 1000);
      if (kill % 2 === 1) {
        await broker.stop();
        await broker.start();
        continue;
      }
      const gone = new Promise((resolve) => server.child.once("exit", resolve));
      server.child.kill("SIGKILL");
      await gone;
      server = await startServerProcess(environment);
    }
    await wait(1000);
    const sums = { acknowledged: 0, lost: 0, beyond: 0, contradictions: 0 };
    for (const sender of senders) {
      const sent = await sender.end();
      const { lost, beyond, contradictions } = await compareWritten(server, sender.id, sent);
      sums.acknowledged += sent.acknowledged.length;
      sums.lost += lost.length;
      sums.beyond += beyond;
      sums.contradictions += contradictions;
    }
    return { kills, ...sums };
  } finally {
    await server.stop();
    await broker.close();
  }
}

const dir = await mkdtemp(join(tmpdir(), "nihol-bench-mqtt-"));
const figures: Record<string, object> = {};
function note(name: string, figure: object) {
  figures[name] = figure;
  console.log(name.padEnd(10), JSON.stringify(figure));
}
let passed = true;
try {
  const port = await freePort();
  const inside = { NIHOL_DATA: join(dir, "inside"), NIHOL_MQTT_PORT: String(port) };
  const byInside = await measureBoth(inside, port);
  note("inside", byInside);
  const broker = await openMosquitto();
  const outside = { NIHOL_DATA: join(dir, "outside"), MQTT_URL: broker.url };
  const byOutside = await measureBoth(outside, broker.port, broker.addUser).finally(broker.close);
  note("mosquitto", byOutside);
  passed = [byInside, byOutside].every(({ one_value }) => one_value.a_second >= goal);
  if (kills > 0) {
    const counted = await countLost(join(dir, "kills"));
    note("kills", counted);
    passed &&= counted.lost + counted.beyond + counted.contradictions === 0;
  }
} finally {
  await rm(dir, { recursive: true, force: true });
}
console.log(JSON.stringify({ bench: "mqtt", devices: deviceCount, passed, figures }));
