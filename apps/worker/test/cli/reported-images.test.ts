/**
 * Images with which people met a fault, drawn here anew: crowns stand where they stood, and ground that was not captured is
 * not counted. Which band is which in the real ones: `packages/vision/test/ingest/reports-images.test.ts`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Affine } from "@nihol/vision/coordinates/affine";
import { applyAffine } from "@nihol/vision/coordinates/affine";
import { pixelToLonLat } from "@nihol/vision/coordinates/projection";
import { detectBlock } from "@nihol/vision/detect/detect-image";
import type { Detector } from "@nihol/vision/detect/detector";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { drawScene } from "@nihol/vision/scene/scene";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openImage } from "../../src/cli/detect-input.ts";

type Pair = readonly [number, number];

const size = 320;
const gsdMeters = 0.3;
const scene = drawScene({ seed: 4, lon: 68.55, lat: 38.42, date: 0, size, gsdMeters });
const { proj4, pixels } = scene;
const [west, , , north] = scene.affine;
const folder = mkdtempSync(join(tmpdir(), "nihol-reported-"));
let detector: Detector;
/** Crowns of the image as it was drawn, in its pixels. */
let crowns: Pair[];

beforeAll(async () => {
  detector = await openOnnxDetector(SHIPPED_CARD);
  crowns = (await found(await written("img-0-plain-utm"))).pixels;
}, 120_000);
afterAll(async () => {
  await detector.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Bands of the drawing with one more, by pixel. */
function withFourth(fourth: (x: number, y: number) => number, colourOf = drawnColour) {
  const data = Buffer.alloc(size * size * 4);
  for (let i = 0; i < size * size; i++) {
    const full = fourth(i % size, Math.floor(i / size));
    colourOf(i, full).forEach((value, band) => {
      data[i * 4 + band] = value;
    });
    data[i * 4 + 3] = full;
  }
  return data;
}
const drawnColour = (i: number, _full?: number): number[] => [
  ...pixels.data.subarray(i * 4, i * 4 + 3),
];
const rgb = () => {
  const four = withFourth(() => 0);
  return Buffer.from(four.filter((_, i) => i % 4 < 3));
};
/** The rows from the last to the first. */
const turnedOver = (data: Buffer) => {
  const row = data.length / size;
  return Buffer.concat(
    Array.from({ length: size }, (_, y) =>
      data.subarray(data.length - (y + 1) * row).subarray(0, row),
    ),
  );
};

interface Written {
  data?: Buffer;
  bands?: 3 | 4;
  affine?: Affine;
  srs?: string;
  options?: string[];
}

/** A GeoTIFF of these pixels at this place; GDAL's VRT says what `gdal_translate` has no option for. */
async function written(name: string, given: Written = {}): Promise<string> {
  const { data = rgb(), bands = 3, affine = scene.affine, srs = "EPSG:32642" } = given;
  const at = (ending: string) => join(folder, `${name}${ending}`);
  await sharp(data, { raw: { width: size, height: size, channels: bands } })
    .png({ palette: false })
    .toFile(at(".png"));
  const run = (...args: string[]) => execFileSync("gdal_translate", ["-q", ...args]);
  run("-of", "VRT", "-a_srs", srs, "-a_ullr", "0", "1", "1", "0", at(".png"), at(".vrt"));
  const placed = readFileSync(at(".vrt"), "utf8").replace(
    /<GeoTransform>.*<\/GeoTransform>/,
    `<GeoTransform>${affine.join(", ")}</GeoTransform>`,
  );
  writeFileSync(at(".vrt"), placed);
  run(...(given.options ?? ["-co", "TILED=YES"]), at(".vrt"), at("_2026-05-14.tif"));
  return at("_2026-05-14.tif");
}

/** Crowns of a file, in its pixels and in degrees, and its ground that was captured, in hectares. */
async function found(path: string) {
  const { source, georeference, gsdMeters: gsd = 0, close } = await openImage(path);
  try {
    const whole = { x: 0, y: 0, width: source.width, height: source.height };
    const trees = await detectBlock(source, gsd, whole, detector);
    const { valid } = await source.read(whole);
    const captured = valid ? valid.filter((one) => one > 0).length : size * size;
    const inDegrees = (x: number, y: number) => georeference && pixelToLonLat(georeference, x, y);
    return {
      pixels: trees.map(({ x, y }): Pair => [x, y]),
      degrees: trees.flatMap(({ x, y }) => [inDegrees(x, y) ?? []] as Pair[]),
      hectares: (captured * gsd ** 2) / 10_000,
    };
  } finally {
    await close();
  }
}

/** Metres on the ground between two places nearby. */
const apart = ([lon, lat]: Pair, [other, otherLat]: Pair) =>
  Math.hypot((lon - other) * 111_320 * Math.cos((lat * Math.PI) / 180), (lat - otherLat) * 111_130);

/** Shares of the expected places that have a find of the file nearby, and of its finds that stand at one. */
function agreement(expected: Pair[], finds: Pair[], metres = 0.6) {
  const near = (one: Pair, others: Pair[]) => others.some((other) => apart(one, other) < metres);
  return [
    expected.filter((one) => near(one, finds)).length / expected.length,
    finds.filter((one) => near(one, expected)).length / finds.length,
  ];
}

const cos30 = gsdMeters * Math.cos(Math.PI / 6);
const rotated: Affine = [west, cos30, gsdMeters / 2, north, gsdMeters / 2, -cos30];
const southUp: Affine = [west, gsdMeters, 0, north - size * gsdMeters, 0, gsdMeters];
const inPulkovo: Affine = [12_461_040, gsdMeters, 0, 4_255_500, 0, -gsdMeters];

test.each([
  ["img-1-rotated-30", { affine: rotated }, ([x, y]: Pair): Pair => [x, y]],
  [
    "img-2-south-up",
    { affine: southUp, data: turnedOver(rgb()) },
    ([x, y]: Pair): Pair => [x, size - y],
  ],
  ["img-4-compound-crs", { srs: "EPSG:32642+5773" }, (at: Pair): Pair => at],
] as const)("%s: crowns stand at their places", async (name, given, moved) => {
  const { degrees, hectares } = await found(await written(name, given));
  const affine = "affine" in given ? given.affine : scene.affine;
  const expected = crowns.map((at): Pair => pixelToLonLat({ affine, proj4 }, ...moved(at)));
  expect(crowns.length).toBeGreaterThan(10);
  for (const share of agreement(expected, degrees)) expect(share).toBeGreaterThan(0.9);
  expect(hectares).toBeCloseTo((size * gsdMeters) ** 2 / 10_000, 2);
});

test("img-5-pulkovo-28412: crowns stand where GDAL places them", async () => {
  const { degrees } = await found(
    await written("img-5-pulkovo-28412", { affine: inPulkovo, srs: "EPSG:28412" }),
  );
  const input = crowns.map((at) => applyAffine(inPulkovo, ...at).join(" ")).join("\n");
  const placed = execFileSync("gdaltransform", ["-s_srs", "EPSG:28412", "-t_srs", "EPSG:4326"], {
    input,
    encoding: "utf8",
  });
  const expected = placed
    .trim()
    .split("\n")
    .map((line) => line.split(" ").slice(0, 2).map(Number) as [number, number]);
  for (const share of agreement(expected, degrees)) expect(share).toBeGreaterThan(0.9);
});

/** Degrees of crowns of the drawing. */
const placesOf = (some: Pair[]) =>
  some.map((at): Pair => pixelToLonLat({ affine: scene.affine, proj4 }, ...at));

test("img-7-alpha-in-jpeg-white-collar: a soft alpha is no infrared, and its white collar no ground", async () => {
  const middle = size / 2;
  const radius = 118;
  const alpha = (x: number, y: number) =>
    Math.round(
      255 * Math.min(1, Math.max(0, (radius + 3 - Math.hypot(x - middle, y - middle)) / 6)),
    );
  const white = (i: number, full = 0) =>
    drawnColour(i).map((value) => Math.round((value * full + 255 * (255 - full)) / 255));
  const { degrees, hectares } = await found(
    await written("img-7-alpha-in-jpeg-white-collar", {
      data: withFourth(alpha, white),
      bands: 4,
      options: ["-co", "TILED=YES", "-co", "COMPRESS=JPEG", "-co", "JPEG_QUALITY=95"],
    }),
  );
  expect(hectares).toBeCloseTo((Math.PI * (radius * gsdMeters) ** 2) / 10_000, 1);
  const within = crowns.filter(([x, y]) => Math.hypot(x - middle, y - middle) < radius - 12);
  const [kept, right] = agreement(placesOf(within), degrees, 0.9);
  expect(kept).toBeGreaterThan(0.8);
  expect(right).toBeGreaterThan(0.6);
});

test("img-8-trees-under-alpha-0: trees of ground without data are not counted", async () => {
  const { degrees, hectares } = await found(
    await written("img-8-trees-under-alpha-0", {
      data: withFourth((x) => (x < size / 2 ? 255 : 0)),
      bands: 4,
    }),
  );
  expect(hectares).toBeCloseTo((size * gsdMeters) ** 2 / 20_000, 2);
  const kept = crowns.filter(([x]) => x < size / 2 - 8);
  expect(agreement(placesOf(kept), degrees)[0]).toBeGreaterThan(0.9);
  const beyond = crowns.filter(([x]) => x > size / 2 + 4);
  expect(agreement(placesOf(beyond), degrees)[0]).toBe(0);
});

test("img-9-nodata-0-blue-zero-in-crowns: crowns without blue are ground with data", async () => {
  const data = rgb();
  for (const { x, y, radiusPx } of scene.trees)
    for (let row = Math.max(0, Math.floor(y - radiusPx)); row < Math.min(size, y + radiusPx); row++)
      for (
        let column = Math.max(0, Math.floor(x - radiusPx));
        column < Math.min(size, x + radiusPx);
        column++
      )
        data[(row * size + column) * 3 + 2] = 0;
  const { degrees, hectares } = await found(
    await written("img-9-nodata-0-blue-zero-in-crowns", {
      data,
      options: ["-a_nodata", "0", "-co", "TILED=YES"],
    }),
  );
  expect(hectares).toBeCloseTo((size * gsdMeters) ** 2 / 10_000, 2);
  expect(agreement(placesOf(crowns), degrees)[0]).toBeGreaterThan(0.8);
});
