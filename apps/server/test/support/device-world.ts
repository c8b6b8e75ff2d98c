/** Devices, tokens and readings for the tests of devices. */
import { setTimeout as wait } from "node:timers/promises";
import type { Device } from "@nihol/contract/sensors/devices";
import type { IntakeResult, ReadingSeries } from "@nihol/contract/sensors/readings";
import type { Caller, Reply, TestApp } from "./test-app.ts";

/** Waits for the next minute of the clock where this one has less than so many milliseconds left: limits count by minutes. */
export async function awaitMinute(room: number) {
  const left = 60_000 - (Date.now() % 60_000);
  if (left < room) await wait(left + 100);
}

let made = 0;

export const hourMs = 3_600_000;
/** ISO time of so many hours ago, on the hour. */
export const hoursAgo = (hours: number, minutes = 0) =>
  new Date(
    Math.floor(Date.now() / hourMs) * hourMs - hours * hourMs - minutes * 60_000,
  ).toISOString();

/** Makes a device by HTTP. */
export async function makeDevice(call: Caller, more: object = {}): Promise<Device> {
  const body = { name: `DEV-${++made}`, type: "air", latitude: 38.55, longitude: 68.77, ...more };
  const { status, body: device } = await call<Device>("POST", "/device", body);
  if (status !== 201) throw new Error(JSON.stringify(device));
  return device;
}

export async function makeToken(call: Caller, id: number): Promise<string> {
  return (await call<{ token: string }>("POST", `/device/${id}/token`)).body.token;
}

/** Sends readings as the device. */
export function sender(server: TestApp, id: number, token: string) {
  return (readings: unknown[], headers?: Record<string, string>): Promise<Reply<IntakeResult>> =>
    server.anonymous(
      "POST",
      `/device/${id}/reading`,
      { readings },
      headers ?? { authorization: `Device ${token}` },
    );
}

/** A device that may send at once. */
export async function sendingDevice(server: TestApp, call: Caller, more: object = {}) {
  const device = await makeDevice(call, more);
  return { id: device.id, send: sender(server, device.id, await makeToken(call, device.id)) };
}

export const seriesOf = async (call: Caller, id: number, query: Record<string, string>) =>
  (await call<ReadingSeries>("GET", `/device/${id}/reading?${new URLSearchParams(query)}`)).body;

/** A multipart body of one file. */
export function fileBody(bytes: Buffer | string, name: string) {
  const boundary = "----nihol-test";
  const payload = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/csv\r\n\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { payload, headers: { "content-type": `multipart/form-data; boundary=${boundary}` } };
}
