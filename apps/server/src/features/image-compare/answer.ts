/** A planned comparison with its current state. */

import type { ComparePair, ImageCompare } from "@nihol/contract/imagery/image-compare";
import type { StoredProblem } from "@nihol/contract/values/errors";
import type { ComparisonState, Registration } from "@nihol/contract/values/imagery/image-compare";
import type { Db } from "@nihol/db/connection";
import { text } from "@nihol/locales/text";
import type { Actor } from "../../http/actor.ts";
import { compareCan } from "../../policies/imagery-can.ts";
import { type ChangeScope, type StateSums, sumChanges } from "../../shared/imagery/change-sums.ts";
import {
  listPairImages,
  type PairImages,
  type PairSums,
  totalsOf,
} from "../../shared/imagery/change-totals.ts";
import { type ComparisonRow, type ImageRow, listComparisons } from "./image-compare-queries.ts";
import { type ImagePair, seasonDays } from "./pairing.ts";
import type { Plan } from "./plan.ts";

interface Known {
  rows: ComparisonRow[];
  sums: Map<number, StateSums[]>;
  images: Map<number, PairImages>;
  language: string;
}

const resultOf = (row: ComparisonRow | undefined) =>
  row?.status === "completed" ? row.result : null;

/** Sums of a comparison; undefined until it was made, and where the images could not be registered. */
function pairSums(row: ComparisonRow | undefined, known: Known): PairSums | undefined {
  const result = resultOf(row);
  const images = row && known.images.get(row.id);
  if (!images || !result || result.registration.method === "none") return undefined;
  return { recall: result.recall, images, rows: known.sums.get(row.id) ?? [] };
}

const rowOf = ({ before, after }: ImagePair, { rows }: Known) =>
  rows.find((row) => row.before_id === before.id && row.after_id === after.id);

const imageOf = (row: ImageRow) => ({
  id: row.id,
  date: row.captured_on,
  gsd_m: row.gsd_m,
  has_nir: row.has_nir,
  attribution: row.attribution,
  bbox: row.bbox,
  file_name: row.file_name,
  model: row.model,
});

function messageOf(
  message: StoredProblem | null | undefined,
  language: string,
): ComparePair["message"] {
  if (!message) return null;
  const detail = text(language, `errors.${message.code}`, message.params ?? {});
  return { code: message.code, detail };
}

/** The worker keeps more of it than people are shown. */
const shownRegistration = ({
  method,
  east_m,
  south_m,
  error_m,
  error_span_m = null,
  confidence,
}: Registration) => ({ method, east_m, south_m, error_m, error_span_m, confidence });

function pairAnswer(pair: ImagePair<ImageRow>, known: Known): ComparePair {
  const row = rowOf(pair, known);
  const result = resultOf(row);
  const sums = pairSums(row, known);
  return {
    before: imageOf(pair.before),
    after: imageOf(pair.after),
    comparison: row?.id ?? null,
    status: row?.status ?? "absent",
    state_percentage: (row?.progress ?? 0) * 100,
    message: messageOf(row?.message, known.language),
    registration: result && shownRegistration(result.registration),
    recall: sums ? sums.recall : null,
    season_days: seasonDays(pair.before.captured_on, pair.after.captured_on),
    totals: sums ? totalsOf([sums]) : null,
  };
}

/** Of several pairs the state that matters most to the reader. */
function progressOf(pairs: ImagePair<ImageRow>[], known: Known) {
  const rows = pairs.map((pair) => rowOf(pair, known));
  const states = rows.map((row) => row?.status ?? "absent");
  const order: ComparisonState[] = ["in_progress", "pending", "absent", "failed"];
  const status = order.find((state) => states.includes(state)) ?? "completed";
  const done = rows.reduce((sum, row) => sum + (row?.progress ?? 0), 0);
  const sums = rows.map((row) => pairSums(row, known)).filter((one) => one !== undefined);
  return {
    status: pairs.length === 0 ? ("absent" as const) : status,
    state_percentage: pairs.length > 0 ? (100 * done) / pairs.length : 0,
    totals: status === "completed" && sums.length > 0 ? totalsOf(sums) : null,
  };
}

/** Of the pairs that wait the one whose turn comes last. */
function aheadOf(pairs: ImagePair<ImageRow>[], known: Known): number | null {
  const waiting = pairs.flatMap((pair) => rowOf(pair, known)?.ahead ?? []);
  return waiting.length > 0 ? Math.max(...waiting) : null;
}

/** The answer of GET and POST /image-compare. */
export async function answerPlan(
  db: Db,
  actor: Actor,
  language: string,
  plan: Plan,
): Promise<ImageCompare> {
  const all = [...plan.pairs, ...plan.steps.flatMap(({ pairs }) => pairs)];
  const rows = await listComparisons(db, [...new Set(all.map(({ before }) => before.id))]);
  const wanted = rows.filter((row) =>
    all.some(({ before, after }) => row.before_id === before.id && row.after_id === after.id),
  );
  const scope: ChangeScope = { actor, area: plan.area ? { [plan.area.kind]: plan.area.id } : {} };
  const done = wanted.filter(({ status }) => status === "completed");
  const ids = done.map(({ id }) => id);
  const sums = Map.groupBy(await sumChanges(db, ids, scope), (row) => row.comparison_id);
  const known: Known = { rows: wanted, sums, images: await listPairImages(db, done), language };
  const { area } = plan;
  return {
    area: area && {
      kind: area.kind,
      id: area.id,
      name: area.name,
      has_border: area.boundary !== null,
    },
    bbox: area?.bbox ?? plan.pairs[0]?.after.bbox ?? null,
    from: plan.from,
    to: plan.to,
    years: plan.years,
    ...progressOf(plan.pairs, known),
    ahead: aheadOf(plan.pairs, known),
    pairs: plan.pairs.map((pair) => pairAnswer(pair, known)),
    steps: plan.steps.map(({ from, to, pairs }) => ({ from, to, ...progressOf(pairs, known) })),
    can: compareCan(all),
  };
}
