/**
 * `npm run bench -- compare [--pairs 15] [--size 480] [--card FILE] [--fit] [--crops FOLDER] [--real N] [--places 18]
 * [--ground 4]`: comparing two dates on drawn pairs with known planted and lost
 * trees, through the shipped detector and its recheck: precision and recall of planted and lost, how often
 * the stated 90 % range holds, the error of the registration for shifts of 0 to 8 pixels, and the time. Drawn images
 * are easier than real ones: the figures show that the method works, not how well it does on a given source.
 * Then on real pairs where their images are there (`../shared/data/real/geotiff/pairs-naip`), beside what was seen in them by eye
 * (compare-parts/real-truth.json); `--pairs 0` for these alone, `--crops` also draws both dates with what was found.
 * Last each of `--places` real dates beside itself, some pixels aside, saved in another projection, and on another day (haze,
 * sun elsewhere, ground greened, grass mown): no tree came or went.
 * Then drawn ground that fools a comparison (compare-parts/drawn-ground.ts).
 * `--fit` also prints the weights that the evidence of compare/decide.ts would get from all these pairs.
 * Smallest: `--pairs 1 --size 240 --real 1 --places 1 --ground 0`.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { rangeOfChange } from "@nihol/counting/change-range";
import { type ChangeRecord, evidenceParts } from "@nihol/vision/compare/decide";
import { sharedFrame } from "@nihol/vision/compare/frame";
import { registerByPixels } from "@nihol/vision/compare/register";
import {
  CLEAR_DAY,
  type DrawnDay,
  type DrawnImage,
  drawPair,
  OTHER_DAY,
} from "@nihol/vision/compare/scene";
import { shiftOf } from "@nihol/vision/compare/shift-field";
import type { Detection, Detector } from "@nihol/vision/detect/detector";
import { openOnnxDetector } from "@nihol/vision/detect/onnx-detector";
import { SHIPPED_CARD } from "@nihol/vision/models/shipped-model";
import { fitEvidence, type KnownSingle } from "./compare-parts/compare-fit.ts";
import { compareSeen, type SeenImage, seeImage } from "./compare-parts/compare-seen.ts";
import { groundCases, measureGround } from "./compare-parts/drawn-ground.ts";
import { listRealPlaces } from "./compare-parts/real-pairs.ts";
import { measureRealPairs } from "./compare-parts/real-table.ts";
import { measureSameDate } from "./compare-parts/same-date.ts";

const gsd = 0.25;

const light: Record<string, readonly [DrawnDay, DrawnDay]> = {
  same: [CLEAR_DAY, CLEAR_DAY],
  "sun, haze": [CLEAR_DAY, OTHER_DAY],
  lawn: [OTHER_DAY, { ...CLEAR_DAY, lawn: 0.9 }],
  "noise, thick haze": [CLEAR_DAY, { ...OTHER_DAY, noise: 6, haze: 30 }],
  cloud: [CLEAR_DAY, { ...OTHER_DAY, cloud: 0.5 }],
};
const shares = [0.02, 0.06, 0.15];
const shifts = [0, 0.5, 1, 2, 3.5, 5, 6.5, 8];

interface Tally {
  said: number;
  right: number;
  /** Changed trees whose place both images show. */
  changed: number;
  held: number;
  of: number;
}
const noTally = (): Tally => ({ said: 0, right: 0, changed: 0, held: 0, of: 0 });

interface Seen extends SeenImage {
  drawn: DrawnImage;
}

const detect = async (detector: Detector, drawn: DrawnImage): Promise<Seen> => ({
  drawn,
  ...(await seeImage(detector, drawn.pixels, drawn.image)),
});

/** The true tree that a detection stands for. */
function trueTree({ drawn }: Seen, { x, y }: Detection) {
  return drawn.trees
    .map((tree) => ({ tree, far: Math.hypot(tree.x - x, tree.y - y) }))
    .filter(({ tree, far }) => far < tree.radiusPx)
    .sort((a, b) => a.far - b.far)[0]?.tree;
}

const known: KnownSingle[] = [];

async function compare(seen: readonly [Seen, Seen], size: number, pair: number) {
  const { compared, weak, decision, seconds } = await compareSeen(seen);
  for (const [i, single] of compared.singles.entries()) {
    const own = seen[single.side];
    const other = seen[single.side === 0 ? 1 : 0];
    const tree = trueTree(own, own.strong[single.tree] as Detection);
    const parts = single.unseen ? undefined : evidenceParts(single, compared.usual, weak[i]);
    if (tree && parts)
      known.push({
        pair: `drawn ${pair}`,
        isReal: false,
        parts,
        tree: 0,
        hasChanged: !other.drawn.trees.some(({ id }) => id === tree.id),
      });
  }
  const isWhole = ({ x, y }: { x: number; y: number }) => Math.min(x, y, size - x, size - y) > 16;
  const result = { planted: noTally(), lost: noTally() };
  for (const state of ["planted", "lost"] as const) {
    const side = state === "planted" ? 1 : 0;
    const [own, other] = [seen[side], seen[1 - side] as Seen];
    const there = new Set(other.drawn.trees.map(({ id }) => id));
    const truth = own.drawn.trees.filter((tree) => !there.has(tree.id) && isWhole(tree));
    const hidden = new Set<number>();
    const numberOf = ({ before, after }: ChangeRecord) => (side === 0 ? before : after) ?? -1;
    const mine = decision.records.filter(({ before, after }) =>
      side === 0 ? after === undefined : before === undefined,
    );
    for (const record of mine) {
      const tree = trueTree(own, own.strong[numberOf(record)] as Detection);
      if (record.state === "not_visible" && tree) hidden.add(tree.id);
    }
    const said = mine
      .filter((record) => record.state === state)
      .map((record) => own.strong[numberOf(record)] as Detection)
      .filter(isWhole);
    const visible = truth.filter(({ id }) => !hidden.has(id));
    const ids = new Set(visible.map(({ id }) => id));
    const right = said.filter((one) => ids.has(trueTree(own, one)?.id ?? -1)).length;
    const open = mine.filter((record) => record.state !== "not_visible");
    const range = rangeOfChange([
      {
        count: said.length,
        expected: open.reduce((sum, { chance }) => sum + chance, 0),
        variance: open.reduce((sum, { chance }) => sum + chance * (1 - chance), 0),
        kept: compared.matches.length,
        recall: side === 0 ? decision.recall.before : decision.recall.after,
      },
    ]);
    const held = visible.length >= range.low && visible.length <= range.high ? 1 : 0;
    result[state] = { said: said.length, right, changed: visible.length, held, of: 1 };
  }
  return { result, seconds };
}

