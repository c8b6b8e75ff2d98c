import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type CageName, cages } from "../../src/ingest/gdal-cage.ts";
import { searchPathForbidding } from "./forbidden-programs.ts";
import { temporaryFolder } from "./geotiff-fixtures.ts";
import { forgedTiff } from "./tiff-forge.ts";

const fromBest = [...new Set([...cages()].map(({ name }) => name))];

/** Programs that a system forbids so that a program of GDAL is in this cage at best. */
const forbidden: Record<CageName, string[]> = {
  bubblewrap: [],
  namespaces: ["bwrap"],
  network: ["bwrap", "mount"],
  none: ["bwrap", "unshare"],
};

describe.each(fromBest)("a program of GDAL over one image, at best in the cage %s", (best) => {
  const folder = temporaryFolder();
  const [image, canary, out] = ["image.tif", "canary.tif", "out"].map((name) =>
    join(folder.path, name),
  ) as [string, string, string];
  const path = process.env.PATH;
  let gdal: typeof import("../../src/ingest/gdal.ts");
  let server: Server;
  let calls = 0;
  beforeAll(async () => {
    process.env.PATH = searchPathForbidding(join(folder.path, "bin"), forbidden[best]);
    // The cage is chosen once a process.
    vi.resetModules();
    gdal = await import("../../src/ingest/gdal.ts");
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
    process.env.PATH = path;
    server.close();
    folder.remove();
  });

  test("starts in no better one", async () => {
    const { cage } = await gdal.cageInUse();
    expect(fromBest.indexOf(cage.name)).toBeGreaterThanOrEqual(fromBest.indexOf(best));
  });

  test("reads the image and writes to its folder, under the names that it is given", async () => {
    const { stdout } = await gdal.runGdalOn(
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
    const { stdout } = await gdal.runGdalOn({ image }, "sh", (names) => [
      "-c",
      script,
      "sh",
      names.image,
    ]);
    expect(stdout).not.toContain("canary");
  });

  // Half of what the one left behind sleeps: waited for, it would be too late.
  test("is ended although what it has started goes on and holds its pipes", async () => {
    const leaving = ["-c", "sleep 60 & exec sleep 60"];
    await expect(gdal.runGdal("sh", leaving, { timeoutMs: 300 })).rejects.toThrow("took more than");
  }, 30_000);

  test("has only the drivers of TIFF", async () => {
    const { stdout } = await gdal.runGdalOn({ image }, "gdalinfo", () => ["--formats"]);
    const names = [...stdout.matchAll(/^ {2}(\S+) -/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual(["COG", "GTiff", "MEM"]);
  });

  test("opens no other file and no address where the system can hide them", async () => {
    const { cage } = await gdal.cageInUse();
    const { port } = server.address() as { port: number };
    const script = `test -e ${canary} && echo canary; gdalinfo /vsicurl/http://127.0.0.1:${port}/a.none; touch "$1"; true`;
    const { stdout } = await gdal.runGdalOn({ image }, "sh", (names) => [
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
