/** Scores the comparison of a real pair of images against what is seen in it by eye. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ChangeRange, rangeOfChange } from "@nihol/counting/change-range";
import { type ChangeRecord, evidenceParts } from "@nihol/vision/compare/decide";
import { treeLikelihood } from "@nihol/vision/compare/tree-likelihood";
import type { KnownSingle } from "./compare-fit.ts";
import type { compareSeen, SeenImage } from "./compare-seen.ts";

type Pixel = [number, number];

/** Trees that were seen by eye to come and go; those that are unsure stand apart. */
export interface TruePair {
  place: string;
  lost: Pixel[];
  lostUnsure: Pixel[];
  planted: Pixel[];
  plantedUnsure: Pixel[];
  note: string;
}

export function readTruth(): TruePair[] {
  const path = join(import.meta.dirname, "real-truth.json");
  return (JSON.parse(readFileSync(path, "utf8")) as { pairs: TruePair[] }).pairs;
}

export interface RealScore {
  said: number;
  /** Of those said: trees that were seen to come or go, and such of which the eye is unsure. */
  right: number;
  unsure: number;
  truth: [low: number, high: number];
  range: ChangeRange;
  /** The range holds a number that the eye would accept. */
  held: boolean;
  /** Where what was said is wrong, and what was missed; for the eyes. */
  wrong: Pixel[];
  missed: Pixel[];
}

/** The eye points at a crown within so many pixels, and the detector within its own radius. */
const TOLERANCE = 7;

/** Takes the nearest free place for each detection; returns the places left. */
function take(places: Pixel[], found: { x: number; y: number; radius: number }[]) {
  const left = [...places];
  const rest = found.filter(({ x, y, radius }) => {
    const far = left.map(([px, py]) => Math.hypot(px - x, py - y));
    const nearest = far.indexOf(Math.min(...far));
    if (nearest < 0 || (far[nearest] as number) > Math.max(TOLERANCE, 1.2 * radius)) return true;
    left.splice(nearest, 1);
    return false;
  });
  return { left, rest };
}

/**
 * The trees that only one image's detections have, with what the eye says of them; without those of which it is unsure.
 * Several detections may stand for one crown.
 */
export function knownSingles(
  seen: readonly [SeenImage, SeenImage],
  { compared, weak }: Awaited<ReturnType<typeof compareSeen>>,
  truth: TruePair,
): KnownSingle[] {
  return compared.singles.flatMap((single, i) => {
    const parts = single.unseen ? undefined : evidenceParts(single, compared.usual, weak[i]);
    if (!parts || !single.measurement) return [];
    const own = seen[single.side];
    const { x, y, areaM2 } = own.strong[single.tree] as SeenImage["strong"][number];
    const reach = Math.max(TOLERANCE, 1.2 * (Math.sqrt(areaM2 / Math.PI) / own.image.gsdMeters));
    const isAt = (places: Pixel[]) =>
      places.some(([px, py]) => Math.hypot(px - x, py - y) <= reach);
    const state = single.side === 0 ? "lost" : "planted";
    const hasChanged = isAt(truth[state]);
    if (!hasChanged && isAt(truth[`${state}Unsure`])) return [];
    const { appearance } = single.measurement;
    const tree = treeLikelihood({
      appearance,
      strength: single.strength,
      radius: single.place.radius,
    });
    return [{ pair: truth.place, isReal: true, parts, tree, hasChanged }];
  });
}

export function scoreState(
  state: "planted" | "lost",
  seen: readonly [SeenImage, SeenImage],
  { compared, decision }: Awaited<ReturnType<typeof compareSeen>>,
  truth: TruePair,
): RealScore {
  const side = state === "planted" ? 1 : 0;
  const own = seen[side];
  const numberOf = ({ before, after }: ChangeRecord) => (side === 0 ? before : after) ?? -1;
  const mine = decision.records.filter(({ before, after }) =>
    side === 0 ? after === undefined : before === undefined,
  );
  const open = mine.filter((record) => record.state !== "not_visible");
  const said = mine
    .filter((record) => record.state === state)
    .map((record) => {
      const { x, y, areaM2 } = own.strong[numberOf(record)] as SeenImage["strong"][number];
      return { x, y, radius: Math.sqrt(areaM2 / Math.PI) / own.image.gsdMeters };
    });
  const range = rangeOfChange([
    {
      count: said.length,
      expected: open.reduce((sum, { chance }) => sum + chance, 0),
      variance: open.reduce((sum, { chance }) => sum + chance * (1 - chance), 0),
      kept: compared.matches.length,
      recall: side === 0 ? decision.recall.before : decision.recall.after,
    },
  ]);
  const sure = take(truth[state], said);
  const guessed = take(truth[`${state}Unsure`], sure.rest);
  const [low, high] = [truth[state].length, truth[state].length + truth[`${state}Unsure`].length];
  return {
    said: said.length,
    right: said.length - sure.rest.length,
    unsure: sure.rest.length - guessed.rest.length,
    truth: [low, high],
    range,
    held: range.low <= high && range.high >= low,
    wrong: guessed.rest.map(({ x, y }) => [x, y]),
    missed: sure.left,
  };
}
