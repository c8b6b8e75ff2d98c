import { execFile } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { cageInUse } from "../../src/ingest/gdal.ts";
import { ImageRefused, inspectImage } from "../../src/ingest/ingest.ts";
import { removeForeignMetadata, requireOwnPixels } from "../../src/ingest/tiff-metadata.ts";
import { makeCog } from "../../src/raster/cog.ts";
import { openRaster } from "../../src/raster/raster.ts";
import { makeShard, planShards } from "../../src/render/shard.ts";
import { searchPathForbidding } from "./forbidden-programs.ts";
import { filesThatNameOthers } from "./other-files.ts";
import { forgedTiff, text } from "./tiff-forge.ts";

const run = promisify(execFile);

describe("an upload makes GDAL open that one file alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "nihol-wall-"));
  const store = join(folder, "store");
  const canary = join(folder, "canary.tif");
  const path = process.env.PATH;
  let server: Server;
  let port = 0;
  let calls = 0;
  beforeAll(async () => {
    mkdirSync(store);
    // The cage would hide what the first wall lets through.
    process.env.PATH = searchPathForbidding(join(folder, "bin"), ["bwrap", "unshare"]);
    writeFileSync(canary, forgedTiff({ colour: [251, 3, 251] }));
    writeFileSync(join(store, "canary.tif"), readFileSync(canary));
    server = createServer((socket) => {
      calls++;
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    port = (server.address() as { port: number }).port;
  });
  afterAll(() => {
    process.env.PATH = path;
    server.close();
    rmSync(folder, { recursive: true, force: true });
  });
  // Last read long ago, written now: the next reading sets the time, also where that is done rarely (relatime).
  const longAgo = new Date("2001-01-01");
  const canaries = () => [canary, join(store, "canary.tif")];
  beforeEach(() => {
    for (const file of canaries()) utimesSync(file, longAgo, new Date());
    calls = 0;
  });
  const touched = () => canaries().filter((file) => statSync(file).atimeMs > longAgo.getTime());
  const attacks = () => filesThatNameOthers({ near: "canary.tif", path: canary, port });

  test("the tests run without a cage, and would notice a canary or an address", async () => {
    expect((await cageInUse()).cage.name).toBe("none");
    const control = async (name: string, settings = {}) => {
      const file = join(store, "control.tif");
      writeFileSync(file, new Map(attacks()).get(name) ?? "");
      await unguarded(file, settings);
    };
    await control("overviews: an absolute path, tiled");
    expect(touched()).toEqual([canary]);
    await control("overviews: /vsicurl/, tiled", { CPL_VSIL_CURL_ALLOWED_EXTENSIONS: ".none" });
    await expect.poll(() => calls).toBeGreaterThan(0);
  });

  test("removed metadata leaves nothing that even an unguarded GDAL would follow", async () => {
    const refused: string[] = [];
    for (const [name, bytes] of attacks()) {
      const file = join(store, "upload.tif");
      writeFileSync(file, bytes);
      const how = await removeForeignMetadata(file).then(() => "clean", codeOf);
      if (how === "clean") await unguarded(file);
      else refused.push(`${name}: ${how}`);
      expect([name, touched(), calls]).toEqual([name, [], 0]);
    }
    // Only what cannot be distinguished from a projection's own words is refused.
    expect(refused).toEqual([
      "a grid of datum shifts, tiled: names_other_files",
      "a grid of datum shifts, striped: names_other_files",
    ]);
  });

  test.each([
    "overviews: a path out of the folder",
    "overviews: /vsicurl/",
    "in second directory",
    "in big-endian BigTIFF",
    "a grid of datum shifts",
  ])("at ingest, kept or rewritten: %s", async (name) => {
    const outcomes: string[] = [];
    for (const shape of ["tiled", "striped"]) {
      const file = join(store, "upload");
      writeFileSync(file, new Map(attacks()).get(`${name}, ${shape}`) as Buffer);
      outcomes.push(await keptOrRewritten(file, join(store, "cog.tif")));
    }
    const refused = ["names_other_files", "names_other_files"];
    expect(outcomes).toEqual(/grid/.test(name) ? refused : ["kept", "rewritten"]);
    expect([touched(), calls]).toEqual([[], 0]);
  });

  test("nor as map tiles, also from an image that was kept before uploads were cleaned", async () => {
    const [file, cog] = [join(store, "old"), join(store, "old.tif")];
    writeFileSync(file, forgedTiff({}));
    const { facts } = await makeCog(file, cog, await inspectImage(file));
    writeFileSync(cog, new Map(attacks()).get("overviews: an absolute path, tiled") ?? "");
    const [shard] = planShards(facts).shards;
    if (!shard) throw new Error("no shard");
    await makeShard(await openRaster(cog, facts), shard, join(store, "shard"));
    expect(touched()).toEqual([]);
  });

  test("files beside an image are not read with it", async () => {
    const file = join(store, "beside.tif");
    writeFileSync(file, forgedTiff({}));
    const pam = `<PAMDataset><Metadata domain="OVERVIEWS"><MDI key="OVERVIEW_FILE">${canary}</MDI></Metadata></PAMDataset>`;
    writeFileSync(`${file}.aux.xml`, pam);
    writeFileSync(join(store, "beside.tfw"), "9\n0\n0\n-9\n0\n0\n");
    writeFileSync(join(store, "beside.IMD"), "numRows = 5;\nEND;\n");
    for (const end of [".ovr", ".msk"])
      writeFileSync(`${file}${end}`, forgedTiff({ colour: [251, 3, 251] }));
    const facts = await inspectImage(file);
    expect(facts).toMatchObject({ overviews: [], mask: "none" });
    expect(facts.gsdMeters).toBeCloseTo(0.5, 2);
    expect(await keptOrRewritten(file, join(store, "cog.tif"))).toBe("kept");
    expect([touched(), calls]).toEqual([[], 0]);
  });

  test("a VRT under the name of a TIFF is none", async () => {
    const file = join(store, "view.tif");
    const source = `<SimpleSource><SourceFilename>${canary}</SourceFilename></SimpleSource>`;
    writeFileSync(
      file,
      `<VRTDataset rasterXSize="64" rasterYSize="64"><VRTRasterBand dataType="Byte" band="1">${source}</VRTRasterBand></VRTDataset>`,
    );
    await expect(inspectImage(file, { ownCopy: true })).rejects.toMatchObject({
      code: "not_a_tiff",
    });
    expect(touched()).toEqual([]);
  });

  test("a file that is not ours is refused instead of changed", async () => {
    const file = join(store, "theirs.tif");
    const bytes = new Map(attacks()).get("overviews: an absolute path, tiled") as Buffer;
    writeFileSync(file, bytes);
    await expect(inspectImage(file)).rejects.toMatchObject({ code: "names_other_files" });
    expect(readFileSync(file).equals(bytes)).toBe(true);
    expect(touched()).toEqual([]);
  });

  test("band names and dates of a cleaned file stay", async () => {
    const file = join(store, "named.tif");
    const band = (n: number, name: string) =>
      `<Item name="DESCRIPTION" sample="${n}" role="description">${name}</Item>`;
    const foreign = '<Item name="OVERVIEW_FILE" domain="OVERVIEWS">canary.tif</Item>';
    const metadata = `<GDALMetadata>${band(0, "blue")}${foreign}${band(1, "green")}${band(2, "red")}</GDALMetadata>`;
    writeFileSync(
      file,
      forgedTiff({ tags: [text(42112, metadata), text(306, "2026:05:14 10:00:00")] }),
    );
    expect(await removeForeignMetadata(file)).toBe(true);
    expect(await removeForeignMetadata(file)).toBe(false);
    const { roles, captureDate } = await inspectImage(file);
    expect(roles).toMatchObject({ red: 3, green: 2, blue: 1, basis: "description" });
    expect(captureDate?.date).toBe("2026-05-14");
  });

  async function keptOrRewritten(file: string, cog: string): Promise<string> {
    try {
      const facts = await inspectImage(file, { ownCopy: true, fileName: "garden.tif" });
      const { kept } = await makeCog(file, cog, facts);
      await requireOwnPixels(cog);
      return kept ? "kept" : "rewritten";
    } catch (error) {
      return codeOf(error);
    }
  }

  /** GDAL as anybody would start it. */
  async function unguarded(file: string, settings = {}): Promise<void> {
    const env = { ...process.env, ...settings };
    await run("gdalinfo", ["-checksum", file], { env, timeout: 60_000 });
  }

  function codeOf(error: unknown): string {
    if (error instanceof ImageRefused) return error.code;
    throw error;
  }
});
