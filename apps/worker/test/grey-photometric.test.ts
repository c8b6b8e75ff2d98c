import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { treesOfProcess } from "./expected-trees.ts";
import { makeRig, type Rig } from "./rig.ts";

/** Names of the bands of a satellite stack, in the order of the file. */
const NAMES = ["red", "green", "blue", "nir", "swir1", "swir2"];
/** The bands of the drawing that stand for them. */
const SOURCES = [1, 2, 3, 4, 1, 2];

// GDAL calls bands that have names of their own grey: photometric interpretation MINISBLACK, whatever their number.
describe("bands that the file calls grey", { timeout: 300_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), "nihol-grey-"));
  const drawing = join(folder, "drawing.tif");
  const expected = new Map<string, string[]>();
  let rig: Rig;

  beforeAll(async () => {
    const scene = drawScene({ seed: 4, lon: 69, lat: 38.5, date: 0, size: 320 });
    writeFileSync(drawing, encodeScene(scene));
    rig = await makeRig();
    rig.startWorker();
    // Trees of the same pixels in an ordinary colour image in strips.
    for (const bits of [8, 16])
      for (const bands of [3, 4])
        expected.set(`${bands} ${bits}`, await treesOf(file(bands, bits, ["PHOTOMETRIC=RGB"])));
  }, 300_000);
  afterAll(async () => {
    await rig?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    await rig.db.sql.deleteFrom("imagery_process").execute();
  });

  function file(bands: number, bits: number, options: string[]): string {
    const [view, path] = [join(folder, "view.vrt"), join(folder, "made.tif")];
    const chosen = SOURCES.slice(0, bands).flatMap((band) => ["-b", `${band}`]);
    const depth = bits === 16 ? ["-ot", "UInt16", "-scale", "0", "255", "0", "51000"] : [];
    execFileSync("gdal_translate", ["-q", "-of", "VRT", ...chosen, ...depth, drawing, view]);
    let band = 0;
    const named = readFileSync(view, "utf8")
      .replace(/\s*<ColorInterp>.*?<\/ColorInterp>/g, "")
      .replace(
        /(<VRTRasterBand [^>]*>)/g,
        (tag) => `${tag}<Description>${NAMES[band++]}</Description>`,
      );
    writeFileSync(view, named);
    const written = options.flatMap((option) => ["-co", option]);
    execFileSync("gdal_translate", ["-q", ...written, view, path]);
    return path;
  }

  async function treesOf(path: string): Promise<string[]> {
    const id = await rig.addProcess(path, "2026-05-01");
    await rig.waitForStatus(id, "completed");
    const trees = await treesOfProcess(rig, id);
    await rig.db.sql.deleteFrom("imagery_process").execute();
    return trees;
  }

  const cases = [
    ...[3, 4, 5, 6].flatMap((bands) => [
      { bits: 8, bands, codec: "DEFLATE" },
      { bits: 8, bands, codec: "LZW" },
    ]),
    { bits: 16, bands: 3, codec: "DEFLATE" },
    { bits: 16, bands: 6, codec: "LZW" },
  ];

  it.each(cases)(
    "$bands bands of $bits bits, tiled, $codec: the trees of the same pixels in colour",
    async ({ bits, bands, codec }) => {
      const options = ["PHOTOMETRIC=MINISBLACK", "TILED=YES", `COMPRESS=${codec}`];
      const trees = await treesOf(file(bands, bits, options));
      expect(trees.length).toBeGreaterThan(5);
      expect(trees).toEqual(expected.get(`${Math.min(4, bands)} ${bits}`));
    },
  );

  it("an image that is a duplicate leaves nothing in the folder for temporary files", async () => {
    const colour = file(3, 8, ["PHOTOMETRIC=RGB"]);
    await rig.waitForStatus(await rig.addProcess(colour, "2026-05-01"), "completed");
    const again = await rig.addProcess(colour, "2026-06-01");
    await expect(rig.waitForStatus(again, "completed")).rejects.toThrow(/duplicate_image/);
    const scratch = join(rig.dataDir, "scratch");
    const left = () => readdirSync(scratch).flatMap((name) => readdirSync(join(scratch, name)));
    // The row says it before the file goes.
    await expect.poll(left).toEqual([]);
  });

  it("nor does an empty one", async () => {
    const empty = join(folder, "empty.tif");
    const nothing = ["-scale", "0", "255", "0", "0", "-a_nodata", "0"];
    execFileSync("gdal_translate", [
      "-q",
      ...nothing,
      "-b",
      "1",
      "-b",
      "2",
      "-b",
      "3",
      drawing,
      empty,
    ]);
    const id = await rig.addProcess(empty, "2026-05-01");
    await expect(rig.waitForStatus(id, "completed")).rejects.toThrow(/empty_image/);
    const scratch = join(rig.dataDir, "scratch");
    const left = () => readdirSync(scratch).flatMap((name) => readdirSync(join(scratch, name)));
    await expect.poll(left).toEqual([]);
  });
});
