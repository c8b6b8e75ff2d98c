/** The whole product, started as `npm start` starts it, on a free port and a data folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inject } from "vitest";
import { adminEmail, type Client, clientOf, password } from "./client.ts";
import { until } from "./until.ts";

const root = resolve(import.meta.dirname, "../..");

export interface Product extends Client {
  dataDir: string;
  /** Ends it with SIGKILL, as a power cut does: server, worker and database. */
  kill: () => Promise<void>;
  /** Starts it again on the same data and port. */
  start: () => Promise<void>;
  stop: () => Promise<void>;
  /** Stops it and leaves its data folder. */
  pause: () => Promise<void>;
}

/**
 * The next port of this worker's own range, below those that the system gives out: between the question whether one is
 * free and its use no other worker takes it, and its product answers in place of this one.
 */
let nextPort = 20_000 + 200 * Number(process.env.VITEST_POOL_ID ?? 0);
function freePort(): Promise<number> {
  const port = nextPort++;
  return new Promise((found) => {
    const server = createServer();
    server.once("error", () => found(freePort()));
    server.listen(port, "127.0.0.1", () => server.close(() => found(port)));
  });
}

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder with the demonstration, its images read; nothing runs in it. */
    demonstrationDir: string;
    /** Where the product runs that files share; see `sharedProduct`. */
    sharedAddress: string;
  }
}

/**
 * The demonstration, run once for all files that change none of its records. They may add people and roles of their
 * own, and change nothing about the people of the demonstration; its administrator reads English.
 */
export const sharedProduct = (): Client => clientOf(inject("sharedAddress"));

/**
 * Starts the product; `environment` adds settings. Without one it begins with the demonstration whose images are
 * read already, copied; with `NIHOL_DEMO` 1 the demonstration is made from nothing, with 0 there is none.
 */
export async function startProduct(environment: Record<string, string> = {}): Promise<Product> {
  if (environment.NIHOL_DEMO === undefined) return startCopy(inject("demonstrationDir"));
  return startOn(await mkdtemp(join(tmpdir(), "nihol-e2e-")), environment);
}

/** The demonstration outside of tests: made anew, or a copy of the folder that `E2E_DEMONSTRATION` names. */
export async function startDemonstration(): Promise<Product> {
  const kept = process.env.E2E_DEMONSTRATION;
  return kept ? startCopy(kept) : startProduct({ NIHOL_DEMO: "small" });
}

/** Starts the product on a copy of a data folder. */
export async function startCopy(of: string): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), "nihol-e2e-"));
  await cp(of, dataDir, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return startOn(dataDir);
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
        NIHOL_DEMO_PASSWORD: password,
        NIHOL_DETECTORS: "2",
        ...environment,
      },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true,
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on("data", (data: Buffer) => (output += data.toString()));
    const healthy = async () => ((await fetch(`${address}/api/health`)).ok ? true : undefined);
    await until("the product starts", healthy).catch((error: Error) => {
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

  await start();
  return {
    ...clientOf(address),
    dataDir,
    start,
    kill: () => signal("SIGKILL"),
    pause: () => signal("SIGTERM"),
    async stop() {
      await signal("SIGTERM");
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
