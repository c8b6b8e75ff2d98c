/** Labels of people as COCO, from this product or another: what `training/nihol_training/coco.py` reads, read alike. */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Box } from "@nihol/vision/pixels/pixels";

export interface LabelledImage {
  path: string;
  width: number;
  height: number;
  gsdMeters: number;
  /** All trees by their boxes, or all by points, in pixels; never both. */
  boxes?: Box[];
  points?: [number, number][];
  /** Ground where nobody knows. */
  ignore: Box[];
}

interface CocoImage {
  id: number;
  file_name: string;
  width: number;
  height: number;
  gsd_m?: number;
  partial?: boolean;
}

interface CocoAnnotation {
  image_id: number;
  bbox?: [number, number, number, number];
  keypoints?: number[];
  iscrowd?: number;
  attributes?: { status?: string };
}

/** Around a point beside boxes nobody knows how wide its crown is, in metres. */
const POINT_RADIUS_METERS = 2;

const boxOf = ([x, y, width, height]: [number, number, number, number]): Box => [
  x,
  y,
  x + width,
  y + height,
];

function labelsOf(annotations: readonly CocoAnnotation[], gsdMeters: number) {
  const known = annotations.filter(({ attributes }) => attributes?.status !== "rejected");
  const boxed = known.flatMap(({ bbox, iscrowd }) => (bbox ? [{ box: boxOf(bbox), iscrowd }] : []));
  const boxes = boxed.filter(({ iscrowd }) => !iscrowd).map(({ box }) => box);
  const crowd = boxed.filter(({ iscrowd }) => iscrowd).map(({ box }) => box);
  const points = known.flatMap(({ bbox, keypoints = [] }): [number, number][] => {
    const [x, y] = keypoints;
    return bbox || x === undefined || y === undefined ? [] : [[x, y]];
  });
  if (points.length > 0 && boxes.length === 0) return { points, ignore: crowd };
  const radius = POINT_RADIUS_METERS / gsdMeters;
  const unknown = points.map(([x, y]): Box => [x - radius, y - radius, x + radius, y + radius]);
  return { boxes, ignore: [...crowd, ...unknown] };
}

/**
 * Images of a COCO file whose trees are all labelled; those marked `partial` are left out, for there a find without a label
 * may be a tree. Images lie beside the file.
 * @throws Error where the file is no COCO or an image does not say its `gsd_m`
 */
export async function readCoco(
  file: string,
): Promise<{ images: LabelledImage[]; partial: number }> {
  const coco: {
    images?: CocoImage[];
    annotations?: CocoAnnotation[];
  } = JSON.parse(await readFile(file, "utf8"));
  if (!Array.isArray(coco.images))
    throw new Error(`${file} holds no list "images": it is no COCO file.`);
  const annotations = Map.groupBy(coco.annotations ?? [], ({ image_id }) => image_id);
  const whole = coco.images.filter(({ partial }) => !partial);
  const images = whole.map((image): LabelledImage => {
    const { id, file_name, width, height, gsd_m } = image;
    if (!gsd_m || !(gsd_m > 0))
      throw new Error(
        `${file}: image ${file_name} does not say how many metres a pixel has. Add "gsd_m" to it.`,
      );
    const path = join(dirname(file), file_name);
    return {
      path,
      width,
      height,
      gsdMeters: gsd_m,
      ...labelsOf(annotations.get(id) ?? [], gsd_m),
    };
  });
  return { images, partial: coco.images.length - whole.length };
}
