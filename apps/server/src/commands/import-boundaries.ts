/** Borders of regions or districts out of one file: matched by code or name, previewed in a dry run, then written in one transaction. */

import type { TerritoryImport } from "@nihol/contract/territory";
import type { Names } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import type { BoundaryFile } from "@nihol/geo/files/boundary-codes";
import type { Bbox } from "@nihol/geo/geometry";
import { text } from "@nihol/locales/text";
import type { JobQueue } from "@nihol/store/jobs/job-queue";
import { lockTerritory } from "@nihol/store/trees/territory-lock";
import { reassignTerritory } from "@nihol/store/trees/tree-territory";
import type { Actor } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { refuseField } from "../http/problem.ts";
import type { PlaceRefusal } from "../policies/garden-place.ts";
import { may, requireRight } from "../policies/rights.ts";
import { listBorderRefusals } from "../policies/territory-place.ts";
import {
  type BoundaryColumns,
  checkedBoundary,
  columnsOf,
} from "../shared/boundaries/boundary-columns.ts";
import { rejectionReason } from "../shared/boundaries/boundary-upload.ts";
import { listGardensOutside, namedGardens } from "../shared/territory/gardens-outside.ts";
import { type Match, matchOutlines } from "./match-boundaries.ts";
import { settleTerritory } from "./settle-territory.ts";

type Feature = BoundaryFile["features"][number];
type Table = "region" | "district";

interface Row {
  id: number;
  code: string;
  name: Names;
  bbox: Bbox | null;
}
interface Pair {
  feature: Feature;
  row: Row;
}

/** The places that were chosen for outlines of the file. @throws {FieldProblem} for an unknown place, or one chosen twice */
function chosenRows(rows: Row[], choices: ReadonlyMap<number, number | null>) {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const ids = [...choices.values()].filter((id) => id !== null);
  if (ids.some((id) => !byId.has(id))) refuseField("choices", "not_found");
  if (new Set(ids).size < ids.length) refuseField("choices", "territory_matched_twice");
  return new Map([...choices].map(([at, id]) => [at, id === null ? null : (byId.get(id) ?? null)]));
}

async function writePair(
  trx: Db,
  actor: Actor,
  table: Table,
  { row }: Pair,
  columns: BoundaryColumns,
) {
  await trx
    .updateTable(table)
    .set({ ...columns, updated_at: new Date() })
    .where("id", "=", row.id)
    .execute();
  await insertAudit(trx, actor, {
    action: "change",
    resource: table,
    id: row.id,
    change: { boundary: "imported" },
  });
}

type CheckedPair = Pair & { columns: BoundaryColumns };

/** Before the transaction begins: a large shape takes seconds, and locks no rows meanwhile. */
async function checkPairs(pairs: Pair[], actor: Actor): Promise<CheckedPair[]> {
  const all: CheckedPair[] = [];
  for (const pair of pairs)
    all.push({
      ...pair,
      columns: columnsOf(await checkedBoundary(pair.feature.multiPolygon, actor.id)),
    });
  return all;
}

/** The boxes of the borders that will be replaced. */
async function boxesNow(trx: Db, table: Table, ids: number[]): Promise<Bbox[]> {
  if (ids.length === 0) return [];
  const rows = await trx.selectFrom(table).where("id", "in", ids).select("bbox").execute();
  return rows.flatMap(({ bbox }) => (bbox ? [bbox] : []));
}

async function writePairs({ db, jobs }: Stores, actor: Actor, kind: Table, pairs: CheckedPair[]) {
  const placeIds = pairs.map(({ row }) => row.id);
  const after = pairs.flatMap(({ columns }) => (columns.bbox ? [columns.bbox] : []));
  await db.sql.transaction().execute(async (trx) => {
    await lockTerritory(trx);
    const boxes = [...(await boxesNow(trx, kind, placeIds)), ...after];
    for (const pair of pairs) await writePair(trx, actor, kind, pair, pair.columns);
    await settleTerritory(trx, jobs, { kind, placeIds, boxes }, async () => {
      for (const bbox of boxes) await reassignTerritory(trx, { bbox });
    });
  });
}

