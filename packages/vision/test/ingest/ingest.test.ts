import { execFileSync } from "node:child_process";
import {
  copyFileSync,
  openSync,
  readFileSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { captureDate } from "@nihol/geo/tiff/capture-date";
import { checkLayout } from "@nihol/geo/tiff/layout";
import sharp from "sharp";
import { afterAll, describe, expect, test } from "vitest";
import { readPlainImage } from "../../src/detect/detect-plain.ts";
import { withFileSource } from "../../src/ingest/file-source.ts";
import { ImageRefused, inspectImage, inspectPlainImage } from "../../src/ingest/ingest.ts";
import { factsWithoutGdal } from "../../src/ingest/plain-image.ts";
import { INGEST_LIMITS } from "../../src/ingest/raster-metadata.ts";
import { paintedPixels, paintedTiff, temporaryFolder, translate } from "./geotiff-fixtures.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const at = (name: string) => join(folder.path, name);

async function refusalOf(path: string, options = {}): Promise<string> {
  return await inspectImage(path, options).then(
    () => "read",
    (error: unknown) => {
      if (error instanceof ImageRefused) return error.code;
      throw error;
    },
  );
}

/** Writes the plain image with another coordinate system and a place in its units. */
const placeIn = (system: string, path: string) =>
  translate(["-a_srs", system, "-a_ullr", "10", "11", "11", "10", at("plain.tif"), path]);

describe("a GeoTIFF at ingest", () => {
  test("gives size, place, ground sample distance and bands of an RGB image", async () => {
    await paintedTiff(at("rgb_20260514.tif"), 300, 200, 3);
    const facts = await inspectImage(at("rgb_20260514.tif"));
    expect(facts).toMatchObject({
      width: 300,
      height: 200,
      dtype: "uint8",
      epsg: 32642,
      mask: "none",
    });
    expect(facts.roles).toEqual({
      red: 1,
      green: 2,
      blue: 3,
      nir: null,
      alpha: null,
      basis: "interpretation",
    });
    // 0.5 m on the map; UTM's scale near the middle of the zone is 0.9996.
    expect(facts.gsdMeters).toBeCloseTo(0.5002, 3);
    expect(facts.captureDate).toEqual({ date: "2026-05-14", precision: "day", basis: "file_name" });
    expect(facts.footprint.coordinates[0]).toHaveLength(65);
  });

  test("takes a fourth band for infrared even when it is called alpha", async () => {
    await paintedTiff(at("rgbn.tif"), 300, 200, 4, ["-colorinterp_4", "alpha"]);
    expect((await inspectImage(at("rgbn.tif"))).roles).toMatchObject({ nir: 4, alpha: null });
  });

  test("of a TIFF without a place keeps a fourth band only where it varies", async () => {
    const bandsWhere = async (fourth: (own: number) => number) => {
      const data = paintedPixels(40, 30, 4).map((own, i) => (i % 4 === 3 ? fourth(own) : own));
      const png = sharp(data, { raw: { width: 40, height: 30, channels: 4 } }).png();
      await png.toFile(at("plain4.png"));
      translate(["-co", "ALPHA=UNSPECIFIED", at("plain4.png"), at("plain4.tif")]);
      const { bands, valid } = await readPlainImage(at("plain4.tif"));
      return { bands, valid };
    };
    expect(await bandsWhere((own) => own)).toEqual({ bands: 4, valid: undefined });
    expect(await bandsWhere(() => 255)).toEqual({ bands: 3, valid: undefined });
    expect(await bandsWhere(() => 0)).toEqual({ bands: 3, valid: undefined });
  });

  test("takes a fourth band of empty and full for alpha", async () => {
    const data = paintedPixels(100, 100, 4).map((value, i) =>
      i % 4 === 3 ? (i > 20_000 ? 255 : 0) : value,
    );
    await sharp(data, { raw: { width: 100, height: 100, channels: 4 } })
      .png()
      .toFile(at("a.png"));
    translate([
      "-a_srs",
      "EPSG:32642",
      "-a_ullr",
      "478000",
      "4267000",
      "478050",
      "4266950",
      at("a.png"),
      at("rgba.tif"),
    ]);
    expect((await inspectImage(at("rgba.tif"))).roles).toMatchObject({ nir: null, alpha: 4 });
  });

  test("measures the ground distance of degrees and of Web Mercator on the ellipsoid", async () => {
    await paintedTiff(at("plain.tif"), 100, 100, 3);
    translate([
      "-a_srs",
      "EPSG:4326",
      "-a_ullr",
      "68.7",
      "38.501",
      "68.701",
      "38.5",
      at("plain.tif"),
      at("deg.tif"),
    ]);
    translate([
      "-a_srs",
      "EPSG:3857",
      "-a_ullr",
      "7652000",
      "4657100",
      "7652100",
      "4657000",
      at("plain.tif"),
      at("merc.tif"),
    ]);
    const [degrees, mercator] = [
      await inspectImage(at("deg.tif")),
      await inspectImage(at("merc.tif")),
    ];
    expect(degrees.gsdXMeters).toBeCloseTo(0.872, 2);
    expect(degrees.gsdYMeters).toBeCloseTo(1.11, 2);
    expect(mercator.gsdMeters).toBeCloseTo(0.782, 2);
  });

  test("places an image in Pulkovo 1942 where GDAL places it", async () => {
    await paintedTiff(at("p.tif"), 100, 100, 3);
    translate([
      "-a_srs",
      "EPSG:28412",
      "-a_ullr",
      "12478000",
      "4267000",
      "12478050",
      "4266950",
      at("p.tif"),
      at("pulkovo.tif"),
    ]);
    const facts = await inspectImage(at("pulkovo.tif"));
    expect(facts.positionErrorMeters).toBeLessThan(0.05);
    expect(facts.bbox[0]).toBeCloseTo(68.74696, 4);
  });

  test("places an image whose datum shift only GDAL knows (RD New) within centimetres", async () => {
    await paintedTiff(at("q.tif"), 100, 100, 3);
    translate([
      "-a_srs",
      "EPSG:28992",
      "-a_ullr",
      "127375",
      "428250",
      "127400",
      "428225",
      at("q.tif"),
      at("rd.tif"),
    ]);
    const facts = await inspectImage(at("rd.tif"));
    expect(facts.proj4).toContain("+towgs84=");
    expect(facts.positionErrorMeters).toBeLessThan(0.05);
  });

  test("refuses a file that was cut off", async () => {
    await paintedTiff(at("whole.tif"), 300, 300, 3);
    copyFileSync(at("whole.tif"), at("cut.tif"));
    truncateSync(at("cut.tif"), 150_000);
    expect(await refusalOf(at("cut.tif"))).toBe("damaged");
  });

  test("refuses a file whose compressed blocks were overwritten", async () => {
    await paintedTiff(at("deflate.tif"), 600, 600, 3, [
      "-co",
      "COMPRESS=DEFLATE",
      "-co",
      "TILED=YES",
    ]);
    const file = openSync(at("deflate.tif"), "r+");
    writeSync(file, Buffer.alloc(300_000, 0x5a), 0, 300_000, 4_000);
    expect(await refusalOf(at("deflate.tif"))).toBe("damaged");
  });

  test("refuses a sparse file that claims a billion pixels a side", async () => {
    const tiff = Buffer.from(readFileSync(at("plain.tif")));
    expect(tiff.readUInt16LE(tiff.readUInt32LE(4) + 2)).toBe(256);
    // Width and height are the first two tags; make them unsigned 32-bit numbers of a thousand million.
    for (const entry of [0, 1]) {
      const offset = tiff.readUInt32LE(4) + 2 + entry * 12;
      tiff.writeUInt16LE(4, offset + 2);
      tiff.writeUInt32LE(1_000_000_000, offset + 8);
    }
    writeFileSync(at("lie.tif"), tiff);
    expect(await refusalOf(at("lie.tif"))).toBe("lies_about_size");
  });

  test("refuses one band, numbers with fractions, tables of colours and unnamed bands as what they are", async () => {
    translate(["-b", "1", at("plain.tif"), at("one.tif")]);
    translate(["-ot", "Float32", at("plain.tif"), at("float.tif")]);
    translate([
      "-b",
      "1",
      "-b",
      "2",
      "-b",
      "3",
      "-b",
      "1",
      "-b",
      "2",
      "-b",
      "3",
      "-colorinterp",
      "undefined,undefined,undefined,undefined,undefined,undefined",
      at("plain.tif"),
      at("six.tif"),
    ]);
    expect(await refusalOf(at("one.tif"))).toBe("not_rgb");
    expect(await refusalOf(at("float.tif"))).toBe("unsupported_type");
    expect(await refusalOf(at("six.tif"))).toBe("not_rgb");
  });

  test("refuses an image without a place, and one in a site's own grid", async () => {
    await sharp(paintedPixels(50, 50, 3), { raw: { width: 50, height: 50, channels: 3 } })
      .tiff()
      .toFile(at("nowhere.tif"));
    translate([
      "-a_srs",
      'LOCAL_CS["site",UNIT["metre",1]]',
      "-a_ullr",
      "0",
      "100",
      "100",
      "0",
      at("plain.tif"),
      at("site.tif"),
    ]);
    expect(await refusalOf(at("nowhere.tif"))).toBe("no_georeference");
    expect(await refusalOf(at("site.tif"))).toBe("unknown_projection");
  });

  test("refuses places round the globe a second time, and degrees that are called metres", async () => {
    const placed = (name: string, code: number, [west, north]: [number, number]) => {
      const corners = [west, north, west + 0.0003, north - 0.0003].map(String);
      translate(["-a_srs", `EPSG:${code}`, "-a_ullr", ...corners, at("plain.tif"), at(name)]);
      return refusalOf(at(name));
    };
    expect(await placed("round.tif", 4326, [428.7, 38.5])).toBe("unknown_projection");
    expect(await placed("degrees.tif", 32642, [68.7, 38.5])).toBe("zero_area");
  });

  test.each([
    ["Mars", "+proj=longlat +a=3396190 +b=3376200 +no_defs"],
    ["the Moon", "+proj=eqc +R=1737400 +units=m +no_defs"],
    ["Venus", "+proj=longlat +R=6051800 +no_defs"],
  ])("refuses an image of %s", async (_, system) => {
    placeIn(system, at("body.tif"));
    await expect(inspectImage(at("body.tif"))).rejects.toMatchObject({ code: "not_on_earth" });
  });

  test.each([
    "+proj=longlat +R=6371229 +no_defs",
    "+proj=longlat +ellps=krass +no_defs",
    "+proj=longlat +ellps=clrk80 +no_defs",
    "EPSG:3857",
  ])("takes the Earth's own ellipsoids and spheres: %s", async (system) => {
    placeIn(system, at("own.tif"));
    expect(await refusalOf(at("own.tif"))).toBe("read");
  });

  test("says that a file has too many bands, and how many are read", async () => {
    const bands = Array.from({ length: 369 }, (_, i) => ["-b", String((i % 3) + 1)]).flat();
    translate([...bands, at("plain.tif"), at("cube.tif")]);
    await expect(inspectImage(at("cube.tif"))).rejects.toMatchObject({
      code: "too_many_bands",
      params: { bands: 369, max: 64 },
    });
  });

  test("refuses what is larger than the limit", async () => {
    expect(await refusalOf(at("plain.tif"), { limits: { maxPixels: 9_999 } })).toBe("too_large");
  });

  test("refuses strips and tiles that are too large to be decoded whole, and says how large", async () => {
    const one = ["-outsize", "5000", "5000", "-co", "BLOCKYSIZE=5000"];
    translate([...one, "-co", "COMPRESS=DEFLATE", at("plain.tif"), at("strip.tif")]);
    const strip = await inspectImage(at("strip.tif")).catch((error: unknown) => error);
    expect(strip).toMatchObject({ code: "block_too_large", params: { size: 72, max: 64 } });
    const tile = ["-co", "TILED=YES", "-co", "BLOCKXSIZE=5008", "-co", "BLOCKYSIZE=5008"];
    translate(["-outsize", "5000", "5000", ...tile, at("plain.tif"), at("tile.tif")]);
    expect(await refusalOf(at("tile.tif"))).toBe("block_too_large");
    // Not compressed, a strip is read row by row.
    translate([...one, at("plain.tif"), at("rows.tif")]);
    expect(await refusalOf(at("rows.tif"))).toBe("read");
  });

  test("checks the blocks of each band apart where they lie apart, and those of overviews", async () => {
    const limits = { maxBlockBytes: 20_000 };
    const small = ["-co", "TILED=YES", "-co", "BLOCKXSIZE=128", "-co", "BLOCKYSIZE=128"];
    translate([...small, at("plain.tif"), at("together.tif")]);
    expect(await refusalOf(at("together.tif"), { limits })).toBe("block_too_large");
    translate([...small, "-co", "INTERLEAVE=BAND", at("plain.tif"), at("apart.tif")]);
    expect(await refusalOf(at("apart.tif"), { limits })).toBe("read");
    const smaller = small.map((word) => word.replace("128", "64"));
    translate([...smaller, at("plain.tif"), at("overviews.tif")]);
    expect(await refusalOf(at("overviews.tif"), { limits })).toBe("read");
    const size = ["--config", "GDAL_TIFF_OVR_BLOCKSIZE", "128"];
    execFileSync("gdaladdo", ["-q", ...size, at("overviews.tif"), "2"]);
    expect(await refusalOf(at("overviews.tif"), { limits })).toBe("block_too_large");
  });

  test("gives up when its time is over", async () => {
    expect(await refusalOf(at("plain.tif"), { limits: { timeoutMs: 1 } })).toBe("timed_out");
  });

  test("stops when it is aborted", async () => {
    const controller = new AbortController();
    const running = inspectImage(at("plain.tif"), { signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toThrow(/abort/i);
  });

  test("reads the same facts without GDAL for a plain UTM image", async () => {
    await paintedTiff(at("lzw.tif"), 300, 200, 3, ["-co", "COMPRESS=LZW"]);
    const withGdal = await inspectImage(at("lzw.tif"));
    const layout = await withFileSource(at("lzw.tif"), (source) =>
      checkLayout(source, INGEST_LIMITS),
    );
    const without = await factsWithoutGdal(at("lzw.tif"), "lzw.tif", layout, withGdal.bytes);
    expect(without.affine).toEqual(withGdal.affine);
    expect(without.roles).toEqual(withGdal.roles);
    expect(without.gsdMeters).toBeCloseTo(withGdal.gsdMeters, 6);
  });
});

test("other files are recognized by their content, not their name", async () => {
  const png = await sharp(paintedPixels(20, 20, 3), { raw: { width: 20, height: 20, channels: 3 } })
    .png()
    .toBuffer();
  writeFileSync(at("png.tif"), png);
  writeFileSync(
    at("jp2.tif"),
    Buffer.from("0000000c6a5020200d0a870a00000014667479706a703220", "hex"),
  );
  await expect(inspectImage(at("png.tif"))).rejects.toMatchObject({
    code: "not_a_tiff",
    params: { found: "png" },
  });
  await expect(inspectImage(at("jp2.tif"))).rejects.toMatchObject({
    code: "not_a_tiff",
    params: { found: "jpeg2000" },
  });
  await expect(inspectImage(at("none.tif"))).rejects.toMatchObject({ code: "not_found" });
});

test("a plain image is read, a broken one refused", async () => {
  const png = await sharp(paintedPixels(64, 64, 3), { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer();
  writeFileSync(at("good.png"), png);
  writeFileSync(at("half.png"), png.subarray(0, png.length / 2));
  expect(await inspectPlainImage(at("good.png"))).toMatchObject({
    width: 64,
    height: 64,
    format: "png",
    bits: 8,
  });
  await expect(inspectPlainImage(at("half.png"))).rejects.toMatchObject({ code: "damaged" });
});

test("a TIFF whose directories form a loop is damaged", async () => {
  const tiff = Buffer.alloc(64);
  tiff.write("II*\0", "latin1");
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt32LE(8, 22);
  writeFileSync(at("loop.tif"), tiff);
  await expect(inspectImage(at("loop.tif"))).rejects.toMatchObject({ code: "damaged" });
});

test.each([
  ["m_4709963_se_14_1_20200831.tif", undefined, "2020-08-31"],
  ["riverside_2018_77.tif", undefined, "2018"],
  ["garden-2026-05-14.tif", "2026:06:01 10:00:00", "2026-05-14"],
  ["garden.tif", "2026:06:01 10:00:00", "2026-06-01"],
  ["201404_13SED190110.tif", undefined, undefined],
  ["image_2000px.tif", undefined, undefined],
  ["x_20201341.tif", "garbage", undefined],
])("%s with the tag %s was taken %s", (name, tag, date) => {
  expect(captureDate(name, tag)?.date).toBe(date);
});
