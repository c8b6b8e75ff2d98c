/** A worker as a real process, for a server that a test has started in its own. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { TestApp } from "./test-app.ts";

const entry = join(import.meta.dirname, "../../../worker/src/main.ts");

/**
 * Starts one on the database and the files of `server`.
 * @param settings of the environment, beside those of the installation
 * @param output where its lines go
 */
export function startWorkerOf(
  server: Pick<TestApp, "db" | "files">,
  settings: Record<string, string> = {},
  output: "inherit" | "ignore" = "inherit",
): ChildProcess {
  return fork(entry, [], {
    execArgv: [],
    env: {
      ...process.env,
      NIHOL_DATA: join(server.files.path("x"), "../.."),
      NIHOL_DATABASE: JSON.stringify(server.db.config),
      NIHOL_DETECTORS: "1",
      ...settings,
    },
    stdio: ["ignore", output, output, "ipc"],
  });
}

/** Sends a worker the signal to end and waits for it. */
export async function endWorker(
  child: ChildProcess,
  signal: NodeJS.Signals = "SIGTERM",
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}
