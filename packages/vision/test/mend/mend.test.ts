import { execFileSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inspectImage } from "../../src/ingest/ingest.ts";
import { type Beside, mendImage } from "../../src/mend/mend.ts";
import { paintedTiff, temporaryFolder, translate } from "../ingest/geotiff-fixtures.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());
const at = (name: string) => join(folder.path, name);
const [WIDTH, HEIGHT] = [300, 200];
/** The middle of the upper left pixel of the painted image: half a metre a pixel in UTM 42. */
const world = "0.5\n0\n0\n-0.5\n478000.25\n4266999.75\n";
const projection = execFileSync("gdalsrsinfo", ["-o", "wkt_esri", "EPSG:32642"], {
  encoding: "utf8",
});
const plain = ["--config", "GDAL_PAM_ENABLED", "NO"];

beforeAll(async () => {
  await paintedTiff(at("drawn.tif"), WIDTH, HEIGHT, 3);
  translate([...plain, "-co", "PROFILE=BASELINE", at("drawn.tif"), at("bare.tif")]);
});

/** Mends a file, which stays as it is. */
async function mended(path: string, beside: Beside = {}) {
  const [copy, to] = [`${path}.copy`, `${path}.mended`];
  copyFileSync(path, copy);
  const facts = await mendImage(copy, { fileName: "garden.tif", beside, to });
  expect(existsSync(`${copy}.mend`)).toBe(false);
  const made = facts.mended ? to : copy;
  // Reads what was made without further ado.
  expect(await inspectImage(made, { fileName: "garden.tif" })).toMatchObject({ bbox: facts.bbox });
  if (facts.mended) expect(readFileSync(copy).equals(readFileSync(path))).toBe(true);
  return facts;
}
const refusalOf = (path: string, beside?: Beside) =>
  mended(path, beside).then(
    () => "taken",
    (error: unknown) => {
      if (error instanceof ImageRefused) return error.code;
      throw error;
    },
  );

async function expectSamePlace(bbox: readonly number[]) {
  const drawn = await inspectImage(at("drawn.tif"));
  for (const [n, degrees] of drawn.bbox.entries()) expect(bbox[n]).toBeCloseTo(degrees, 6);
}

describe("a file that says where it is in files beside it", () => {
  test("world file and .prj", async () => {
    const facts = await mended(at("bare.tif"), { world, projection });
    expect(facts.mended).toEqual(["place_beside"]);
    await expectSamePlace(facts.bbox);
    expect(await refusalOf(at("bare.tif"))).toBe("no_georeference");
    expect(await refusalOf(at("bare.tif"), { world })).toBe("no_georeference");
  });

  test("a turned world file with decimal commas", async () => {
    const turned = world.replace("\n0\n0\n", "\n0.1\n0.1\n").replaceAll(".", ",");
    const { affine } = await mended(at("bare.tif"), { world: turned, projection });
    expect(affine[1]).toBeCloseTo(0.5, 9);
    expect(affine[2]).toBeCloseTo(0.1, 9);
    expect(affine[0]).toBeCloseTo(478_000.25 - 0.3, 6);
  });

  test(".aux.xml alone", async () => {
    const wkt = projection.trim().replaceAll('"', "&quot;");
    const aux = `<PAMDataset><SRS>${wkt}</SRS><GeoTransform> 478000, 0.5, 0, 4267000, 0, -0.5</GeoTransform></PAMDataset>`;
    await expectSamePlace((await mended(at("bare.tif"), { aux })).bbox);
  });

  test("JPEG and PNG with a world file", async () => {
    for (const [format, name] of [
      ["JPEG", "photo.jpg"],
      ["PNG", "photo.png"],
    ] as const) {
      translate([...plain, "-of", format, at("drawn.tif"), at(name)]);
      const facts = await mended(at(name), { world, projection });
      expect(facts.mended).toEqual(["plain_image", "place_beside"]);
      await expectSamePlace(facts.bbox);
      expect(await refusalOf(at(name))).toBe("not_a_tiff");
    }
  });

  test("a .prj that names a file is not used", async () => {
    for (const named of [
      "/etc/passwd",
      'PROJCS["x",EXTENSION["PROJ4","+nadgrids=/x"]]',
      "EPSG:32642",
    ])
      expect(await refusalOf(at("bare.tif"), { world, projection: named })).toBe("no_georeference");
  });
});

