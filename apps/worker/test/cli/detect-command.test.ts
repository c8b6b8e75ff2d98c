import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drawPlanting, photographPlanting } from "@nihol/vision/scene/planting-scene";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { canopyFields } from "../../src/cli/detect-canopy.ts";

const COMMAND = join(import.meta.dirname, "../../src/cli/detect-command.ts");
const scene = drawScene({ seed: 4, lon: 68.78, lat: 38.56, date: 0, size: 480 });
let folder: string;

type Ran = { code: number; stdout: string; stderr: string };

function nihol(...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { maxBuffer: 1e8 };
    execFile(process.execPath, [COMMAND, ...args], options, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nihol-detect-test-"));
  await writeFile(join(folder, "scene.tif"), encodeScene(scene));
  const image = sharp(scene.pixels.data, { raw: { width: 480, height: 480, channels: 4 } });
  await image.removeAlpha().png().toFile(join(folder, "scene.png"));
});
afterAll(() => rm(folder, { recursive: true }));

test("a GeoTIFF gives crowns in longitude and latitude", async () => {
  const out = join(folder, "trees.geojson");
  expect((await nihol(join(folder, "scene.tif"), "--out", out)).code).toBe(0);
  const found = JSON.parse(await readFile(out, "utf8"));
  expect(found.features.length).toBeGreaterThan(20);
  // A drawn garden is unlike the places that accuracy was measured on: the range says so.
  expect(found).toMatchObject({ count: found.features.length, familiarity: "unlike" });
  expect(found.reasons).toContain("look");
  expect(found.smallest_crown_m).toBeCloseTo(1.5, 1);
  expect(found.range.low).toBeLessThan(found.count);
  expect(found.range.high).toBeGreaterThan(found.count);
  expect(found.text).toContain("the range is wider here");
  // Trees of a garden stand apart: no canopy is closed.
  expect(found.canopy).toMatchObject({ closed_hectares: 0, countable: true, text: null });
  expect(found.canopy.crown_percent).toBeGreaterThan(3);
  const [feature] = found.features;
  const [ring] = feature.geometry.coordinates;
  expect(ring[0][0]).toBeCloseTo(68.78, 2);
  expect(ring[0][1]).toBeCloseTo(38.56, 2);
  expect(ring.at(-1)).toEqual(ring[0]);
  expect(feature.properties.area_m2).toBeGreaterThan(1);
}, 180_000);

test("the same image is judged alike however it was saved", async () => {
  const from = join(folder, "scene.tif");
  const judged = async (path: string) => {
    const { code, stdout, stderr } = await nihol(path);
    expect(code, stderr).toBe(0);
    const { count, familiarity, reasons, range } = JSON.parse(stdout);
    return { count, familiarity, reasons, range };
  };
  const saved = (name: string, program: string, ...args: string[]) => {
    const to = join(folder, `${name}.tif`);
    execFileSync(program, ["-q", ...args, from, to]);
    return judged(to);
  };
  const sixteen = (top: number) => ["-ot", "UInt16", "-scale", "0", "255", "0", String(top)];
  const asDrawn = await judged(from);
  // Of bytes as reflectance of at most 1, times 10,000, the step is no whole number.
  for (const top of [255 * 16, 255 * 257, 10_000])
    expect(await saved(`top-${top}`, "gdal_translate", ...sixteen(top))).toEqual(asDrawn);
  const finer = ["-outsize", "200%", "200%", "-r", "bilinear"];
  const others = [
    // More values than 8 bits can tell apart.
    await saved("finer-reflectance", "gdal_translate", ...sixteen(10_000), ...finer),
    await saved("degrees", "gdalwarp", "-t_srs", "EPSG:4326"),
  ];
  for (const { count, familiarity, range } of others) {
    expect(familiarity).toBe(asDrawn.familiarity);
    expect(Math.abs(Math.log(count / asDrawn.count))).toBeLessThan(0.15);
    for (const end of ["low", "high"])
      expect(Math.abs(Math.log(range[end] / asDrawn.range[end]))).toBeLessThan(0.5);
  }
}, 300_000);

