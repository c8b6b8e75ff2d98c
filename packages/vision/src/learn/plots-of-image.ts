import type { DescribedCandidate } from "../detect/detector.ts";
import { boxIou } from "../detect/nms.ts";
import type { Box } from "../pixels/pixels.ts";
import type { LabelledPlot } from "./learn-ground.ts";
import { TREE_APART_METERS, TREE_OVERLAP } from "./match-labels.ts";

export type LabelledGround = {
  id: string;
  width: number;
  height: number;
  gsdMeters: number;
  boxes?: readonly Box[];
  points?: readonly (readonly [number, number])[];
  /** Ground where nobody knows, pixels. */
  ignore: readonly Box[];
  candidates: readonly DescribedCandidate[];
};

/** A candidate is no tree below this overlap with every label, or this far from every point; between it teaches nothing. */
const NONE = { overlap: 0.25, meters: 4.5 };

/** Tells whether a candidate is a tree by the labels of its image; undefined where it may be either. */
function isTreeOf(
  { boxes, points = [], gsdMeters }: LabelledGround,
  candidate: DescribedCandidate,
) {
  if (boxes) {
    const overlap = Math.max(0, ...boxes.map((label) => boxIou(candidate.box, label)));
    return overlap > TREE_OVERLAP || (overlap < NONE.overlap ? false : undefined);
  }
  const { x, y } = candidate;
  const apart = Math.min(...points.map(([u, v]) => Math.hypot(x - u, y - v))) * gsdMeters;
  return apart <= TREE_APART_METERS || (apart > NONE.meters ? false : undefined);
}

const isIn = (x: number, y: number, [x0, y0, x1, y1]: Box): boolean =>
  x >= x0 && x < x1 && y >= y0 && y < y1;

/** A labelled image as `side` × `side` plots: a tree and a candidate belong to the one in which their centre lies. */
export function plotsOfImage(image: LabelledGround, side: number): LabelledPlot[] {
  const { id, width, height, gsdMeters, boxes, points, ignore } = image;
  const candidates = image.candidates.map((one) => ({ ...one, isTree: isTreeOf(image, one) }));
  const isKnown = (x: number, y: number) => !ignore.some((box) => isIn(x, y, box));
  return Array.from({ length: side * side }, (_, at): LabelledPlot => {
    const [column, row] = [at % side, Math.floor(at / side)];
    const cell: Box = [
      (column * width) / side,
      (row * height) / side,
      ((column + 1) * width) / side,
      ((row + 1) * height) / side,
    ];
    const isOwn = (x: number, y: number) => isIn(x, y, cell) && isKnown(x, y);
    return {
      id: `${id}/${at}`,
      gsdMeters,
      areaM2: ((width * height) / side ** 2) * gsdMeters ** 2,
      ...(boxes
        ? { boxes: boxes.filter(([x0, y0, x1, y1]) => isOwn((x0 + x1) / 2, (y0 + y1) / 2)) }
        : {}),
      ...(points ? { points: points.filter(([x, y]) => isOwn(x, y)) } : {}),
      candidates: candidates.filter(({ x, y }) => isOwn(x, y)),
    };
  });
}