describe("a file in a form of its own", () => {
  test("ground control points are warped", async () => {
    const corner = (x: number, y: number) => [
      "-gcp",
      `${x}`,
      `${y}`,
      `${478_000 + x / 2}`,
      `${4_267_000 - y / 2}`,
    ];
    const points = [
      [0, 0],
      [WIDTH, 0],
      [WIDTH, HEIGHT],
      [0, HEIGHT],
    ].flatMap(([x = 0, y = 0]) => corner(x, y));
    translate([...points, "-a_srs", "EPSG:32642", at("drawn.tif"), at("points.tif")]);
    const facts = await mended(at("points.tif"));
    expect(facts).toMatchObject({ mended: ["control_points"], mask: "alpha" });
    await expectSamePlace(facts.bbox);
  });

  test("a table of colours becomes colours", async () => {
    execFileSync("gdal_translate", [
      "-q",
      "-of",
      "GTiff",
      "-b",
      "1",
      at("drawn.tif"),
      at("one.tif"),
    ]);
    const table = Array.from(
      { length: 256 },
      (_, i) => `<Entry c1="${i}" c2="${255 - i}" c3="9" c4="255"/>`,
    );
    translate(["-of", "VRT", at("one.tif"), at("one.vrt")]);
    const view = readFileSync(at("one.vrt"), "utf8").replace(
      /<ColorInterp>\w+<\/ColorInterp>/,
      `<ColorInterp>Palette</ColorInterp><ColorTable>${table.join("")}</ColorTable>`,
    );
    writeFileSync(at("one.vrt"), view);
    translate([at("one.vrt"), at("palette.tif")]);
    const facts = await mended(at("palette.tif"));
    expect(facts).toMatchObject({
      mended: ["palette"],
      dtype: "uint8",
      roles: { red: 1, green: 2, blue: 3 },
    });
  });

  test("reflectance from 0 to 1 becomes whole numbers of 10,000", async () => {
    translate(["-ot", "Float32", "-scale", "0", "255", "0", "1", at("drawn.tif"), at("share.tif")]);
    const facts = await mended(at("share.tif"));
    expect(facts).toMatchObject({ mended: ["reflectance"], dtype: "uint16" });
    const value = (path: string) =>
      Number(
        execFileSync("gdallocationinfo", ["-valonly", "-b", "1", path, "50", "60"], {
          encoding: "utf8",
        }),
      );
    expect(value(`${at("share.tif")}.mended`)).toBe(
      Math.round((value(at("drawn.tif")) / 255) * 10_000),
    );
  });

  test("whole numbers that are stored as fractions stay what they are", async () => {
    translate([
      "-ot",
      "Float32",
      "-scale",
      "0",
      "255",
      "0",
      "4000",
      at("drawn.tif"),
      at("float.tif"),
    ]);
    expect(await mended(at("float.tif"))).toMatchObject({
      mended: ["whole_numbers"],
      dtype: "uint16",
    });
    translate(["-ot", "CFloat32", at("drawn.tif"), at("complex.tif")]);
    expect(await refusalOf(at("complex.tif"))).toBe("unsupported_type");
  });

  test("JPEG 2000", async () => {
    translate([
      ...plain,
      "-of",
      "JP2OpenJPEG",
      "-co",
      "REVERSIBLE=YES",
      "-co",
      "QUALITY=100",
      at("drawn.tif"),
      at("drawn.jp2"),
    ]);
    const facts = await mended(at("drawn.jp2"));
    expect(facts.mended).toEqual(["jpeg2000"]);
    await expectSamePlace(facts.bbox);
  });

  test("a strip of more than 64 MB", async () => {
    const one = ["-outsize", "6000", "4000", "-co", "COMPRESS=DEFLATE", "-co", "BLOCKYSIZE=4000"];
    translate([...one, at("drawn.tif"), at("strip.tif")]);
    const facts = await mended(at("strip.tif"));
    expect(facts).toMatchObject({ mended: ["small_blocks"], tiled: true, width: 6000 });
  });
});

