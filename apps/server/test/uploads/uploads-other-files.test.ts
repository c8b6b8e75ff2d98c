import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Process } from "@nihol/contract/imagery/processes";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { searchPathForbidding } from "../../../../packages/vision/test/ingest/forbidden-programs.ts";
import { filesThatNameOthers } from "../../../../packages/vision/test/ingest/other-files.ts";
import { forgedTiff } from "../../../../packages/vision/test/ingest/tiff-forge.ts";
import { type ImageryServer, imageryServer, type Visitor } from "../support/imagery-server.ts";

const longAgo = new Date("2001-01-01");

describe("an upload that names another file", { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "nihol-names-"));
  const canary = join(folder, "canary.tif");
  const path = process.env.PATH;
  let server: ImageryServer;
  let owner: Visitor;
  let listener: Server;
  let calls = 0;
  let files: Map<string, Buffer>;

  beforeAll(async () => {
    // Without a cage, which would hide what passes ingest.
    process.env.PATH = searchPathForbidding(join(folder, "bin"), ["bwrap", "unshare"]);
    writeFileSync(canary, forgedTiff({ colour: [251, 3, 251] }));
    listener = createServer((socket) => {
      calls++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as { port: number };
    server = await imageryServer();
    owner = await server.visitor("MasterAdmin");
    server.startWorker();
    // A person without any right to it could name another image of the store, by its place there.
    await server.files.put("image/2/cog-1.tif", forgedTiff({ colour: [251, 3, 251] }));
    utimesSync(server.files.path("image/2/cog-1.tif"), longAgo, new Date());
    utimesSync(canary, longAgo, new Date());
    const near = "../image/2/cog-1.tif";
    files = new Map(filesThatNameOthers({ near, path: canary, port }));
  });
  afterAll(async () => {
    await server.close();
    listener.close();
    process.env.PATH = path;
    rmSync(folder, { recursive: true, force: true });
  });
  const touched = () =>
    [canary, server.files.path("image/2/cog-1.tif")].filter(
      (file) => statSync(file).atimeMs > longAgo.getTime(),
    );

  test.each([
    "overviews: a path from the base, tiled",
    "overviews: an absolute path, striped",
    "overviews: /vsicurl/, tiled",
    "overviews: /vsicurl_streaming/, striped",
    "in second directory, tiled",
  ])("never gets there, from the upload to the image: %s", async (name) => {
    const { id: upload, status } = await owner.send(files.get(name) as Buffer, "garden.tif");
    expect(status).toBe("ready");
    const order = { upload, date: `2023-06-${10 + ([...files.keys()].indexOf(name) % 20)}` };
    const { id } = (await owner.call<Process>("POST", "/satellite-imagery", order)).body;
    await server.ended(owner, id);
    const stored = await server.db.sql
      .selectFrom("imagery_process")
      .leftJoin("whole_image", "process_id", "imagery_process.id")
      .select(["imagery_process.file_key", "cog_key", "message"])
      .where("imagery_process.id", "=", id)
      .executeTakeFirstOrThrow();
    // All are one and the same image: what came later is refused as that, after it was made ready.
    if (stored.message) expect(stored.message).toMatchObject({ code: "duplicate_image" });
    for (const key of [stored.file_key, stored.cog_key ?? stored.file_key])
      expect(readFileSync(server.files.path(key)).includes("OVERVIEWS")).toBe(false);
    expect([touched(), calls]).toEqual([[], 0]);
  });
});
