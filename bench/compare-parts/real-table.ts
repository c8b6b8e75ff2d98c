/** The comparison on real pairs, beside what was seen in them by eye: a line a pair, and the sums. */
import { errorSpan } from "@nihol/vision/compare/register";
import type { Detector } from "@nihol/vision/detect/detector";
import type { KnownSingle } from "./compare-fit.ts";
import { compareSeen, lostAndPlanted, seeImage } from "./compare-seen.ts";
import { type Ring, writeCrop } from "./real-crops.ts";
import { listRealPlaces, loadImage } from "./real-pairs.ts";
import { knownSingles, type RealScore, readTruth, scoreState } from "./real-score.ts";

const states = ["planted", "lost"] as const;

interface Sum {
  /** Changes of which the eye was sure. */
  truth: number;
  said: number;
  right: number;
  unsure: number;
  held: number;
}
const noSum = (): Sum => ({ truth: 0, said: 0, right: 0, unsure: 0, held: 0 });

function addScore(into: Sum, { truth, said, right, unsure, held }: RealScore): void {
  into.truth += truth[0];
  into.said += said;
  into.right += right;
  into.unsure += unsure;
  into.held += held ? 1 : 0;
}

const cell = ({ truth, said, right, unsure, range, held }: RealScore) =>
  `by eye ${truth[0] === truth[1] ? truth[0] : truth.join("–")}, said ${said} (${right} right, ${unsure} where the eye is unsure), range ${range.low}–${range.high}${held ? "" : " does not hold it"}`;

/** Figures of several pairs: changes of which the eye is unsure count neither for nor against the precision. */
const figures = ({ truth, said, right, unsure, held }: Sum, pairs: number) => ({
  truth,
  said,
  precision: Math.round((1000 * right) / Math.max(1, said - unsure)) / 1000,
  recall: Math.round((1000 * right) / Math.max(1, truth)) / 1000,
  held: `${held} of ${pairs}`,
});

const ringsOf = (scores: readonly RealScore[]): Ring[] =>
  scores.flatMap(({ wrong, missed }, i) => {
    const side = i === 0 ? 1 : 0;
    return [
      ...wrong.map(([x, y]): Ring => ({ x, y, radius: 6, color: "#f44", side })),
      ...missed.map(([x, y]): Ring => ({ x, y, radius: 8, color: "#ff0", side })),
    ];
  });

/** Undefined where the images are absent. `crops`: a folder for both dates as PNG, wrong red, missed yellow. */
export async function measureRealPairs(
  detector: Detector,
  known: KnownSingle[],
  { crops, most }: { crops?: string | undefined; most: number },
) {
  const places = new Map(listRealPlaces().map((one) => [one.place, one.images]));
  const sums = { planted: noSum(), lost: noSum() };
  let pairs = 0;
  let both = 0;
  for (const truth of readTruth().slice(0, most)) {
    const [first, last] = [places.get(truth.place)?.[0], places.get(truth.place)?.at(-1)];
    if (!first || !last) continue;
    pairs++;
    const [before, after] = [await loadImage(first.path), await loadImage(last.path)];
    const seen = [
      await seeImage(detector, before.pixels, before.image),
      await seeImage(detector, after.pixels, after.image),
    ] as const;
    const result = await compareSeen(seen);
    known.push(...knownSingles(seen, result, truth));
    both += lostAndPlanted(seen, result);
    const scores = states.map((state) => scoreState(state, seen, result, truth));
    for (const [i, state] of states.entries()) addScore(sums[state], scores[i] as RealScore);
    const { low, high } = errorSpan(result.compared.registration);
    const error = `position ± ${low.toFixed(2)} … ${high.toFixed(2)} m`;
    const text = states.map((state, i) => `${state} ${cell(scores[i] as RealScore)}`).join("; ");
    console.log(`${truth.place} ${first.year}–${last.year}: ${text}; ${error}`);
    if (crops) {
      const cut = { x: 0, y: 0, side: before.pixels.width };
      const name = truth.place.replaceAll(" ", "_");
      await writeCrop(crops, name, [before.pixels, after.pixels], cut, ringsOf(scores));
    }
  }
  if (pairs === 0) return undefined;
  return { pairs, planted: figures(sums.planted, pairs), lost: figures(sums.lost, pairs), both };
}
