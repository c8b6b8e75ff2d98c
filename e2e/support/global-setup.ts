/** The demonstration, made once or found: `startProduct` copies it, `sharedProduct` runs it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { adminEmail } from "./client.ts";
import { makeDemonstration } from "./make-demonstration.ts";
import { startCopy } from "./product.ts";

/** The product that `sharedProduct` gives, on a copy of the demonstration. */
async function startShared(dir: string) {
  const product = await startCopy(dir);
  await product.api(adminEmail, "PATCH", "/user-profile", { language: "en" });
  return product;
}

/** `E2E_DEMONSTRATION` names a folder to keep it in from run to run, for whoever writes these tests. */
export default async function setup(project: TestProject) {
  const kept = process.env.E2E_DEMONSTRATION;
  const made = kept ? undefined : await mkdtemp(join(tmpdir(), "nihol-e2e-made-"));
  const dir = kept ?? join(made as string, "demonstration");
  await makeDemonstration(dir);
  project.provide("demonstrationDir", dir);
  const shared = await startShared(dir);
  project.provide("sharedAddress", shared.address);
  return async () => {
    await shared.stop();
    if (made) await rm(made, { recursive: true, force: true });
  };
}
