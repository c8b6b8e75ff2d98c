/** Devices that send by MQTT without a pause, and what of it was written. */
import { setTimeout as wait } from "node:timers/promises";
import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import { connectAsync, type IClientOptions, type MqttClient } from "mqtt";
import { until } from "../support/imagery-server.ts";
import type { ServerProcess } from "../support/server-process.ts";

/** Messages that each device has under way. */
const underWay = 20;
const start = Date.parse("2026-05-04T00:00:00Z");

/** Seconds of a device's own time: those whose messages were acknowledged, and the number of those that were sent. */
export interface Sent {
  acknowledged: number[];
  sent: number;
}

/** The reading of a device's own second. */
export const readingOf = (second: number) => ({
  ts: new Date(start + second * 1000).toISOString(),
  values: { co2: 400 + (second % 500) },
});

async function body<T>(answer: Promise<Response>): Promise<T> {
  const reply = await answer;
  if (!reply.ok) throw new Error(await reply.text());
  return reply.json();
}

/** Makes a device and its token. */
export async function makeSendingDevice({ call }: ServerProcess, name: string) {
  const place = { name, type: "air", latitude: 38.5, longitude: 68.7 };
  const { id } = await body<{ id: number }>(call("POST", "/device", place));
  const { token } = await body<{ token: string }>(call("POST", `/device/${id}/token`));
  return { id, token };
}

/** A connection that is opened anew when it has ended; what was not acknowledged is sent again, as a device does. */
function openLine(address: string, options: IClientOptions) {
  let current: Promise<MqttClient> | undefined;
  async function open(): Promise<MqttClient> {
    try {
      const client = await connectAsync(address, options);
      client.on("error", () => {});
      client.setMaxListeners(underWay + 10);
      client.once("close", () => {
        current = undefined;
      });
      return client;
    } catch {
      await wait(100);
      return open();
    }
  }
  async function publish(topic: string, message: string): Promise<void> {
    current ??= open();
    const client = await current;
    const isSent = await new Promise<boolean>((resolve) => {
      const fail = () => resolve(false);
      client.once("close", fail);
      client.publish(topic, message, { qos: 1 }, (error) => {
        client.off("close", fail);
        resolve(!error);
      });
    });
    if (isSent) return;
    await wait(50);
    await publish(topic, message);
  }
  return { publish, end: async () => (await current)?.endAsync() };
}

/**
 * A device that sends a reading a second of its own time, as fast as it is answered, and connects again by itself.
 * @param pauseMs milliseconds between an answer and the next message of a line
 */
export function startSending(
  port: number,
  { id, token }: { id: number; token: string },
  pauseMs = 0,
) {
  const line = openLine(`mqtt://127.0.0.1:${port}`, {
    username: String(id),
    password: token,
    clientId: `sender-${id}`,
    reconnectPeriod: 0,
  });
  const acknowledged: number[] = [];
  let sent = 0;
  let isEnding = false;
  async function send() {
    while (!isEnding) {
      const second = sent++;
      const message = JSON.stringify(readingOf(second));
      await line.publish(`devices/${id}/readings`, message);
      acknowledged.push(second);
      if (pauseMs > 0) await wait(pauseMs);
    }
  }
  const lines = Array.from({ length: underWay }, send);
  return {
    id,
    count: () => acknowledged.length,
    async end() {
      isEnding = true;
      await Promise.all(lines);
      await line.end();
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

/**
 * Compares what a device sent with what is there, once nothing is missing or after three minutes.
 * @returns seconds that were acknowledged and are not there, the number of readings that are there beyond those sent, and
 * of contradictions
 */
export async function compareWritten(
  server: ServerProcess,
  id: number,
  { acknowledged, sent }: Sent,
) {
  const written = () => pointsOf(server, id);
  // A broker outside acknowledges before the server has it.
  await until(async () => (await written()).points.length >= sent).catch(() => {});
  const { points, conflict_count: contradictions } = await written();
  const seconds = new Set(points.map(({ ts }) => (Date.parse(ts) - start) / 1000));
  const lost = acknowledged.filter((second) => !seconds.has(second));
  const readings = points.reduce((sum, { n }) => sum + n, 0);
  return { lost, beyond: readings - sent, contradictions };
}
