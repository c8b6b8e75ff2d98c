/** Lessons of a ground, as `nihol detect --ground` uses it and says so. */
import type { ImageLook } from "@nihol/contract/values/imagery/familiarity";
import type { GroundAssessment, GroundCard } from "@nihol/counting/ground/assess-ground";
import { narrowedByPlots, plotsOfPlaces } from "@nihol/counting/ground/independent-plots";
import { rangeByPlots } from "@nihol/counting/ground/plot-range";
import { type OtherGround, otherGround } from "@nihol/vision/learn/learned-ground";
import { distanceFromGround, type GroundFile } from "../learning/learn-from-images.ts";

/** An image as it is compared with a ground. */
interface SeenImage {
  network: string;
  gsdMeters: number;
  hasNir: boolean;
  /** Absent before the image was looked at: all but its look is compared then. */
  look?: ImageLook;
}

const reasons: Record<OtherGround, string> = {
  network: "it was learned with another model",
  resolution: "its images have another number of metres a pixel",
  bands: "of the two only one has near infrared",
  look: "this image looks otherwise",
};

/** Says in words why lessons are not used on an image; undefined where they are. */
export function otherGroundText(
  ground: GroundFile,
  card: GroundCard,
  image: SeenImage,
): string | undefined {
  const distance = image.look ? distanceFromGround(ground, card, image.look) : 0;
  const why = otherGround(ground, { ...image, distance });
  return why && `The ground "${ground.name}" is not used: ${reasons[why]}.`;
}

/**
 * The range that the plots of the ground give a count of trees at these places, in metres. Counted ground is known, so no
 * range on it is too wide.
 */
export function assessedByPlots(
  { ratio }: GroundFile,
  places: readonly (readonly [number, number])[],
): GroundAssessment {
  const plots = plotsOfPlaces(places, ratio.plotM2);
  const range = narrowedByPlots(rangeByPlots(ratio, places.length), plots);
  const trees = places.length;
  const known = { familiarity: "known" as const, reasons: [], foreignness: 0 };
  return { ...known, ...range, trees, tooWide: Infinity, plotM2: ratio.plotM2 };
}

/** Fields that name the ground beside a count. */
export function groundFields({ name, learnedAt, labels, before, after, isBetter }: GroundFile) {
  return { name, learned_at: learnedAt, labels, before, after, used: isBetter };
}

/** The same in words. */
export const groundUsedText = ({ name, labels: { trees, plots } }: GroundFile): string =>
  `By what ${trees} labelled trees on ${plots} plots taught of the ground "${name}".`;
