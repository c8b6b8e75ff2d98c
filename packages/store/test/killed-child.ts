/** A process that works on a database until it is killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { FreshDatabase } from "@nihol/db/test-database";

/** Starts and kills processes of a file, whose argument is the database's address and which says when it begins. */
export const childKeeper = (file: URL) => ({
  start({ config }: FreshDatabase): Promise<ChildProcess> {
    const running = spawn(process.execPath, [fileURLToPath(file), JSON.stringify(config)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    return new Promise((resolve, reject) => {
      running.stdout?.once("data", () => resolve(running));
      running.once("exit", () => reject(new Error("the process ended")));
    });
  },
  kill: (running: ChildProcess) =>
    new Promise((resolve) => {
      running.once("exit", resolve);
      running.kill("SIGKILL");
    }),
});
