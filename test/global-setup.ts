/** One temporary embedded cluster for a run of tests: started by the first test that needs it. */
import { mkdtemp, rm, statfs } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { stopDatabase } from "@nihol/db/launcher/launcher";
import type { TestProject } from "vitest/node";
import "@nihol/db/test-database";

/** What the databases that are open at once and the log of changes take, with room to spare. */
const clusterBytes = 3 * 1024 ** 3;

/**
 * In memory where there is enough: a database is 860 files, and making them costs a file system on disk five times the
 * processor's time.
 */
async function clusterFolder(): Promise<string> {
  const memory = "/dev/shm";
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  const fits = Math.min(bavail * bsize, freemem()) > 2 * clusterBytes;
  return fits ? memory : tmpdir();
}

export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(await clusterFolder(), "nihol-test-"));
  project.provide("testClusterDir", dir);
  return async () => {
    await stopDatabase(dir);
    await rm(dir, { recursive: true, force: true });
  };
}
