/**
 * Corrections as a person makes them in an image: finds that are no tree taken out, trees that were not found added, and
 * nothing said of the rest.
 */
import { APART_METERS } from "@nihol/vision/detect/detect-image";
import { boxIou, type NmsRule, overlapIndex } from "@nihol/vision/detect/nms";
import { TREE_APART_METERS, TREE_OVERLAP } from "@nihol/vision/learn/match-labels";
import { type LabelledGround, plotsOfImage } from "@nihol/vision/learn/plots-of-image";
import type { Example } from "@nihol/vision/learn/ridge-logistic";
import type { Box } from "@nihol/vision/pixels/pixels";

type Place = { box: Box; x: number; y: number };
const middleOf = ([x0, y0, x1, y1]: Box) => ({ x: (x0 + x1) / 2, y: (y0 + y1) / 2 });

/**
 * Training examples out of an image: `corrected` only where a person corrected (each correction decides of every candidate at
 * its place), `kept` the finds that nobody changed, `all` by all of its labels, as where somebody looked over all of it.
 * @param threshold score from which a candidate is a find
 */
export function correctedImage(image: LabelledGround, threshold: number, rule: NmsRule) {
  const [plot] = plotsOfImage(image, 1);
  const candidates = plot?.candidates ?? [];
  const index = overlapIndex<(typeof candidates)[number]>(rule, APART_METERS / image.gsdMeters);
  for (const candidate of candidates) if (candidate.score >= threshold) index.add(candidate);
  const finds = index.take();
  const near = (a: Place, b: Place) =>
    image.boxes
      ? boxIou(a.box, b.box) > TREE_OVERLAP
      : Math.hypot(a.x - b.x, a.y - b.y) * image.gsdMeters <= TREE_APART_METERS;
  const labels: Place[] = image.boxes
    ? (plot?.boxes ?? []).map((box) => ({ box, ...middleOf(box) }))
    : (plot?.points ?? []).map(([x, y]) => ({ box: [x, y, x, y], x, y }));
  const corrections = [
    ...finds.filter((one) => one.isTree === false).map((at) => ({ at, isTree: false })),
    ...labels
      .filter((at) => !finds.some((one) => near(one, at)))
      .map((at) => ({ at, isTree: true })),
  ];
  const corrected = corrections.flatMap(({ at, isTree }) =>
    candidates
      .filter((one) => one.isTree === isTree && near(one, at))
      .map(({ features }): Example => ({ features, isTree, weight: 1 })),
  );
  const kept = finds
    .filter((one) => one.isTree !== false)
    .map(({ features }): Example => ({ features, isTree: true, weight: 1 }));
  const all = candidates.flatMap(({ features, isTree }): Example[] =>
    isTree === undefined ? [] : [{ features, isTree, weight: 1 }],
  );
  return { corrections: corrections.length, corrected, kept, all };
}
