/** The demonstration with its images read and compared, made once: `startProduct` copies it, `sharedProduct` runs it. */
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { adminEmail } from "./client.ts";
import { startCopy, startOn } from "./product.ts";
import { until } from "./until.ts";

/** Makes the demonstration in a folder and stops the product again. */
async function makeDemonstration(dir: string): Promise<void> {
  const product = await startOn(dir, { NIHOL_DEMO: "1" });
  const ask = async <T>(path: string) => (await product.api(adminEmail, "GET", path)).body as T;
  const isRead = async () => {
    const { count } = await ask<{ count: number }>("/satellite-imagery?status=completed");
    return count === 2 ? true : undefined;
  };
  const isCompared = async () => {
    const { status } = await ask<{ status: string }>("/image-compare?garden=1");
    return status === "completed" ? true : undefined;
  };
  try {
    await until("the demonstration's pictures are read", isRead, 300);
    await until("the demonstration's pictures are compared", isCompared, 300);
  } finally {
    await product.pause();
  }
}

/** The product that `sharedProduct` gives, on a copy of the demonstration. */
async function startShared(dir: string) {
  const product = await startCopy(dir);
  await product.api(adminEmail, "PATCH", "/user-profile", { language: "en" });
  return product;
}

/** `E2E_DEMONSTRATION` names a folder to keep it in from run to run, for whoever writes these tests. */
export default async function setup(project: TestProject) {
  const kept = process.env.E2E_DEMONSTRATION;
  const dir = kept ?? (await mkdtemp(join(tmpdir(), "nihol-e2e-demonstration-")));
  if (!kept || !existsSync(kept)) await makeDemonstration(dir);
  project.provide("demonstrationDir", dir);
  const shared = await startShared(dir);
  project.provide("sharedAddress", shared.address);
  return async () => {
    await shared.stop();
    if (!kept) await rm(dir, { recursive: true, force: true });
  };
}
