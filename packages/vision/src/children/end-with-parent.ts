/**
 * Ends a child that works for long without a pause, in which it does not hear that its parent is gone: measuring three
 * thousand trees of two dates took twelve seconds at a stretch. Children that pause hear it in `serve-requests.ts`, and
 * save the 16 MB that the thread takes.
 */
import { Worker } from "node:worker_threads";

const pollMs = 500;
/** Time for an orderly end, of a child that pauses after all. */
const graceMs = 2000;

/** Runs beside the work, in a thread of its own. Linux and macOS give an orphan another parent; Windows does not. */
const watch = `
  const { workerData: { parent, graceMs, pollMs } } = require("node:worker_threads");
  const isAlive = () => {
    try { process.kill(parent, 0); } catch (error) { if (error.code === "ESRCH") return false; }
    return process.ppid === parent;
  };
  const end = () => {
    // The group, for what was started here must not stay either.
    try { process.kill(-process.pid, "SIGKILL"); } catch { process.kill(process.pid, "SIGKILL"); }
  };
  const timer = setInterval(() => {
    if (isAlive()) return;
    clearInterval(timer);
    setTimeout(end, graceMs);
  }, pollMs);`;

/** Watches the parent from now on: without it, this process and its group are killed. */
export function endWithParent(): void {
  const workerData = { parent: process.ppid, graceMs, pollMs };
  new Worker(watch, { eval: true, workerData }).unref();
}
