/** One temporary embedded cluster for a run of tests: started by the first test that needs it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopDatabase } from "@nihol/db/launcher/launcher";
import type { TestProject } from "vitest/node";
import "@nihol/db/test-database";

export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), "nihol-test-"));
  project.provide("testClusterDir", dir);
  return async () => {
    await stopDatabase(dir);
    await rm(dir, { recursive: true, force: true });
  };
}
