/** A server that listens, people who upload to it as a browser does, and a worker as a real process. */
import type { ChildProcess } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import type { Process } from "@nihol/contract/imagery/processes";
import type { Upload } from "@nihol/contract/imagery/uploads";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import { type TestApp, testApp } from "./test-app.ts";
import { endWorker, startWorkerOf } from "./worker-process.ts";

/** Where the drawn images lie. */
export const site = { lon: 68.78, lat: 38.56 };

interface Order {
  body?: BodyInit;
  headers?: Record<string, string>;
}

/** A drawn garden as a GeoTIFF; 0.25 m a pixel, so 512 pixels are 128 m. */
export function geoTiff(options: { seed?: number; size?: number; date?: 0 | 1; taken?: string }) {
  const { seed = 3, size = 512, date = 0 } = options;
  return encodeScene(drawScene({ seed, size, date, ...site, ...options }));
}

/** Asks again and again until `read` answers something true. @throws Error after so many minutes */
export async function until<T>(
  read: () => Promise<T | undefined | false>,
  minutes = 3,
): Promise<T> {
  const end = Date.now() + minutes * 60_000;
  for (;;) {
    const value = await read();
    if (value) return value;
    if (Date.now() > end) throw new Error(`it did not happen within ${minutes} minutes`);
    await wait(100);
  }
}

export const base64 = (text: string) => Buffer.from(text).toString("base64");
const tusHeaders = { "tus-resumable": "1.0.0" };

/** Browser of one person. */
export type Visitor = Awaited<ReturnType<ImageryServer["visitor"]>>;
export type ImageryServer = Awaited<ReturnType<typeof imageryServer>>;

/** Calls of a person's browser with files. `fetchAt` sends to the server with the person's token. */
export function uploader(
  fetchAt: (method: string, path: string, order?: Order) => Promise<Response>,
) {
  const tus = (method: string, path: string, order: Order = {}) =>
    fetchAt(method, path, { ...order, headers: { ...tusHeaders, ...order.headers } });

  /** Announces a file; the answer names its place. */
  const create = (
    size: number | undefined,
    name = "garden.tif",
    beside: Record<string, string> = {},
  ) =>
    tus("POST", "/upload", {
      headers: {
        ...(size === undefined ? { "upload-defer-length": "1" } : { "upload-length": `${size}` }),
        "upload-metadata": Object.entries({ filename: name, ...beside })
          .map(([key, text]) => `${key} ${base64(text)}`)
          .join(","),
      },
    });
  const patch = (id: string, offset: number, bytes: Uint8Array) =>
    tus("PATCH", `/upload/${id}`, {
      headers: { "upload-offset": `${offset}`, "content-type": "application/offset+octet-stream" },
      body: new Uint8Array(bytes),
    });
  async function begin(
    size: number,
    name?: string,
    beside?: Record<string, string>,
  ): Promise<string> {
    const answer = await create(size, name, beside);
    if (answer.status !== 201) throw new Error(`${answer.status} ${await answer.text()}`);
    return (answer.headers.get("location") ?? "").split("/").at(-1) ?? "";
  }
  const look = async (id: string, language = "en") =>
    (await (
      await fetchAt("GET", `/upload/${id}`, { headers: { "accept-language": language } })
    ).json()) as Upload;
  const checked = (id: string) =>
    until(async () => {
      const upload = await look(id);
      return ["ready", "refused"].includes(upload.status) && upload;
    });
  /** Uploads a file whole and waits for the result of ingest. */
  async function send(
    bytes: Uint8Array,
    name?: string,
    beside?: Record<string, string>,
  ): Promise<Upload> {
    const id = await begin(bytes.length, name, beside);
    await patch(id, 0, bytes);
    return checked(id);
  }
  return { fetchAt, tus, create, patch, begin, look, checked, send };
}

/** Starts it on a free port; `close` ends it and the workers that it started. `settings` are those of the workers. */
export async function imageryServer(
  more: Parameters<typeof testApp>[0] = {},
  settings: Record<string, string> = {},
) {
  const server = await testApp(more);
  const address = await server.app.listen({ host: "127.0.0.1", port: 0 });
  const workers: ChildProcess[] = [];

  async function visitor(...about: Parameters<TestApp["person"]>) {
    const someone = await server.person(...about);
    const { access } = await server.tokensOf(someone.email);
    const at = (root: string) =>
      uploader((method, path, { body, headers } = {}) =>
        fetch(`${root}/api${path}`, {
          method,
          headers: { authorization: `Bearer ${access}`, "accept-language": "en", ...headers },
          ...(body === undefined ? {} : { body }),
        }),
      );
    return { ...someone, ...at(address), at };
  }

  const ended = (who: { call: TestApp["anonymous"] }, id: number) =>
    until(async () => {
      const { body } = await who.call<Process>("GET", `/satellite-imagery/${id}`);
      return !["pending", "in_progress"].includes(body.status) && body;
    });

  return {
    ...server,
    address,
    visitor,
    /** Waits for a process to end, however it does. */
    ended,
    startWorker: () => void workers.push(startWorkerOf(server, settings)),
    async close() {
      await Promise.all(workers.map((one) => endWorker(one)));
      await server.close();
    },
  };
}