interface Stores {
  db: { sql: Db };
  jobs: JobQueue;
}

interface ImportRequest {
  table: Table;
  file: BoundaryFile;
  /** For outlines by their place in the file: the row that they stand for, or null to leave them out. */
  choices: ReadonlyMap<number, number | null>;
  dryRun: boolean;
  language: string;
}

/**
 * Writes the borders that a file brings, or with `dryRun` says what would be written.
 * @returns what is written for which place and why, what needs a choice, what fits nothing and what could not be read
 * @throws {FieldProblem} under `choices` for an unknown place, or one chosen twice
 */
export async function importBoundaries(
  stores: Stores,
  actor: Actor,
  { table, file, choices, dryRun, language }: ImportRequest,
): Promise<TerritoryImport> {
  requireRight(actor, table, "change");
  const rows: Row[] = await stores.db.sql
    .selectFrom(table)
    .select(["id", "code", "name", "bbox"])
    .orderBy("id")
    .execute();
  const known = matchOutlines(file.features, rows, chosenRows(rows, choices));
  const matches = await refuseElsewhere(stores.db.sql, table, file.features, known);
  const pairs = file.features.flatMap((feature, index) => {
    const match = matches[index];
    return match && "place" in match ? [{ feature, row: match.place }] : [];
  });
  if (!dryRun) await writePairs(stores, actor, table, await checkPairs(pairs, actor));
  const borders = new Map(pairs.map(({ row, feature }) => [row.id, feature.multiPolygon]));
  const maySee = may(actor, "garden", "view");
  const outside = maySee ? await listGardensOutside(stores.db.sql, table, borders) : [];
  const gardens_outside = namedGardens(outside);
  return { dry_run: dryRun, ...answerOf(file, matches, language), gardens_outside };
}

type Outcome = Match<Row> | { refused: PlaceRefusal };

/** The matches, without those whose outline lies where the place that it was known as cannot be. */
async function refuseElsewhere(
  db: Db,
  table: Table,
  features: readonly Feature[],
  matches: readonly Match<Row>[],
): Promise<Outcome[]> {
  const borders = features.flatMap(({ multiPolygon }, index) => {
    const match = matches[index];
    return match && "place" in match ? [{ index, id: match.place.id, boundary: multiPolygon }] : [];
  });
  const refusals = await listBorderRefusals(db, table, borders);
  const refused = new Map(borders.map(({ index }, at) => [index, refusals[at] ?? null]));
  return matches.map((match, index) => {
    const refusal = refused.get(index);
    return refusal ? { refused: refusal } : match;
  });
}

/** Answers for each outline of a file, in the reader's language. */
function answerOf(
  { features, rejected }: BoundaryFile,
  matches: readonly Outcome[],
  language: string,
): Omit<TerritoryImport, "dry_run" | "gardens_outside"> {
  const answer: Omit<TerritoryImport, "dry_run" | "gardens_outside"> = {
    matched: [],
    ambiguous: [],
    unmatched: [],
    rejected: rejected.map((one) => ({
      feature: one.name,
      reason: rejectionReason(language, one),
    })),
  };
  for (const [index, { name: feature, areaM2 }] of features.entries()) {
    const match = matches[index];
    if (!match) continue;
    if ("place" in match) {
      const { id, name, bbox } = match.place;
      const place = { id, name, area_m2: areaM2, replaces: bbox !== null };
      answer.matched.push({ index, feature, by: match.by, ...place });
    } else if ("candidates" in match) {
      const candidates = match.candidates.map(({ id, name }) => ({ id, name }));
      answer.ambiguous.push({ index, feature, candidates });
    } else {
      const { code, params } =
        "refused" in match ? match.refused : { code: match.unmatched, params: {} };
      const reason = text(language, `errors.${code}`, params);
      answer.unmatched.push({ index, feature, reason });
    }
  }
  return answer;
}
