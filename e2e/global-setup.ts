/** The demonstration with its pictures read and compared, made once for all files: `startProduct` copies it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { adminEmail, startOn, until } from "./product.ts";

export default async function setup(project: TestProject) {
  const dir = await mkdtemp(join(tmpdir(), "nihol-e2e-demonstration-"));
  const product = await startOn(dir, { NIHOL_DEMO: "1" });
  const ask = async <T>(path: string) => (await product.api(adminEmail, "GET", path)).body as T;
  await until("the demonstration's pictures are read", async () => {
    const { count } = await ask<{ count: number }>("/satellite-imagery?status=completed");
    return count === 2 ? true : undefined;
  });
  await until("the demonstration's pictures are compared", async () => {
    const { status } = await ask<{ status: string }>("/image-compare?garden=1");
    return status === "completed" ? true : undefined;
  });
  await product.pause();
  project.provide("demonstrationDir", dir);
  return () => rm(dir, { recursive: true, force: true });
}
