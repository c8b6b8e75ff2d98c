/** The worker as a child of the server: started, watched, started again when it dies. */
import { type ChildProcess, fork } from "node:child_process";
import { availableParallelism, setPriority } from "node:os";
import { fileURLToPath } from "node:url";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import { niceWithin } from "@nihol/vision/children/lower-priority";

const entry = fileURLToPath(new URL("../../worker/src/main.ts", import.meta.url));
/** Nice value: the answers of the server come before the work on jobs. */
const behindServer = 5;
const restartDelayMs = 1000;
const stopGraceMs = 8000;

/** Processes that look for trees beside the server: a core stays free for those who wait for its answers. */
export const detectorsBesideServer = () => Math.max(1, availableParallelism() - 1);

interface WorkerChild {
  /** Asks it to end, and ends it after eight seconds. */
  stop: () => Promise<void>;
}

/** Starts `apps/worker`; the address of the embedded database goes by the environment of the child alone. */
export function startWorker(config: DatabaseConfig, log: (line: string) => void): WorkerChild {
  let child: ChildProcess | undefined;
  let stopping = false;

  function start() {
    child = fork(entry, [], {
      env: {
        NIHOL_DETECTORS: String(detectorsBesideServer()),
        ...process.env,
        NIHOL_DATABASE: JSON.stringify(config),
      },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    // It shares the session of this process: nothing but its own value tells them apart.
    if (child.pid !== undefined) setPriority(child.pid, niceWithin(behindServer));
    child.once("exit", (code, signal) => {
      if (stopping) return;
      log(`worker ended (${signal ?? code}); starting it again`);
      setTimeout(() => stopping || start(), restartDelayMs);
    });
  }
  start();

  return {
    async stop() {
      stopping = true;
      const running = child;
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      await new Promise<void>((resolve) => {
        const killTimer = setTimeout(() => running.kill("SIGKILL"), stopGraceMs);
        running.once("exit", () => {
          clearTimeout(killTimer);
          resolve();
        });
        running.kill("SIGTERM");
      });
    },
  };
}
