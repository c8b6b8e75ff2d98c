/** Fragments that staff reviewed, of one image or of many, with their trees, as COCO: what `training/` learns from. */

import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { greenStates, type TreeState, treeReviews } from "@nihol/contract/values/trees";
import type { Db } from "@nihol/db/connection";
import type { FileStore } from "@nihol/store/files/file-store";
import { applyAffine } from "@nihol/vision/coordinates/affine";
import { fragmentAt, fragmentGrid, type PixelRect } from "@nihol/vision/raster/fragment-grid";
import { writeWindow } from "@nihol/vision/raster/window-file";
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
interface CocoFile {
  info: { description: string; date_created: string };
  categories: { id: number; name: string }[];
  images: object[];
  annotations: object[];
}

interface CocoWritten {
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
  // Accepting a fragment accepts its trees that were not reviewed by themselves.
  const review = treeReviews[tree.review] ?? "new";
  const status = review === "new" ? "accepted" : review;
  const attributes = { status, score: tree.score, green: greenStates[tree.green] };
  return { bbox, area, iscrowd: 0, segmentation: [ringWithin(tree.crown, core)], attributes };
}

/** Annotation of a detection that a person deleted since it is no tree: training leaves it out of the trees. */
const rejectionOf = ({ box, crown, score, green }: TreeState, core: PixelRect) => ({
  ...boxWithin(box, core),
  iscrowd: 0,
  segmentation: [ringWithin(crown, core)],
  attributes: { status: "rejected", score, green },
});

type Stores = { db: Db; files: Pick<FileStore, "local"> };

/** Where an image of an export goes: its own file, under a name. */
type Keep = (name: string, path: string) => Promise<void>;

/**
 * Writes the fragments of images that were accepted or corrected into `folder`: an image each, and `corrections.json`,
 * which `training/nihol_training/coco.py` reads. A fragment that was rejected or not reviewed is left out.
 * @param images their numbers; one that was deleted meanwhile is left out
 * @param keep takes each file away as soon as it is written; without it they stay in the folder
 * @param onImage after each image
 * @returns how many fragments and trees were written, and how many fragments were left out
 */
export async function exportCoco(
  stores: Stores,
  images: readonly number[],
  folder: string,
  { keep, onImage }: { keep?: Keep; onImage?: (done: number) => void } = {},
): Promise<CocoWritten> {
  await mkdir(folder, { recursive: true });
  const coco: CocoFile = {
    info: {
      description: `Fragments of ${images.length === 1 ? `image ${images[0]}` : `${images.length} images`} that were looked through`,
      date_created: new Date().toISOString(),
    },
    categories: [{ id: 1, name: "tree" }],
    images: [],
    annotations: [],
  };
  const written: CocoWritten = { fragments: 0, trees: 0, rejected: 0, unreviewed: 0 };
  for (const [at, image] of images.entries()) {
    const reviewed = await findReviewedImage(stores.db, image);
    if (reviewed) {
      written.trees += await addImage(stores, reviewed, folder, coco, keep);
      const { rejected, unreviewed } = await countLeftOut(stores.db, image);
      written.rejected += rejected;
      written.unreviewed += unreviewed;
    }
    onImage?.(at + 1);
  }
  written.fragments = coco.images.length;
  const file = join(folder, "corrections.json");
  await writeFile(file, `${JSON.stringify(coco, null, 1)}\n`);
  await keep?.("corrections.json", file);
  return written;
}

/** Adds the fragments of one image and their trees. @returns how many trees */
async function addImage(
  { db, files }: Stores,
  reviewed: ReviewedImage,
  folder: string,
  coco: CocoFile,
  keep: Keep | undefined,
): Promise<number> {
  const { id: image, cog_key, facts, width, height } = reviewed;
  const grid = fragmentGrid(width, height);
  let trees = 0;
  for (const { n, review } of await listReviewedFragments(db, image)) {
    const { core } = fragmentAt(grid, n);
    const name = `image-${image}-${n}.${facts.roles.nir ? "tif" : "png"}`;
    const path = join(folder, name);
    // The core alone: beside it the neighbour decides what is a tree.
    await writeWindow(await files.local(cog_key), facts, core, path);
    await keep?.(name, path);
    const id = coco.images.length + 1;
    coco.images.push({ id, ...describe(reviewed, n, review, name, core) });
    const add = (annotation: object) => {
      const own = coco.annotations.length + 1;
      coco.annotations.push({ id: own, image_id: id, category_id: 1, ...annotation });
    };
    for (const tree of await listTreesIn(db, image, core)) {
      const own = tree.fragment === n;
      if (own) trees++;
      add(annotationOf(tree, core, own));
    }
    for (const removed of await listRemovedFrom(db, image, n)) add(rejectionOf(removed, core));
  }
  return trees;
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
