/** An S3 server of others (fauxqs) behind a line that can be made bad. It believes every signature and every checksum. */
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { startFauxqs } from "fauxqs";
import type { S3At } from "../../src/files/s3-settings.ts";

/**
 * Fault of the line for one call: no answer at all, an answer after a second and a half, a refusal, or an answer that
 * breaks off or stops after so many bytes.
 */
export type Fault =
  | "silent"
  | "late"
  | "busy"
  | { after: number; end: "cut" | "silent" }
  | undefined;

export interface S3World {
  at: S3At;
  /** Asked for each call, by method and address. */
  fault: (method: string, url: string) => Fault;
  /** Calls that came, as `GET /files/photo/1`. */
  calls: string[];
  close: () => Promise<void>;
}

type Bad = Exclude<Fault, string | undefined>;
const good: Bad = { after: Number.POSITIVE_INFINITY, end: "cut" };

function pass(from: IncomingMessage, to: ServerResponse, port: number, bad: Bad) {
  const { method, url, headers } = from;
  const asked = request({ port, method, path: url, headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 500, answer.headers);
    let sent = 0;
    answer.on("data", (piece: Buffer) => {
      const left = Math.max(0, bad.after - sent);
      sent += piece.length;
      if (piece.length < left) to.write(piece);
      else to.write(piece.subarray(0, left), () => bad.end === "cut" && to.destroy());
    });
    answer.on("end", () => sent < bad.after && to.end());
  });
  asked.on("error", () => to.destroy());
  from.pipe(asked);
}

export async function startS3(bucket: string): Promise<S3World> {
  const server = await startFauxqs({ port: 0, logger: false, init: { buckets: [bucket] } });
  const line = createServer(async (from, to) => {
    const { method = "", url = "" } = from;
    world.calls.push(`${method} ${url}`);
    const fault = world.fault(method, url);
    if (fault === "silent") return;
    if (fault === "busy") {
      from.resume();
      to.writeHead(503).end();
      return;
    }
    if (fault === "late") await wait(1500);
    pass(from, to, server.port, fault === "late" ? good : (fault ?? good));
  });
  await new Promise<void>((ready) => line.listen(0, "127.0.0.1", ready));
  const { port } = line.address() as AddressInfo;
  const world: S3World = {
    at: {
      endpoint: `http://127.0.0.1:${port}`,
      region: "us-east-1",
      bucket,
      prefix: "country/files",
      credentials: { accessKeyId: "key", secretAccessKey: "secret" },
      isPathStyle: true,
    },
    fault: () => undefined,
    calls: [],
    async close() {
      line.closeAllConnections();
      await new Promise((done) => line.close(done));
      await server.stop();
    },
  };
  return world;
}
