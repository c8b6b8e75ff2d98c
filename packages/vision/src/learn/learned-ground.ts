import { readFile } from "node:fs/promises";
import { candidateFeatureNames } from "../detect/candidate-features.ts";
import type { CandidateScorer } from "../detect/detector.ts";
import type { LearnedTrees } from "./learn-ground.ts";
import { probabilityOf } from "./ridge-logistic.ts";

/** Lessons of people's labels on one ground: a source of images, its camera, season and region. */
export type LearnedGround = Omit<LearnedTrees, "before" | "after"> & {
  name: string;
  /** ISO time of learning. */
  learnedAt: string;
  /** SHA-256 of the networks whose candidates it weighs: with others it says nothing. */
  network: string;
  features: string[];
  /** Metres a pixel of its images, and whether they have near infrared. */
  gsdMeters: number;
  hasNir: boolean;
  /** Mean of what its images look like (`lookFeatures`). */
  look: number[];
  /** Labels that it learned from, and whose plots say how far counts are off. */
  labels: { images: number; plots: number; trees: number };
  before: { f1: number; found: number };
  after: { f1: number; found: number };
  /** Tells whether F1 grew by more than the error of that: else the networks' own scores stay. */
  isBetter: boolean;
};

/** Images of a ground differ no more in metres a pixel than by this factor. */
const SAME_GSD = 1.5;
/** Reasons for which a ground says nothing of an image. */
export type OtherGround = "network" | "resolution" | "bands" | "look";

/**
 * Says why lessons do not hold for an image; undefined where they do.
 * @param distance of the image's look from the ground's, as a multiple of what is usual within one source
 */
export function otherGround(
  ground: LearnedGround,
  image: { network: string; gsdMeters: number; hasNir: boolean; distance: number },
): OtherGround | undefined {
  if (image.network !== ground.network) return "network";
  const octaves = Math.abs(Math.log(image.gsdMeters / ground.gsdMeters));
  if (octaves > Math.log(SAME_GSD)) return "resolution";
  if (image.hasNir !== ground.hasNir) return "bands";
  return image.distance > 1 ? "look" : undefined;
}

/** Makes of lessons what detection uses. */
export function scorerOf({
  model,
  lowest,
}: Pick<LearnedTrees, "model" | "lowest">): CandidateScorer {
  return { lowest, probabilityOf: (features) => probabilityOf(model, features) };
}

const areNumbers = (values: unknown, length: number): boolean =>
  Array.isArray(values) && values.length === length && values.every((v) => Number.isFinite(v));

/** Reads what was learned of a ground. @throws when the file is none, or of other features */
export async function readLearnedGround<More>(path: string): Promise<LearnedGround & More> {
  const ground: LearnedGround & More = JSON.parse(await readFile(path, "utf8"));
  const n = candidateFeatureNames.length;
  const { model, features } = ground;
  const isWhole =
    String(features) === String(candidateFeatureNames) &&
    areNumbers(model?.mean, n) &&
    areNumbers(model?.spread, n) &&
    areNumbers(model?.weights, n + 1) &&
    typeof ground.threshold === "number" &&
    typeof ground.lowest === "number";
  if (!isWhole) throw new Error(`${path} is no ground that this version learned.`);
  return ground;
}
