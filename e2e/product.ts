/** The whole product, started as `npm start` starts it, on a free port and a data folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inject } from "vitest";

const root = resolve(import.meta.dirname, "..");
export const adminEmail = "admin@nihol.example";
export const password = "nine gardens along the river";

export interface Product {
  address: string;
  dataDir: string;
  /** Calls the API as one person; JSON in and out. */
  api: (
    email: string,
    method: string,
    path: string,
    body?: unknown,
  ) => Promise<{ status: number; body: unknown }>;
  /** Sends bytes as one person; the answer as it comes. */
  send: (
    email: string,
    method: string,
    path: string,
    bytes: Uint8Array<ArrayBuffer>,
    headers: Record<string, string>,
  ) => Promise<Response>;
  /** Ends it with SIGKILL, as a power cut does: server, worker and database. */
  kill: () => Promise<void>;
  /** Starts it again on the same data and port. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Stops it and leaves its data folder. */
  pause: () => Promise<void>;
}

function freePort(): Promise<number> {
  return new Promise((found, failed) => {
    const server = createServer();
    server.once("error", failed).listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => found(port));
    });
  });
}

const pause = (ms: number) => new Promise((resume) => setTimeout(resume, ms));

/** Waits until `check` answers with something, and returns it. Throws after that many seconds. */
export async function until<T>(
  what: string,
  check: () => Promise<T | undefined>,
  seconds = 120,
  everyMs = 250,
): Promise<T> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const value = await check().catch(() => undefined);
    if (value !== undefined) return value;
    if (Date.now() > end) throw new Error(`${what}: not after ${seconds} s`);
    await pause(everyMs);
  }
}

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with the demonstration, its pictures read; nothing runs in it. */
    demonstrationDir: string;
  }
}

/**
 * Starts the product; `environment` adds settings. Without one it begins with the demonstration whose pictures are
 * read already, copied; with `NIHOL_DEMO` 1 the demonstration is made from nothing, with 0 there is none.
 */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), "nihol-e2e-"));
  if (environment.NIHOL_DEMO === undefined)
    await cp(inject("demonstrationDir"), dataDir, {
      recursive: true,
      mode: constants.COPYFILE_FICLONE,
    });
  return startOn(dataDir, environment);
}

/** Starts the product on a data folder, which is removed when it stops. */
export async function startOn(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<Product> {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let output = "";

  async function start() {
    child = spawn(join(root, "node_modules/.bin/node"), ["apps/server/src/main.ts"], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(port),
        NIHOL_DATA: dataDir,
        NIHOL_ADMIN_EMAIL: adminEmail,
        NIHOL_ADMIN_PASSWORD: password,
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (data: Buffer) => (output += data.toString()));
    const healthy = async () => ((await fetch(`${address}/api/health`)).ok ? true : undefined);
    await until("the product starts", healthy, 60).catch((error: Error) => {
      throw new Error(`${error.message}\n${output}`);
    });
  }

  async function signal(name: NodeJS.Signals) {
    const running = child;
    if (!running?.pid || running.exitCode !== null) return;
    const ended = new Promise((resume) => running.once("exit", resume));
    // Killed: the whole group at once. Asked to stop: the server ends its children itself.
    process.kill(name === "SIGKILL" ? -running.pid : running.pid, name);
    await ended;
  }

  const tokens = new Map<string, string>();
  async function tokenOf(email: string): Promise<string> {
    const known = tokens.get(email);
    if (known) return known;
    const answer = await fetch(`${address}/api/token`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const { access } = (await answer.json()) as { access: string };
    tokens.set(email, access);
    return access;
  }

  await start();
  return {
    address,
    dataDir,
    start,
    kill: () => signal("SIGKILL"),
    async send(email, method, path, bytes, headers) {
      const authorization = `Bearer ${await tokenOf(email)}`;
      return fetch(`${address}/api${path}`, {
        method,
        headers: { ...headers, authorization },
        body: bytes,
      });
    },
    async api(email, method, path, body) {
      const answer = await fetch(`${address}/api${path}`, {
        method,
        headers: {
          authorization: `Bearer ${await tokenOf(email)}`,
          "accept-language": "en",
          ...(body === undefined ? {} : { "content-type": "application/json" }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.text();
      return { status: answer.status, body: text ? JSON.parse(text) : undefined };
    },
    pause: () => signal("SIGTERM"),
    async stop() {
      await signal("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
