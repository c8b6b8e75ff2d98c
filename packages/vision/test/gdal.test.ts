import { spawn } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import {
  GdalFailed,
  GdalMissing,
  GdalTimedOut,
  gdalVersion,
  plainPath,
  runGdal,
  runGdalOn,
} from "../src/ingest/gdal.ts";
import { gdalInfo } from "../src/ingest/gdal-metadata.ts";
import { paintedTiff, temporaryFolder, translate } from "./ingest/geotiff-fixtures.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

test("a program that is not installed is distinguished from one that fails", async () => {
  await expect(runGdal("gdal-is-not-here", [])).rejects.toBeInstanceOf(GdalMissing);
});

test("paths that GDAL would take for a connection are refused", () => {
  for (const path of [
    "/vsicurl/http://example.org/a.tif",
    "/VSIZIP/a.zip",
    "a.tif",
    "GTIFF_DIR:1:/a.tif",
  ])
    expect(() => plainPath(path)).toThrow(RangeError);
});

describe("GDAL in a child", () => {
  test("gives its version", async () => {
    expect(await gdalVersion()).toMatch(/^\d+\.\d+\.\d+$/);
  });

  test("may print nan and inf, as values and as words of a description", async () => {
    const at = (name: string) => join(folder.path, name);
    await paintedTiff(at("words.tif"), 64, 64, 3);
    const artist = "TIFFTAG_ARTIST=Photo: Nan Li, height: inf";
    const floats = ["-ot", "Float32", "-a_nodata", "nan"];
    translate(["-mo", artist, ...floats, at("words.tif"), at("artist.tif")]);
    const info = await gdalInfo(at("artist.tif"), {});
    expect([info.size, info.bands[0]?.nodata]).toEqual([[64, 64], null]);
  });

  test("is ended when its time is over", async () => {
    // gdallocationinfo waits for its input for ever when nobody ends it; sleep stands in for a hanging decoder.
    await expect(runGdal("sleep", ["986"], { timeoutMs: 200 })).rejects.toBeInstanceOf(
      GdalTimedOut,
    );
    expect(sleepers("986")).toEqual([]);
  });

  test("is ended when it is aborted", async () => {
    const controller = new AbortController();
    const running = runGdal("sleep", ["985"], { signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toThrow(/abort/i);
    expect(sleepers("985")).toEqual([]);
  });

  test.skipIf(process.platform !== "linux" || !process.features.typescript)(
    "ends with the process that started it, also when that one is killed",
    async () => {
      const source = JSON.stringify(new URL("../src/ingest/gdal.ts", import.meta.url).href);
      const script = `import { runGdal } from ${source}; runGdal("sleep", ["987"]).catch(() => {}); setTimeout(() => {}, 60_000);`;
      const parent = spawn(process.execPath, ["--input-type=module", "-e", script], {
        stdio: "ignore",
      });
      await expect.poll(() => sleepers("987").length, { timeout: 60_000 }).toBe(1);
      parent.kill("SIGKILL");
      await expect.poll(() => sleepers("987").length, { timeout: 60_000 }).toBe(0);
    },
  );

  test("cannot take more memory than it was given", async () => {
    const image = join(folder.path, "a.tif");
    await paintedTiff(image, 400, 400, 3);
    const read = (memoryMb: number) =>
      runGdalOn({ image }, "gdalinfo", (names) => ["-json", names.image], { memoryMb });
    await expect(read(20)).rejects.toThrow();
    await expect(read(1_024)).resolves.toBeDefined();
  });

  test("opens no VRT, so that a file cannot name other files", async () => {
    const vrt = join(folder.path, "a.vrt");
    writeFileSync(
      vrt,
      '<VRTDataset rasterXSize="1" rasterYSize="1"><VRTRasterBand dataType="Byte" band="1"/></VRTDataset>',
    );
    await expect(runGdal("gdalinfo", [vrt])).rejects.toBeInstanceOf(GdalFailed);
  });
});

/** Processes that sleep for so many seconds. */
function sleepers(seconds: string): string[] {
  const commandOf = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, "latin1");
    } catch {
      return "";
    }
  };
  return readdirSync("/proc").filter(
    (pid) => /^\d+$/.test(pid) && commandOf(pid) === `sleep\u0000${seconds}\u0000`,
  );
}
