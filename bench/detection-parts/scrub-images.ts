/** Drawn dry land on which shrubs look like the trees beside them: labels of the trees alone. */
import type { Pixels } from "@nihol/vision/pixels/pixels";
import { photographPlanting } from "@nihol/vision/scene/planting-scene";
import { boxOfPlant, drawScrub } from "@nihol/vision/scene/scrub-scene";
import type { LabelledImage } from "../../apps/worker/src/coco/read-coco.ts";

const GSD_METERS = 0.2;
const SUN = { dx: -0.7, dy: -0.7, shadowLength: 0.9 };

/** `count` images of 60 m a side with some ten trees and eighty shrubs each; the same count gives the same images. */
export function drawnScrubImages(count: number): { image: LabelledImage; pixels: Pixels }[] {
  return Array.from({ length: count }, (_, i) => {
    const seed = 100 + i;
    const drawn = drawScrub({ seed, side: 60, shrubs: 220, trees: 30, sun: SUN });
    const pixels = photographPlanting(drawn, GSD_METERS, 3, seed);
    const trees = drawn.plants.filter(({ kind }) => kind === "tree");
    const boxes = trees.map((tree) => boxOfPlant(tree, GSD_METERS));
    const { width, height } = pixels;
    const image = {
      path: `scrub-${seed}`,
      width,
      height,
      gsdMeters: GSD_METERS,
      boxes,
      ignore: [],
    };
    return { image, pixels };
  });
}