test("under closed canopy crowns are no number on ground that accuracy was not measured on", () => {
  const crowns = { groundHectares: 2, crownHectares: 1.8, closedHectares: 1.6, trees: 3 };
  const fields = (familiarity: "unlike" | "known", missedHectares = 0) => {
    const open = { canopyHectares: 0.2, lowHectares: 0.1, bareHectares: 0.1 };
    const canopy = { ...crowns, missedHectares, open };
    return canopyFields({ canopy, trees: [1, 2, 3, 4], assessed: { familiarity } }).canopy;
  };
  const cover = { closed_hectares: 1.6, closed_percent: 80, crown_percent: 90, trees_in_closed: 3 };
  expect(fields("unlike")).toMatchObject({ ...cover, countable: false });
  expect(fields("unlike")?.text).toContain(
    "on 1.6 ha (80 % of the ground): crowns cannot be counted",
  );
  const rest = { open_canopy_hectares: 0.2, low_plants_percent: 5, bare_percent: 5 };
  expect(fields("known")).toMatchObject({ ...cover, ...rest, countable: true });
  // Pixels show a closed wood whose crowns were not found: no ground makes their number one.
  expect(fields("known", 1.2)).toMatchObject({ ...cover, countable: false });
  expect(fields("known", 0.5)).toMatchObject({ countable: true });
});

test("an image taken while leaves are off calls no tree dead, by the date and the season that it is given", async () => {
  const browned = drawScene({ seed: 20, lon: 68.78, lat: 38.56, date: 1, size: 480 });
  const path = join(folder, "browned.tif");
  await writeFile(path, encodeScene(browned));
  const statesOf = async (...args: string[]) => {
    const { code, stdout, stderr } = await nihol(path, ...args);
    expect(code, stderr).toBe(0);
    const found = JSON.parse(stdout);
    const states: string[] = found.features.map((one: Tree) => one.properties.green);
    for (const state of ["green", "not_green", "unsure"])
      expect(found.green[state]).toBe(states.filter((one) => one === state).length);
    return { ...found.green, reasons: found.reasons, stderr };
  };
  type Tree = { properties: { green: string } };
  const summer = await statesOf("--date", "2026-06-15");
  expect(summer).toMatchObject({ leaves_off: false, text: null });
  expect(summer.not_green).toBeGreaterThan(0);
  const winter = await statesOf("--date", "2026-01-15");
  const unsure = summer.unsure + summer.not_green;
  expect(winter).toMatchObject({ green: summer.green, not_green: 0, unsure, leaves_off: true });
  expect(winter.text).toContain(`: ${unsure}, for a leafless tree may live`);
  expect(winter.stderr).toContain(winter.text);
  expect(winter.reasons).toEqual([...summer.reasons, "season"]);
  // The command line's season takes precedence over that of the latitude.
  const valley = await statesOf("--date", "2026-06-15", "--leaf-off", "10-01/06-30");
  expect(valley).toMatchObject({ not_green: 0, unsure, leaves_off: true });
  const evergreen = await statesOf("--date", "2026-01-15", "--leaf-off", "never");
  expect(evergreen).toMatchObject({ not_green: summer.not_green, leaves_off: false });
}, 180_000);

test.each([
  [["--leaf-off", "11-31/03-01"], "first and last day such as 11-01/03-31"],
  [["--date", "2026-02-30"], "a day such as 2026-05-14"],
])("%j is refused with how to say it", async (args, said) => {
  const { code, stderr } = await nihol(join(folder, "scene.tif"), ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(said);
});

test("a PNG gives boxes in pixels, with the scale it was given", async () => {
  const { code, stdout } = await nihol(join(folder, "scene.png"), "--gsd", "0.25");
  expect(code).toBe(0);
  const found = JSON.parse(stdout);
  expect(found).toMatchObject({ width: 480, height: 480, gsd_m: 0.25 });
  expect(Math.abs(found.trees.length - scene.trees.length)).toBeLessThan(scene.trees.length / 4);
  expect(found.trees[0].box).toHaveLength(4);
}, 180_000);

test("a file whose colours are stored at half resolution is told, and what to send in its place", async () => {
  const saved = (name: string, ...args: string[]) => {
    const to = join(folder, name);
    const three = ["-b", "1", "-b", "2", "-b", "3"];
    execFileSync("gdal_translate", ["-q", ...three, ...args, join(folder, "scene.tif"), to]);
    return to;
  };
  const jpeg = ["-co", "COMPRESS=JPEG"];
  const half = await nihol(saved("half.tif", ...jpeg, "-co", "PHOTOMETRIC=YCBCR"));
  const whole = await nihol(saved("whole.tif", ...jpeg));
  const photo = await nihol(saved("half.jpg", "-of", "JPEG"), "--gsd", "0.25");
  for (const { code, stdout, stderr } of [half, photo]) {
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ half_colours: true });
    expect(JSON.parse(stdout).note).toContain("4:4:4");
    expect(stderr).toContain("small trees");
  }
  const fine = await nihol(join(folder, "half.jpg"), "--gsd", "0.1");
  for (const { stdout } of [whole, fine])
    expect(JSON.parse(stdout)).not.toHaveProperty("half_colours");
  expect(whole.stderr).not.toContain("4:4:4");
}, 180_000);