const add = (into: Tally, one: Tally) => {
  for (const key of Object.keys(into) as (keyof Tally)[]) into[key] += one[key];
};
const round = (value: number) => Math.round(value * 1000) / 1000;
const figures = ({ said, right, changed, held, of }: Tally) => ({
  precision: round(right / Math.max(1, said)),
  recall: round(right / Math.max(1, changed)),
  held: round(held / Math.max(1, of)),
});

async function registrationErrors(size: number) {
  const errors: number[] = [];
  for (const [i, shift] of shifts.entries()) {
    const days = Object.values(light)[i % 4] as readonly [DrawnDay, DrawnDay];
    const { before, after } = drawPair({
      seed: 400 + i,
      size,
      shift: [shift, -Math.floor(shift)],
      days,
    });
    const frame = sharedFrame(before.image.bbox, after.image.bbox);
    if (!frame) continue;
    const { field, method } = await registerByPixels(before.image, after.image, frame);
    const [dx, dy] = shiftOf(field, (size * gsd) / 2, (size * gsd) / 2);
    const off = Math.hypot(dx / gsd - shift, dy / gsd + Math.floor(shift));
    console.log(
      `shift ${shift} px, ${Object.keys(light)[i % 4]}: ${method}, off by ${round(off)} px`,
    );
    errors.push(off);
  }
  errors.sort((a, b) => a - b);
  return { median_px: round(errors[errors.length >> 1] ?? 0), worst_px: round(errors.at(-1) ?? 0) };
}

const { values } = parseArgs({
  options: {
    pairs: { type: "string", default: "15" },
    size: { type: "string", default: "480" },
    card: { type: "string", default: SHIPPED_CARD },
    fit: { type: "boolean", default: false },
    crops: { type: "string" },
    real: { type: "string", default: "1000" },
    places: { type: "string", default: "18" },
    ground: { type: "string", default: "4" },
  },
});
const [pairs, size] = [Number(values.pairs), Number(values.size)];
const detector = await openOnnxDetector(resolve(values.card));
const total = { planted: noTally(), lost: noTally() };
let seconds = 0;
for (let i = 0; i < pairs; i++) {
  const [name, days] = Object.entries(light)[i % 5] as [string, readonly [DrawnDay, DrawnDay]];
  const share = shares[i % 3] as number;
  const changes = { planted: share, lost: share };
  const shift = [(i % 7) / 2 - 1.5, (i % 5) - 2] as const;
  const { before, after } = drawPair({ seed: 500 + i, size, shift, days, changes });
  const seen = [await detect(detector, before), await detect(detector, after)] as const;
  const { result, seconds: took } = await compare(seen, size, i);
  seconds += took;
  add(total.planted, result.planted);
  add(total.lost, result.lost);
  const line = (tally: Tally) => `${tally.right} of ${tally.changed} found, ${tally.said} said`;
  console.log(`${name}: planted ${line(result.planted)}; lost ${line(result.lost)}`);
}
const real = await measureRealPairs(detector, known, {
  ...{ crops: values.crops, most: Number(values.real) },
});
const firstDates = listRealPlaces()
  .slice(0, Number(values.places))
  .flatMap(({ images }) => images.slice(0, 1).map(({ path }) => path));
const sameDate = await measureSameDate(detector, firstDates);
for (const name of groundCases)
  for (let seed = 1; seed <= Number(values.ground); seed++) {
    const { truth, planted, right, lost, range } = await measureGround(detector, name, seed);
    console.log(
      `${name} ${seed}: planted ${truth}, said ${planted} (${right} right), range ${range.low}–${range.high}; lost ${lost}`,
    );
  }
await detector.close();
if (values.fit) console.log(`weights of the evidence: ${JSON.stringify(fitEvidence(known))}`);
const megapixels = (pairs * size * size) / 1e6;
console.log(
  JSON.stringify({
    bench: "compare",
    pairs,
    planted: figures(total.planted),
    lost: figures(total.lost),
    ...(pairs > 0
      ? {
          registration: await registrationErrors(size),
          // Registration, matching and evidence; the recheck costs at most one more detection of each image.
          seconds_per_megapixel: round(seconds / megapixels),
          seconds_per_km2: round((seconds / megapixels) * (1 / gsd ** 2)),
        }
      : {}),
    real,
    sameDate,
  }),
);
