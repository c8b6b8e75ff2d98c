/** `imagery.compare`: what became of each tree between two images. */
import { shownGsd } from "@nihol/contract/values/imagery/raster-metadata";
import { traceOf } from "@nihol/contract/values/thrown";
import type { Compared } from "@nihol/vision/compare/compare-images";
import { type Decision, decide } from "@nihol/vision/compare/decide";
import { errorSpan } from "@nihol/vision/compare/register";
import { shiftOf } from "@nihol/vision/compare/shift-field";
import { isFinal, messageOfError } from "../../child/end-message.ts";
import type { CompareChildSide, CompareRequest } from "../../imagery/compare-child.ts";
import { recheckPlaces } from "../../imagery/recheck.ts";
import type { Handler } from "../../runner/job-context.ts";
import type { Services } from "../../runner/services.ts";
import {
  type ComparedImage,
  type ComparedTree,
  claimComparison,
  failComparison,
  findImages,
  listTrees,
  noteComparison,
  writeComparison,
} from "./imagery-compare-rows.ts";

const TRIES = 3;
const NOTE_EVERY_MS = 700;
/** Shares of the whole: pixels first, then the recheck of each image by the detector. */
const PIXELS_SHARE = 0.5;

/** A tree of one of the images has changed, or an image is gone: the result is of no use. */
class NotWanted extends Error {
  override name = "NotWanted";
}

export const compareImagery: Handler<"imagery.compare"> = async ({ comparison }, context) => {
  const { services, signal, retries, isOutage } = context;
  const row = await claimComparison(services.db.sql, comparison);
  if (!row) return;
  const ended = new AbortController();
  const notes = progressNotes(services, comparison, ended);
  try {
    const images = await findImages(services.db.sql, [row.before_id, row.after_id]);
    if (!images) throw new NotWanted("a picture is not counted any more");
    await compare(services, comparison, images, AbortSignal.any([signal, ended.signal]), notes);
  } catch (error) {
    if (ended.signal.aborted) return;
    if (signal.aborted || isOutage(error)) throw error;
    services.log(`comparison ${comparison}: ${traceOf(error)}`);
    const gone = error instanceof NotWanted;
    if (!gone && !isFinal(error) && retries + 1 < TRIES) throw error;
    const message = gone ? { code: "not_found", params: {} } : messageOfError(error);
    await failComparison(services.db.sql, comparison, message);
  }
};

/** Writes at intervals; ends the work when the row is deleted. */
function progressNotes({ db }: Services, id: number, ended: AbortController) {
  let next = 0;
  return (share: number): void => {
    if (Date.now() < next) return;
    next = Date.now() + NOTE_EVERY_MS;
    noteComparison(db.sql, id, share).then(
      (wanted) => wanted || ended.abort(new NotWanted("the comparison is gone")),
      () => {},
    );
  };
}

async function compare(
  services: Services,
  id: number,
  images: [ComparedImage, ComparedImage],
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  const { db } = services;
  const trees: [ComparedTree[], ComparedTree[]] = [
    await listTrees(db.sql, images[0].id),
    await listTrees(db.sql, images[1].id),
  ];
  await using before = await services.files.hold(images[0].cog_key);
  await using after = await services.files.hold(images[1].cog_key);
  const request: CompareRequest = {
    before: sideOf(services, images[0], trees[0], before.path),
    after: sideOf(services, images[1], trees[1], after.path),
  };
  const compared = await services.tasks.compare.run<Compared, number>(request, {
    signal,
    onProgress: (share) => onProgress(share * PIXELS_SHARE),
  });
  const weak = await recheckTrees(services, images, compared, signal, (share) =>
    onProgress(PIXELS_SHARE + (1 - PIXELS_SHARE) * share),
  );
  const decision = decide(compared, weak);
  await writeComparison(db.sql, id, resultOf(compared, decision, trees), decision, trees);
}

function sideOf(
  { finder }: Services,
  image: ComparedImage,
  trees: ComparedTree[],
  path: string,
): CompareChildSide {
  // Trees by what was learned of a ground have probabilities for scores.
  const threshold = image.taught_threshold ?? finder.model.thresholdAt(shownGsd(image.facts));
  return {
    path,
    facts: image.facts,
    coverage: image.coverage,
    trees: trees.flatMap(({ lon, lat, area_m2, score }) => [lon, lat, area_m2, score / threshold]),
  };
}

/** For each single tree the best weak score in the other image; undefined where the image does not show the place. */
async function recheckTrees(
  { finder, files }: Services,
  images: [ComparedImage, ComparedImage],
  { singles }: Compared,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<(number | undefined)[]> {
  const weak = new Array<number | undefined>(singles.length).fill(undefined);
  for (const side of [0, 1] as const) {
    const other = images[side === 0 ? 1 : 0];
    const open = singles.flatMap((one, n) =>
      one.side === side && one.unseen === undefined ? [{ n, place: one.place }] : [],
    );
    await using held = await files.hold(other.cog_key);
    const raster = { path: held.path, facts: other.facts };
    const places = open.map(({ place }) => place);
    const scores = await recheckPlaces(finder, raster, places, signal, (share) =>
      onProgress((side + share) / 2),
    );
    open.forEach(({ n }, i) => {
      weak[n] = scores[i];
    });
  }
  return weak;
}

/** Figures of the comparison as a whole, as they are stored: see `registrationSchema` of the contract. */
function resultOf(
  { registration, matches }: Compared,
  { recall }: Decision,
  trees: readonly [ComparedTree[], ComparedTree[]],
) {
  const { method, field, errorMeters, confidence, places, agreed } = registration;
  const [east, south] = shiftOf(field, field.x, field.y);
  return {
    registration: {
      method,
      east_m: east,
      south_m: south,
      error_m: errorMeters,
      error_span_m: registration.missed.length > 0 ? errorSpan(registration) : null,
      confidence,
      places,
      agreed,
    },
    recall,
    matched: matches.length,
    trees: { before: trees[0].length, after: trees[1].length },
  };
}
