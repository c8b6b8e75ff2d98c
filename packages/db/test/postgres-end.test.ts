/** Ends of PostgreSQL and of its starter: what is left open, and a process that does not end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readlink, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LauncherError, stopPostgres } from "@nihol/db/launcher/cluster";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import { expect, test } from "vitest";

/** A process on which these signals make no impression. */
async function deaf(...signals: NodeJS.Signals[]) {
  const names = JSON.stringify(signals);
  const script = `for (const name of ${names}) process.on(name, () => {}); setInterval(() => {}, 1000); console.log(1)`;
  const child = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return { child, pid: child.pid ?? expect.unreachable("it was started") };
}

test("what does not end fast is ended at once", async () => {
  const { child, pid } = await deaf("SIGINT");
  const ended = once(child, "exit");
  await stopPostgres(pid, 200);
  expect(await ended).toEqual([null, "SIGQUIT"]);
});

test("a process that cannot be ended is said, and not waited for without end", async () => {
  const { child, pid } = await deaf("SIGINT", "SIGQUIT");
  await expect(stopPostgres(pid, 200)).rejects.toThrow(LauncherError);
  child.kill("SIGKILL");
});

test("the starting process keeps no descriptor of PostgreSQL's log", async () => {
  const dir = await mkdtemp(join(tmpdir(), "nihol-end-"));
  const db = await openEmbedded(join(dir, "data"), { durable: false });
  // Linux says of itself which files it has open.
  const numbers = await readdir("/proc/self/fd").catch(() => []);
  const open = await Promise.all(
    numbers.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")),
  );
  await db.stop();
  expect(open.filter((path) => path.startsWith(dir) && path.endsWith(".log"))).toEqual([]);
  await rm(dir, { recursive: true, force: true });
});
