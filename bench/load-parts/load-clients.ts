/** Work of the people of the bench `load` beside those who view: uploads, imports, exports, previews of borders. */
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import type { LoadReady } from "./load-server.ts";

export interface Client {
  get: (path: string) => Promise<{ status: number; text: () => Promise<string> }>;
  send: (
    method: string,
    path: string,
    body?: BodyInit,
    headers?: Record<string, string>,
  ) => Promise<Response>;
}

/** Signs in. Answers are read to their end, as a browser does. */
export async function clientOf(address: string, email: string, password: string): Promise<Client> {
  const signed = await fetch(`${address}/api/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  const { access } = (await signed.json()) as { access: string };
  const send: Client["send"] = (method, path, body, headers = {}) =>
    fetch(`${address}/api${path}`, {
      method,
      headers: { authorization: `Bearer ${access}`, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  return {
    send,
    async get(path) {
      const answer = await send("GET", path);
      const bytes = Buffer.from(await answer.arrayBuffer());
      return { status: answer.status, text: async () => bytes.toString() };
    },
  };
}

/** Piece of work of one person; answers how it ended, in a word. */
export type Work = (client: Client, person: number) => Promise<string>;

const tus = { "tus-resumable": "1.0.0" };

/** An upload whole, until it is checked. */
async function upload(client: Client, bytes: Buffer): Promise<string> {
  const created = await client.send("POST", "/upload", undefined, {
    ...tus,
    "upload-length": String(bytes.length),
    "upload-metadata": `filename ${Buffer.from("strip.tif").toString("base64")}`,
  });
  const location = created.headers.get("location");
  if (!location) {
    await wait(200);
    return `http ${created.status}`;
  }
  const id = location.split("/").at(-1);
  const headers = {
    ...tus,
    "upload-offset": "0",
    "content-type": "application/offset+octet-stream",
  };
  await client.send("PATCH", `/upload/${id}`, new Uint8Array(bytes), headers);
  for (;;) {
    const { status, problem } = JSON.parse(await (await client.get(`/upload/${id}`)).text());
    if (status === "ready" || status === "refused") {
      if (status === "ready") await client.send("DELETE", `/upload/${id}`);
      return problem?.code ?? status;
    }
    await wait(50);
  }
}

function readings(rows: number): string {
  const start = Date.parse("2020-01-01T00:00:00Z");
  const line = (i: number) =>
    `${new Date(start + i * 600_000).toISOString()},${400 + (i % 50)},${i % 30},${40 + (i % 20)}`;
  return `time,co2,air_temperature,air_humidity\n${Array.from({ length: rows }, (_, i) => line(i)).join("\n")}\n`;
}

async function importReadings(client: Client, device: number | undefined, text: string) {
  const form = new FormData();
  form.append("file", new Blob([text]), "readings.csv");
  const answer = await client.send(
    "POST",
    `/device/reading/import?dry_run=1&device=${device}`,
    form,
  );
  await answer.arrayBuffer();
  return `http ${answer.status}`;
}

async function exportGardens(client: Client): Promise<string> {
  const json = { "content-type": "application/json" };
  const order = JSON.stringify({ list: "garden", format: "xlsx", query: {} });
  const made = await client.send("POST", "/export", order, json);
  if (made.status >= 300) {
    await wait(200);
    return `http ${made.status}`;
  }
  const { id } = (await made.json()) as { id: number };
  for (;;) {
    const { status } = JSON.parse(await (await client.get(`/export/${id}`)).text());
    if (!["pending", "in_progress"].includes(status)) return String(status);
    await wait(100);
  }
}

/** Two discs over each other, of so many corners each: joining 12,000 takes about a second. */
function heavyBorder(corners: number): string {
  const disc = (lon: number) => {
    const ring = Array.from({ length: corners }, (_, i) => {
      const angle = (2 * Math.PI * i) / corners;
      return [lon + 0.4 * Math.cos(angle), 38.5 + 0.4 * Math.sin(angle)];
    });
    return [[...ring, ring[0]]];
  };
  const geometry = { type: "MultiPolygon", coordinates: [disc(69), disc(69.3)] };
  return JSON.stringify({ type: "Feature", properties: { name: "Discs" }, geometry });
}

async function previewBorder(client: Client, text: string): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([text]), "border.geojson");
  const answer = await client.send("POST", "/garden/boundary-preview", form);
  await answer.arrayBuffer();
  return `http ${answer.status}`;
}

/**
 * Each kind of work by its name.
 * @param share of the rows and corners of what is sent
 */
export function works(paths: { slow: string; huge: string }, ready: LoadReady, share: number) {
  const [slow, huge] = [readFile(paths.slow), readFile(paths.huge)];
  const text = readings(Math.round(share * 200_000));
  const border = heavyBorder(Math.round(share * 12_000));
  return {
    "uploads, 64 MB": async (client) => upload(client, await slow),
    "uploads, 588 MB": async (client) => upload(client, await huge),
    readings: (client, person) => importReadings(client, ready.devices[person], text),
    exports: (client) => exportGardens(client),
    borders: (client) => previewBorder(client, border),
  } satisfies Record<string, Work>;
}
