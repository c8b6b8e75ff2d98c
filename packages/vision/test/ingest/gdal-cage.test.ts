import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { cageInUse, runGdalOn } from "../../src/ingest/gdal.ts";
import { temporaryFolder } from "./geotiff-fixtures.ts";
import { forgedTiff } from "./tiff-forge.ts";

vi.setConfig({ testTimeout: 60_000 });

describe("a program of GDAL over one image", () => {
  const folder = temporaryFolder();
  const [image, canary, out] = ["image.tif", "canary.tif", "out"].map((name) =>
    join(folder.path, name),
  ) as [string, string, string];
  let server: Server;
  let calls = 0;
  beforeAll(async () => {
    writeFileSync(image, forgedTiff({}));
    writeFileSync(canary, forgedTiff({ colour: [251, 3, 251] }));
    mkdirSync(out);
    server = createServer((socket) => {
      calls++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => {
    server.close();
    folder.remove();
  });

  test("reads the image and writes to its folder, under the names that it is given", async () => {
    const { stdout } = await runGdalOn(
      { image, folder: out },
      "gdal_translate",
      (names) => [names.image, `${names.folder}/copy.tif`],
      {},
    );
    expect(stdout).toContain("100");
    expect(readdirSync(out)).toEqual(["copy.tif"]);
  });

  test("sees nothing beside the image", async () => {
    const script = 'ls "$(dirname "$1")"';
    const { stdout } = await runGdalOn({ image }, "sh", (names) => [
      "-c",
      script,
      "sh",
      names.image,
    ]);
    expect(stdout).not.toContain("canary");
  });

  test("has only the drivers of TIFF", async () => {
    const { stdout } = await runGdalOn({ image }, "gdalinfo", () => ["--formats"]);
    const names = [...stdout.matchAll(/^ {2}(\S+) -/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(["COG", "GTiff", "MEM"]);
  });

  test("opens no other file and no address where the system can hide them", async () => {
    const { cage } = await cageInUse();
    const { port } = server.address() as { port: number };
    const script = `test -e ${canary} && echo canary; gdalinfo /vsicurl/http://127.0.0.1:${port}/a.none; touch "$1"; true`;
    const { stdout } = await runGdalOn({ image }, "sh", (names) => [
      "-c",
      script,
      "sh",
      names.image,
    ]);
    const hidesFiles = cage.name === "bubblewrap" || cage.name === "namespaces";
    expect(stdout.includes("canary")).toBe(!hidesFiles);
    if (cage.name !== "none") expect(calls).toBe(0);
  });
});
