import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { photographPlanting } from "@nihol/vision/scene/planting-scene";
import { boxOfPlant, drawScrub } from "@nihol/vision/scene/scrub-scene";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";

const GSD = 0.2;
let folder: string;
let labels: string;

type Ran = { code: number; stdout: string; stderr: string };

function nihol(command: "learn" | "detect", ...args: string[]): Promise<Ran> {
  const program = join(import.meta.dirname, `../../src/cli/${command}-command.ts`);
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { maxBuffer: 1e8 }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    );
  });
}

/** Dry land with shrubs that look like trees, as a PNG; its trees as COCO boxes. */
async function drawImage(seed: number) {
  const sun = { dx: -0.7, dy: -0.7, shadowLength: 0.9 };
  const drawn = drawScrub({ seed, side: 60, shrubs: 220, trees: 30, sun });
  const { data, width, height } = photographPlanting(drawn, GSD, 3, seed);
  const file = `scrub-${seed}.png`;
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(join(folder, file));
  const boxes = drawn.plants
    .filter(({ kind }) => kind === "tree")
    .map((tree) => boxOfPlant(tree, GSD))
    .map(([x0, y0, x1, y1]) => [x0, y0, x1 - x0, y1 - y0]);
  return { seed, file, width, height, boxes };
}

type Drawn = Awaited<ReturnType<typeof drawImage>>;

function coco(images: readonly Drawn[], own: object = {}): string {
  return JSON.stringify({
    images: images.map(({ seed: id, file: file_name, width, height }) => ({
      ...{ id, file_name, width, height, gsd_m: GSD },
      ...own,
    })),
    annotations: images.flatMap(({ seed: image_id, boxes }) =>
      boxes.map((bbox) => ({ image_id, category_id: 1, bbox })),
    ),
  });
}

let taught: Drawn[];
let other: Drawn;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "nihol-learn-test-"));
  const images = await Promise.all([201, 202, 203, 204, 205].map(drawImage));
  other = images.pop() as Drawn;
  taught = images;
  labels = join(folder, "labels.json");
  await writeFile(labels, coco(taught));
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

test("four labelled images part the shrubs of a fifth from its trees, with a range to decide by", async () => {
  const ground = join(folder, "ground.json");
  const learned = await nihol("learn", labels, "--name", "Dry hills", "--out", ground);
  expect(learned.code, learned.stderr).toBe(0);
  expect(learned.stderr).toContain("is used");
  const file = JSON.parse(await readFile(ground, "utf8"));
  expect(file).toMatchObject({ name: "Dry hills", isBetter: true, labels: { images: 4 } });
  expect(file.after.f1).toBeGreaterThan(file.before.f1 + 0.2);

  const image = [join(folder, other.file), "--gsd", String(GSD)];
  const plain = JSON.parse((await nihol("detect", ...image)).stdout);
  const { stdout, stderr } = await nihol("detect", ...image, "--ground", ground);
  const found = JSON.parse(stdout);
  const truth = other.boxes.length;
  expect(Math.abs(found.count - truth)).toBeLessThan(Math.abs(plain.count - truth));
  expect(Math.abs(found.count - truth)).toBeLessThanOrEqual(3);
  expect(found.range.low).toBeLessThanOrEqual(truth);
  expect(found.range.high).toBeGreaterThanOrEqual(truth);
  expect((found.range.high + 1) / (found.range.low + 1)).toBeLessThan(3);
  expect(found).toMatchObject({ familiarity: "known", ground: { name: "Dry hills", used: true } });
  expect(stderr).toContain('taught of the ground "Dry hills"');
}, 240_000);

test("on other ground what was learned is not used, and that is said", async () => {
  const ground = join(folder, "ground.json");
  const image = [join(folder, other.file), "--gsd", String(GSD * 2)];
  const { stdout, stderr } = await nihol("detect", ...image, "--ground", ground);
  expect(stderr).toContain('The ground "Dry hills" is not used');
  expect(stderr).toContain("another number of metres a pixel");
  expect(JSON.parse(stdout).ground).toBeUndefined();
  const otherModel = JSON.parse(await readFile(ground, "utf8"));
  await writeFile(ground, JSON.stringify({ ...otherModel, network: "0".repeat(64) }));
  const again = await nihol("detect", image[0] ?? "", "--gsd", String(GSD), "--ground", ground);
  expect(again.stderr).toContain("learned with another model");
}, 240_000);

test("labels that cannot teach are refused with what to do", async () => {
  const out = ["--name", "x", "--out", join(folder, "x.json")];
  const refused = async (text: string) => {
    const file = join(folder, "bad.json");
    await writeFile(file, text);
    const { code, stderr } = await nihol("learn", file, ...out);
    expect(code, stderr).toBe(1);
    return stderr;
  };
  expect(await refused("{}")).toContain("it is no COCO file");
  expect(await refused(coco(taught, { gsd_m: undefined }))).toContain('Add "gsd_m" to it');
  expect(await refused(coco(taught, { partial: true }))).toContain("no image whose trees are all");
  expect(await refused(coco([]))).toContain("no image");
  expect((await nihol("learn", labels, "--out", "y.json")).code).toBe(2);
  expect((await nihol("learn", ...out)).stderr).toContain("Which labels?");
}, 240_000);
