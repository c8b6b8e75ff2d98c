/** A data folder with an empty database, for tests that are not about making one: initdb takes a second and a half. */
import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import "@nihol/db/test-database";
import { inject } from "vitest";

let made: Promise<string> | undefined;

async function makeFolder(): Promise<string> {
  // Goes with the run's cluster.
  const folder = join(inject("testClusterDir"), "scratch", `made-${process.pid}`);
  await (await openEmbedded(folder, { durable: false })).stop();
  return folder;
}

/** Puts a copy of it at `dataDir`, which must not be there. */
export async function copyMadeFolder(dataDir: string): Promise<void> {
  made ??= makeFolder();
  await mkdir(dirname(dataDir), { recursive: true });
  execFileSync("cp", ["-a", await made, dataDir]);
}
