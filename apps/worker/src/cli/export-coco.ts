/** Fragments that staff reviewed, with their trees, as COCO: what `training/` learns from. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { greenStates, type TreeState, treeReviews } from "@nihol/contract/values/trees";
import type { Database } from "@nihol/db/tables";
import type { FileStore } from "@nihol/store/files/file-store";
import { applyAffine } from "@nihol/vision/coordinates/affine";
import { fragmentAt, fragmentGrid, type PixelRect } from "@nihol/vision/raster/fragment-grid";
import { writeWindow } from "@nihol/vision/raster/window-file";
import type { Kysely } from "kysely";
import {
  countLeftOut,
  findReviewedImage,
  listRemovedFrom,
  listReviewedFragments,
  listTreesIn,
  type ReviewedImage,
  type ReviewedTree,
} from "./coco-queries.ts";

/** The images of an export and their annotations, with what COCO has no field for beside. */
export interface CocoFile {
  info: { description: string; date_created: string };
  categories: { id: number; name: string }[];
  images: object[];
  annotations: object[];
}

export interface CocoWritten {
  fragments: number;
  trees: number;
  /** Left out: fragments that were rejected, and those that nobody looked through. */
  rejected: number;
  unreviewed: number;
}

/** A box within the core, as COCO writes it. */
function boxWithin(box: readonly number[], core: PixelRect) {
  const inside = (v: number, start: number, length: number): number =>
    Math.min(length, Math.max(0, v - start));
  const [x0, x1] = [box[0], box[2]].map((v = 0) => inside(v, core.x, core.width));
  const [y0, y1] = [box[1], box[3]].map((v = 0) => inside(v, core.y, core.height));
  const [left = 0, right = 0, top = 0, bottom = 0] = [x0, x1, y0, y1];
  return { bbox: [left, top, right - left, bottom - top], area: (right - left) * (bottom - top) };
}

const ringWithin = (crown: readonly number[], core: PixelRect) =>
  crown.map((v, i) => v - (i % 2 === 0 ? core.x : core.y));

function annotationOf(tree: ReviewedTree, core: PixelRect, own: boolean) {
  const { bbox, area } = boxWithin(tree.box, core);
  // A neighbour's tree that reaches in: its ground is known to be no bare ground, and no more.
  if (!own) return { bbox, area, iscrowd: 1 };
  // Who accepts a fragment accepts what nobody touched in it.
  const review = treeReviews[tree.review] ?? "new";
  const status = review === "new" ? "accepted" : review;
  const attributes = { status, score: tree.score, green: greenStates[tree.green] };
  return { bbox, area, iscrowd: 0, segmentation: [ringWithin(tree.crown, core)], attributes };
}

/** What the detector took for a tree and a person did not: training leaves it out of the trees. */
const rejectionOf = ({ box, crown, score, green }: TreeState, core: PixelRect) => ({
  ...boxWithin(box, core),
  iscrowd: 0,
  segmentation: [ringWithin(crown, core)],
  attributes: { status: "rejected", score, green },
});

/**
 * Writes the fragments of an image that were accepted or corrected into `folder`: an image each,
 * and `corrections.json`, which `training/nihol_training/coco.py` reads. A fragment that was
 * rejected or not reviewed is left out.
 * @returns how many images and trees were written, and how many fragments were left out
 * @throws Error when there is no such image
 */
export async function exportCoco(
  { db, files }: { db: Kysely<Database>; files: Pick<FileStore, "path"> },
  image: number,
  folder: string,
): Promise<CocoWritten> {
  const reviewed = await findReviewedImage(db, image);
  if (!reviewed) throw new Error(`There is no image ${image}.`);
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
  const grid = fragmentGrid(reviewed.width, reviewed.height);
  let trees = 0;
  for (const { n, review } of await listReviewedFragments(db, image)) {
    const { core } = fragmentAt(grid, n);
    const name = `image-${image}-${n}.${reviewed.facts.roles.nir ? "tif" : "png"}`;
    // The core alone: beside it the neighbour decides what is a tree.
    await writeWindow(files.path(reviewed.cog_key), reviewed.facts, core, join(folder, name));
    coco.images.push(describe(reviewed, n, review, name, core));
    const add = (annotation: object) => {
      const id = coco.annotations.length + 1;
      coco.annotations.push({ id, image_id: n, category_id: 1, ...annotation });
    };
    for (const tree of await listTreesIn(db, image, core)) {
      const own = tree.fragment === n;
      if (own) trees++;
      add(annotationOf(tree, core, own));
    }
    for (const removed of await listRemovedFrom(db, image, n)) add(rejectionOf(removed, core));
  }
  await writeFile(join(folder, "corrections.json"), `${JSON.stringify(coco, null, 1)}\n`);
  return { fragments: coco.images.length, trees, ...(await countLeftOut(db, image)) };
}

function describe(
  reviewed: ReviewedImage,
  n: number,
  review: string,
  name: string,
  core: PixelRect,
) {
  const { affine, proj4, gsdMeters } = reviewed.facts;
  const [east, north] = applyAffine(affine, core.x, core.y);
  return {
    id: n,
    file_name: name,
    width: core.width,
    height: core.height,
    gsd_m: gsdMeters,
    site: `image-${reviewed.id}`,
    place: `image-${reviewed.id}/${n}`,
    date_captured: reviewed.captured_on,
    review,
    model: reviewed.model,
    affine: [east, affine[1], affine[2], north, affine[4], affine[5]],
    proj4,
  };
}