describe("a ZIP archive", () => {
  const zip = (name: string, files: Record<string, Uint8Array>) =>
    writeFileSync(at(name), zipSync(files));

  test("of tiles is one image, gaps between them transparent", async () => {
    mkdirSync(at("tiles"), { recursive: true });
    const files: Record<string, Uint8Array> = { "readme.txt": strToU8("tiles") };
    for (const [x, y] of [
      [0, 0],
      [150, 0],
      [0, 100],
    ] as const) {
      const name = `tile_${x}_${y}.tif`;
      translate(["-srcwin", `${x}`, `${y}`, "150", "100", at("drawn.tif"), at(`tiles/${name}`)]);
      files[`ortho/${name}`] = readFileSync(at(`tiles/${name}`));
    }
    zip("tiles.zip", files);
    const facts = await mended(at("tiles.zip"));
    expect(facts).toMatchObject({
      mended: ["archive", "tiles"],
      width: WIDTH,
      height: HEIGHT,
      mask: "alpha",
    });
    await expectSamePlace(facts.bbox);
  });

  test("of one image and what lies beside it", async () => {
    const bare = readFileSync(at("bare.tif"));
    zip("one.zip", { "A.TIF": bare, "a.tfw": strToU8(world), "a.prj": strToU8(projection) });
    const facts = await mended(at("one.zip"));
    expect(facts.mended).toEqual(["archive", "place_beside"]);
    await expectSamePlace(facts.bbox);
  });

  test("with a name twice, or a file that is damaged, says which", async () => {
    const tile = readFileSync(at("drawn.tif"));
    const twice = Buffer.from(zipSync({ "a.tif": tile, "b.tif": tile }));
    for (let i = twice.indexOf("b.tif"); i >= 0; i = twice.indexOf("b.tif")) twice.write("a", i);
    writeFileSync(at("twice.zip"), twice);
    await expect(mended(at("twice.zip"))).rejects.toMatchObject({
      code: "archive_name_twice",
      params: { what: "a.tif" },
    });
    zip("hollow.zip", { "a.tif": tile, "empty.tif": new Uint8Array() });
    await expect(mended(at("hollow.zip"))).rejects.toMatchObject({
      code: "archive_entry_damaged",
      params: { what: "empty.tif" },
    });
    zip("outside.zip", { "../a.tif": tile });
    expect(await refusalOf(at("outside.zip"))).toBe("archive_unsafe_path");
  });

  test("of tiles that do not belong together, without images, and one that unpacks without end", async () => {
    translate(["-b", "1", "-b", "2", "-b", "3", "-ot", "UInt16", at("drawn.tif"), at("wide.tif")]);
    zip("differ.zip", {
      "a.tif": readFileSync(at("drawn.tif")),
      "b.tif": readFileSync(at("wide.tif")),
    });
    expect(await refusalOf(at("differ.zip"))).toBe("tiles_differ");
    zip("empty.zip", { "a.txt": strToU8("nothing") });
    expect(await refusalOf(at("empty.zip"))).toBe("archive_without_image");
    const lies = Buffer.from(zipSync({ "a.tif": new Uint8Array(40 << 20) }));
    // The directory claims a megabyte; what comes out is forty.
    const entry = lies.lastIndexOf(Buffer.from("504b0102", "hex"));
    const bomb = Buffer.from(lies);
    bomb.writeUInt32LE(1 << 20, entry + 24);
    writeFileSync(at("bomb.zip"), bomb);
    expect(await refusalOf(at("bomb.zip"))).toBe("archive_unpacks_too_large");
    bomb.writeUInt32LE(0xf000_0000, entry + 24);
    writeFileSync(at("bomb.zip"), bomb);
    expect(await refusalOf(at("bomb.zip"))).toBe("archive_unpacks_too_large");
  });
});