test("an image that was blown up is looked at in the scale of what it shows, and says so", async () => {
  const path = join(folder, "larger.png");
  await sharp(join(folder, "scene.png")).resize(960, 960, { kernel: "linear" }).toFile(path);
  const [asTaken, larger] = [
    await nihol(join(folder, "scene.png"), "--gsd", "0.25"),
    await nihol(path, "--gsd", "0.125"),
  ];
  expect(larger.code, larger.stderr).toBe(0);
  const [taken, found] = [JSON.parse(asTaken.stdout), JSON.parse(larger.stdout)];
  expect(taken.shown_gsd_m).toBeUndefined();
  expect(found).toMatchObject({ gsd_m: 0.125, shown_gsd_m: 0.25, threshold: taken.threshold });
  expect(found.smallest_crown_m).toBe(taken.smallest_crown_m);
  expect(Math.abs(Math.log(found.count / taken.count))).toBeLessThan(0.15);
  expect(larger.stderr).toContain("no more than an image of about 0.25 m a pixel");
  // Of 0.6 m by its pixels and 1.2 by what they show.
  const coarse = JSON.parse((await nihol(path, "--gsd", "0.6")).stdout);
  expect(coarse).toMatchObject({ count: null, reason: "too_coarse", shown_gsd_m: 1.2 });
}, 180_000);

test("young trees in rows are looked for where they are asked for, and their empty places named", async () => {
  const plan = { ground: "soil", crownMeters: 1, rows: 3, spacing: 2, gaps: 0.1, seed: 5 } as const;
  const sun = { dx: -0.75, dy: -0.66, shadowLength: 0.6 };
  const drawn = photographPlanting(drawPlanting({ ...plan, sun, side: 28 }), 0.2, 3, 5);
  const { data, width, height } = drawn;
  const path = join(folder, "young.png");
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path);
  const { stdout, stderr } = await nihol(path, "--gsd", "0.2", "--rows", "--classical");
  const found = JSON.parse(stdout);
  expect(found.rows).toHaveLength(1);
  const [{ spacing_m, places, occupied, low, high }] = found.rows;
  expect(spacing_m[0]).toBeCloseTo(2, 1);
  expect(spacing_m[1]).toBeCloseTo(3, 1);
  expect(found.missing_places).toHaveLength(places - occupied);
  for (const { score } of found.missing_places) expect(score).toBeGreaterThan(0.5);
  expect(stderr).toContain(`${places} places, ${occupied} occupied (90 %: ${low} to ${high})`);
}, 180_000);

test("a PNG without a scale says what is assumed", async () => {
  const { code, stderr } = await nihol(join(folder, "scene.png"), "--format", "boxes");
  expect(code).toBe(0);
  expect(stderr).toContain("0.2 m is assumed");
}, 180_000);

test("an image on which crowns cannot be distinguished gives its green level, and why no trees", async () => {
  const { code, stdout, stderr } = await nihol(join(folder, "scene.png"), "--gsd", "5");
  expect(code).toBe(0);
  const found = JSON.parse(stdout);
  expect(found).toMatchObject({ count: null, reason: "too_coarse", trees: [], green_index: "GLI" });
  expect(found.green_level_percent).toBeGreaterThan(5);
  expect(stderr).toContain("This image has 5 m a pixel");
  expect(stderr).toContain("NIHOL_MAX_COUNT_GSD_M");
}, 180_000);

test("an image without a place cannot become GeoJSON", async () => {
  const { code, stderr } = await nihol(join(folder, "scene.png"), "--format", "geojson");
  expect(code).toBe(1);
  expect(stderr).toContain("--format boxes");
}, 180_000);

test.each([
  [[], 2],
  [["a.tif", "b.tif"], 2],
  [["a.tif", "--threshold", "2"], 2],
  [["a.tif", "--format", "kml"], 2],
  [["/does/not/exist.tif"], 1],
  [[COMMAND], 1],
  [["--help"], 0],
])(
  "%j ends with code %i",
  async (args, code) => {
    const ran = await nihol(...args);
    expect(ran.code).toBe(code);
    if (code > 0) expect(ran.stderr.length).toBeGreaterThan(10);
    expect(ran.stderr).not.toContain("    at ");
  },
  30_000,
);
