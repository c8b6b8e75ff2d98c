/** Fragments that staff looked through, with their trees, as COCO: what `training/` learns from. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileStore } from "@nihol/db/file-store";
import type { Database } from "@nihol/db/tables";
import { applyAffine } from "@nihol/vision/affine";
import { fragmentAt, fragmentGrid, type PixelRect } from "@nihol/vision/fragment-grid";
import { openRaster, readPixels } from "@nihol/vision/raster";
import { toBytes } from "@nihol/vision/stretch";
import { type Kysely, sql } from "kysely";
import sharp from "sharp";
import type { PictureFacts } from "./picture-facts.ts";

const GREEN_NAMES = ["not_green", "green", "unsure"] as const;

interface Picture {
  id: number;
  captured_on: string;
  cog_key: string;
  facts: PictureFacts;
  width: number;
  height: number;
  model: string | null;
}

interface Tree {
  fragment: number;
  score: number;
  green: 0 | 1 | 2;
  box: [number, number, number, number];
  crown: number[];
}

/** The pictures of an export and the marks on them, with what COCO has no field for beside. */
export interface CocoFile {
  info: { description: string; date_created: string };
  categories: { id: number; name: string }[];
  images: object[];
  annotations: object[];
}

async function reviewedFragments(db: Kysely<Database>, image: number) {
  return db
    .selectFrom("fragment")
    .select(["n", "review"])
    .where("whole_image_id", "=", image)
    .where("review", "in", ["accepted", "corrected"])
    .orderBy("n")
    .execute();
}

/** Trees whose box reaches into a rectangle of the image. */
async function treesIn(db: Kysely<Database>, image: number, core: PixelRect): Promise<Tree[]> {
  const { rows } = await sql<Tree>`
    select fragment, score, green, box, crown from tree
    where whole_image_id = ${image} and box[1] < ${core.x + core.width} and box[3] > ${core.x}
      and box[2] < ${core.y + core.height} and box[4] > ${core.y}
    order by fragment, id`.execute(db);
  return rows;
}

/** The core alone: beside it the neighbour decides what is a tree. Lossless; near infrared goes along. */
async function writePicture(path: string, file: string, picture: Picture, core: PixelRect) {
  const raster = await openRaster(path, picture.facts);
  const pixels = await readPixels(raster, core.x, core.y, core.width, core.height);
  const { width, height, bands } = pixels;
  const bytes = toBytes(pixels, picture.facts.stretch);
  const image = sharp(bytes, { raw: { width, height, channels: bands } });
  await (bands === 4 ? image.tiff({ compression: "deflate" }) : image.png()).toFile(file);
}

function markOf(tree: Tree, core: PixelRect, own: boolean) {
  const inside = (v: number, start: number, length: number): number =>
    Math.min(length, Math.max(0, v - start));
  const [x0, x1] = [tree.box[0], tree.box[2]].map((v) => inside(v, core.x, core.width));
  const [y0, y1] = [tree.box[1], tree.box[3]].map((v) => inside(v, core.y, core.height));
  const [left = 0, right = 0, top = 0, bottom = 0] = [x0, x1, y0, y1];
  const bbox = [left, top, right - left, bottom - top];
  const area = (right - left) * (bottom - top);
  // A neighbour's tree that reaches in: its ground is known to be no bare ground, and no more.
  if (!own) return { bbox, area, iscrowd: 1 };
  const ring = tree.crown.map((v, i) => v - (i % 2 === 0 ? core.x : core.y));
  const attributes = { status: "accepted", score: tree.score, green: GREEN_NAMES[tree.green] };
  return { bbox, area, iscrowd: 0, segmentation: [ring], attributes };
}

/**
 * Writes the fragments of an image that were accepted or corrected into `folder`: a picture each,
 * and `corrections.json`, which `training/nihol_training/coco.py` reads. A fragment that was
 * rejected or not looked at is left out.
 * @returns how many pictures and trees were written
 * @throws Error when there is no such image
 */
export async function exportCoco(
  { db, files }: { db: Kysely<Database>; files: Pick<FileStore, "path"> },
  image: number,
  folder: string,
): Promise<{ pictures: number; trees: number }> {
  const picture = (await db
    .selectFrom("whole_image")
    .select(["id", "captured_on", "cog_key", "facts", "width", "height", "model"])
    .where("id", "=", image)
    .executeTakeFirst()) as Picture | undefined;
  if (!picture) throw new Error(`There is no image ${image}.`);
  await mkdir(folder, { recursive: true });
  const coco: CocoFile = {
    info: {
      description: `Fragments of image ${image} that were looked through`,
      date_created: new Date().toISOString(),
    },
    categories: [{ id: 1, name: "tree" }],
    images: [],
    annotations: [],
  };
  const grid = fragmentGrid(picture.width, picture.height);
  let trees = 0;
  for (const { n, review } of await reviewedFragments(db, image)) {
    const { core } = fragmentAt(grid, n);
    const name = `image-${image}-${n}.${picture.facts.roles.nir ? "tif" : "png"}`;
    await writePicture(files.path(picture.cog_key), join(folder, name), picture, core);
    coco.images.push(describe(picture, n, review, name, core));
    for (const tree of await treesIn(db, image, core)) {
      const own = tree.fragment === n;
      if (own) trees++;
      const id = coco.annotations.length + 1;
      coco.annotations.push({ id, image_id: n, category_id: 1, ...markOf(tree, core, own) });
    }
  }
  await writeFile(join(folder, "corrections.json"), `${JSON.stringify(coco, null, 1)}\n`);
  return { pictures: coco.images.length, trees };
}

function describe(picture: Picture, n: number, review: string, name: string, core: PixelRect) {
  const { affine, proj4, gsdMeters } = picture.facts;
  const [east, north] = applyAffine(affine, core.x, core.y);
  return {
    id: n,
    file_name: name,
    width: core.width,
    height: core.height,
    gsd_m: gsdMeters,
    site: `image-${picture.id}`,
    place: `image-${picture.id}/${n}`,
    date_captured: picture.captured_on,
    review,
    model: picture.model,
    affine: [east, affine[1], affine[2], north, affine[4], affine[5]],
    proj4,
  };
}
