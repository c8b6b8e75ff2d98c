/** A worker as a real process, for a server that a test has started in its own. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestApp } from "./test-app.ts";

const entry = join(import.meta.dirname, "../../../worker/src/main.ts");

/** Starts one on the database and the files of `server`. */
export function startWorkerOf(server: Pick<TestApp, "db" | "files">): ChildProcess {
  return fork(entry, [], {
    execArgv: [],
    env: {
      ...process.env,
      NIHOL_DATA: join(server.files.path("x"), "../.."),
      NIHOL_DATABASE: JSON.stringify(server.db.config),
      NIHOL_DETECTORS: "1",
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
}

/** Asks a worker to end and waits for it. */
export async function endWorker(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
