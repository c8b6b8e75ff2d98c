import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { imageryServer } from "./imagery-server.ts";

/** The beginning of a file of tests: a server, an administrator who sends, and a folder for files. All end with it. */
export async function uploadWorld() {
  const server = await imageryServer();
  const owner = await server.visitor("MasterAdmin");
  const folder = mkdtempSync(join(tmpdir(), "nihol-uploads-"));
  afterAll(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return { server, owner, folder };
}
