/** The server is killed while devices send by MQTT. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import { connect } from "mqtt";
import { expect, test } from "vitest";
import { until } from "../support/imagery-server.ts";
import { type ServerProcess, startServerProcess } from "../support/server-process.ts";
import { freePort } from "./mqtt-world.ts";

const deviceCount = 4;
const kills = 5;
/** Messages that each device has under way. */
const underWay = 20;
const start = Date.parse("2026-05-04T00:00:00Z");

async function body<T>(answer: Promise<Response>): Promise<T> {
  const reply = await answer;
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
}

async function makeDevice({ call }: ServerProcess, name: string) {
  const place = { name, type: "air", latitude: 38.5, longitude: 68.7 };
  const { id } = await body<{ id: number }>(call("POST", "/device", place));
  const { token } = await body<{ token: string }>(call("POST", `/device/${id}/token`));
  return { id, token };
}

/** A device that sends a reading a second of its own time, as fast as it is answered, and connects again by itself. */
function startSending(port: number, { id, token }: { id: number; token: string }) {
  const client = connect(`mqtt://127.0.0.1:${port}`, {
    username: String(id),
    password: token,
    clean: false,
    clientId: "sender",
    reconnectPeriod: 100,
    // A server that has just started may still wait for its database, and says that it is unavailable.
    reconnectOnConnackError: true,
  });
  client.on("error", () => {});
  const acknowledged: number[] = [];
  let sent = 0;
  let isEnding = false;
  async function send() {
    while (!isEnding) {
      const second = sent++;
      const ts = new Date(start + second * 1000).toISOString();
      await client.publishAsync(
        `devices/${id}/readings`,
        JSON.stringify({ ts, values: { co2: 400 + (second % 500) } }),
        { qos: 1 },
      );
      acknowledged.push(second);
    }
  }
  const lines = Array.from({ length: underWay }, send);
  return {
    id,
    count: () => acknowledged.length,
    async end() {
      isEnding = true;
      await Promise.all(lines);
      await client.endAsync();
      return { acknowledged, sent };
    },
  };
}

async function pointsOf({ call }: ServerProcess, id: number) {
  const times = {
    from: new Date(start).toISOString(),
    to: new Date(start + 86_400_000).toISOString(),
  };
  const query = new URLSearchParams({ parameter: "co2", step: "raw", ...times });
  return body<ReadingSeries>(call("GET", `/device/${id}/reading?${query}`));
}

test("nothing that was acknowledged is lost and nothing is there twice, whenever the server is killed", async () => {
  const dir = await mkdtemp(join(tmpdir(), "nihol-mqtt-kills-"));
  const port = await freePort();
  const environment = { NIHOL_DATA: dir, NIHOL_MQTT_PORT: String(port) };
  let server = await startServerProcess(environment);
  try {
    const senders: ReturnType<typeof startSending>[] = [];
    for (let n = 0; n < deviceCount; n++)
      senders.push(startSending(port, await makeDevice(server, `sender ${n}`)));
    const total = () => senders.reduce((sum, { count }) => sum + count(), 0);
    for (let kill = 0; kill < kills; kill++) {
      const before = total();
      await until(async () => total() > before + 200);
      const gone = new Promise((resolve) => server.child.once("exit", resolve));
      server.child.kill("SIGKILL");
      await gone;
      server = await startServerProcess(environment);
    }
    const before = total();
    await until(async () => total() > before + 200);
    for (const sender of senders) {
      const { acknowledged, sent } = await sender.end();
      const { points, conflict_count } = await pointsOf(server, sender.id);
      const seconds = points.map(({ ts }) => (Date.parse(ts) - start) / 1000);
      expect(acknowledged.filter((second) => !seconds.includes(second))).toEqual([]);
      expect(new Set(seconds).size).toBe(points.length);
      expect(points.every(({ n }) => n === 1)).toBe(true);
      expect({ rows: points.length, conflict_count }).toEqual({ rows: sent, conflict_count: 0 });
    }
  } finally {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
});
