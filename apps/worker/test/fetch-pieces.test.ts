/** Pieces of an image from servers that are slow, away, cut off, or send something else: named, and nothing half left. */
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SourceSettings } from "@nihol/contract/values/imagery/imagery-sources";
import { openFetcher } from "@nihol/sources/fetch/source-fetcher";
import { tileGrid } from "@nihol/sources/kinds/grid";
import { sharp } from "@nihol/vision/native/image-library";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { withinHours } from "../src/imagery/fetch-deadline.ts";
import { fetchPieces } from "../src/imagery/fetch-pieces.ts";

const pausesMs = [1, 1];
let tile: Buffer;
let answer: RequestListener;
let asked: string[];
let at: string;
let folder: string;
const held: ServerResponse[] = [];
const server = createServer((request, reply) => {
  asked.push(request.url ?? "");
  answer(request, reply);
});
beforeAll(async () => {
  const create = { width: 256, height: 256, channels: 3, background: "#4a7a3a" } as const;
  tile = await sharp({ create }).png().toBuffer();
  await once(server.listen(0, "127.0.0.1"), "listening");
  at = `127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(async () => {
  asked = [];
  folder = join(await mkdtemp(join(tmpdir(), "nihol-pieces-")), "pieces");
});
afterAll(() => {
  for (const reply of held) reply.destroy();
  server.closeAllConnections();
  server.close();
});

const grid = tileGrid([68.78, 38.56, 68.7815, 38.5612], 17);
const settings: SourceSettings = {
  kind: "xyz",
  address: "",
  date_format: "YYYY-MM-DD",
  layer: "",
  asset: "",
  max_zoom: 17,
  gsd_m: null,
};
async function fetched(signal = new AbortController().signal) {
  const fetcher = openFetcher({ allowed: { hosts: [], inside: [at] }, timeoutMs: 400 });
  try {
    const address = `http://${at}/{z}/{x}/{y}`;
    const politeness = { atOnce: 2, pausesMs };
    const order = { settings: { ...settings, address }, fetcher, grid, day: "2026-05-17" };
    return await fetchPieces({ ...order, folder, politeness, signal, onProgress: () => undefined });
  } finally {
    fetcher.close();
  }
}
const count = grid.columns * grid.rows;
/** The last one: level, column and row. */
const last = `17/${grid.firstColumn + grid.columns - 1}/${grid.firstRow + grid.rows - 1}`;
const isLast = (url = "") => url === `/${last}`;
const timesLast = () => asked.filter(isLast).length;
/** Whole pieces alone are kept. */
const kept = () => readdir(folder).then((names) => names.filter((name) => !/^\d+$/.test(name)));

test("a server that is busy for a moment is asked again, and what is there is not asked for twice", async () => {
  answer = (request, reply) =>
    isLast(request.url) && timesLast() < 3
      ? void reply.writeHead(503).end()
      : void reply.writeHead(200, { "content-type": "image/png" }).end(tile);
  const { pieces } = await fetched();
  expect([pieces.filter(Boolean).length, timesLast()]).toEqual([count, 3]);
  asked = [];
  await fetched();
  expect(asked).toEqual([]);
});

const half = (reply: ServerResponse) => {
  reply.writeHead(200, { "content-type": "image/png", "content-length": tile.length });
  reply.write(tile.subarray(0, 20), () => reply.destroy());
};
test.each([
  ["answers 500", (reply) => void reply.writeHead(500).end(), "source_piece_status", 3],
  ["is cut off", half, "source_piece_unreachable", 3],
  ["never answers", (reply) => void held.push(reply), "source_piece_timeout", 3],
  [
    "sends a page in place of an image",
    (reply) => void reply.writeHead(200).end("<html>Sign in</html>"),
    "source_piece_broken",
    1,
  ],
  ["refuses", (reply) => void reply.writeHead(403).end(), "source_refused", 1],
  [
    "sends more than a piece may be",
    (reply) => void reply.writeHead(200, { "content-length": 1e9 }).end(),
    "source_too_large",
    1,
  ],
  [
    "sends on to a machine inside",
    (reply) => void reply.writeHead(302, { location: "http://169.254.169.254/" }).end(),
    "source_host",
    1,
  ],
] satisfies [string, (reply: ServerResponse) => void, string, number][])(
  "a server that %s ends it with a reason, and leaves whole pieces alone",
  async (_, bad, code, tries) => {
    answer = (request, reply) => (isLast(request.url) ? bad(reply) : void reply.end(tile));
    const { reason } = await fetched().then(
      () => ({ reason: undefined }),
      (error) => error,
    );
    expect(reason?.code).toBe(code);
    if (code.startsWith("source_piece")) expect(reason.params).toMatchObject({ tile: last });
    expect([timesLast(), await kept()]).toEqual([tries, []]);
    await rm(folder, { recursive: true });
  },
);

test("where a server has nothing the piece stays empty; a stop ends it at once", async () => {
  answer = (request, reply) =>
    isLast(request.url) ? void reply.writeHead(404).end() : void reply.end(tile);
  expect((await fetched()).pieces.at(-1)).toBeNull();
  const stopping = new AbortController();
  await rm(folder, { recursive: true });
  answer = () => stopping.abort(new Error("stopped"));
  await expect(fetched(stopping.signal)).rejects.toThrow("stopped");
});

test("a server that answers each question, but slowly, is given up after so many hours", async () => {
  answer = (_, reply) =>
    void setTimeout(() => reply.writeHead(200, { "content-type": "image/png" }).end(tile), 300);
  const hours = 0.15 / 3600;
  const fetching = withinHours(hours, new AbortController().signal, fetched);
  await expect(fetching).rejects.toMatchObject({
    reason: { code: "source_fetch_long", params: { hours } },
  });
  expect(await kept()).toEqual([]);
});

test("a stop is no lack of time", async () => {
  const stopping = new AbortController();
  stopping.abort(new Error("stopped"));
  await expect(withinHours(1, stopping.signal, fetched)).rejects.toThrow("stopped");
});

test("halves that a killed worker left are taken away", async () => {
  answer = (_, reply) => void reply.writeHead(200, { "content-type": "image/png" }).end(tile);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "0.part"), tile.subarray(0, 20));
  await fetched();
  expect(await kept()).toEqual([]);
});
