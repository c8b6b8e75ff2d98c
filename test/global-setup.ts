/** Temporary embedded cluster for a run of tests: started by the first test that needs it. */
import { mkdtemp, rm } from "node:fs/promises";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { stopDatabase } from "@nihol/db/launcher/launcher";
import type { TestProject } from "vitest/node";
import "@nihol/db/test-database";
import { freeSharedMemory, SHARED_MEMORY } from "./shared-memory.ts";

/** Bytes that the databases open at once and the write-ahead log take, with room to spare. */
const clusterBytes = 3 * 1024 ** 3;

/**
 * In memory where there is enough: a database is 860 files, and making them costs a file system on disk five times the
 * processor's time.
 */
function clusterFolder(): string {
  const fits = Math.min(freeSharedMemory(), freemem()) > 2 * clusterBytes;
  return fits ? SHARED_MEMORY : tmpdir();
}

export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(clusterFolder(), "nihol-test-"));
  project.provide("testClusterDir", dir);
  return async () => {
    await stopDatabase(dir);
    await rm(dir, { recursive: true, force: true });
  };
}
