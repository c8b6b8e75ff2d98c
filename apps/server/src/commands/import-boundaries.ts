/** Borders of regions or districts out of one file: matched by code or name, looked at first, then written whole. */
import type { Names } from "@nihol/contract/names";
import type { territoryImportSchema } from "@nihol/contract/territory";
import type { z } from "@nihol/contract/z";
import type { Database } from "@nihol/db/tables";
import { reassignTerritory } from "@nihol/db/tree-territory";
import type { BoundaryFile } from "@nihol/geo/boundary-codes";
import type { Bbox } from "@nihol/geo/geometry";
import { text } from "@nihol/locales/text";
import type { Kysely } from "kysely";
import { type Actor, reachesAll } from "../http/actor.ts";
import { insertAudit } from "../http/audit.ts";
import { boundaryColumns } from "../http/boundary-columns.ts";
import type { BoundaryColumns } from "../http/boundary-shape.ts";
import { rejectionParams } from "../http/boundary-upload.ts";
import { denied } from "../http/problem.ts";

type Import = z.output<typeof territoryImportSchema>;
type Feature = BoundaryFile["features"][number];
type Table = "region" | "district";

interface Row {
  id: number;
  code: string;
  name: unknown;
  bbox: number[] | null;
}
interface Pair {
  feature: Feature;
  row: Row;
}

// "Вилояти Суғд", "Суғд вилояти", "Sughd Region": the kind of place says nothing of which one.
const kinds =
  /(^|\s)(вилояти?|ноҳияи?|шаҳри|область|район|город|region|district|province|city|vilayəti|rayonu|of|the)(?=\s|$)/giu;

/** A name without case, kind of place, signs and marks, for comparing. */
function bare(name: string): string {
  return name
    .normalize("NFKD")
    .replace(kinds, " ")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

function keysOf(row: Row): string[] {
  return [row.code, ...Object.values(row.name as Record<string, string>)].map(bare).filter(Boolean);
}

/** The one row that a feature names by its own name or by any property; two candidates are none. */
function rowOf(feature: Feature, rows: Map<string, Row[]>): Row | undefined {
  const values = [feature.name, ...Object.values(feature.properties ?? {})].map((value) =>
    bare(String(value)),
  );
  const found = new Set(values.flatMap((value) => rows.get(value) ?? []));
  return found.size === 1 ? [...found][0] : undefined;
}

function pairUp(features: Feature[], rows: Row[]) {
  const byKey = new Map<string, Row[]>();
  for (const row of rows)
    for (const key of keysOf(row)) byKey.set(key, [...(byKey.get(key) ?? []), row]);
  const pairs: Pair[] = [];
  const unmatched: { feature: Feature; code: string }[] = [];
  for (const feature of features) {
    const row = rowOf(feature, byKey);
    const taken = pairs.some((pair) => pair.row === row);
    if (row && !taken) pairs.push({ feature, row });
    else unmatched.push({ feature, code: row ? "territory_matched_twice" : "territory_unknown" });
  }
  return { pairs, unmatched };
}

async function writePair(
  trx: Kysely<Database>,
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
  for (const bbox of [row.bbox, columns.bbox])
    if (bbox) await reassignTerritory(trx, { bbox: bbox as Bbox });
}

/** All shapes are judged before the first row is written: nobody waits for the rows meanwhile. */
async function writePairs(trx: Kysely<Database>, actor: Actor, table: Table, pairs: Pair[]) {
  const judged: [Pair, BoundaryColumns][] = [];
  for (const pair of pairs) judged.push([pair, await boundaryColumns(pair.feature.multiPolygon)]);
  for (const [pair, columns] of judged) await writePair(trx, actor, table, pair, columns);
}

export interface ImportRequest {
  table: Table;
  file: BoundaryFile;
  dryRun: boolean;
  language: string;
}

/** @returns what was (or with `dryRun` would be) written, what matched nothing and what could not be read */
export async function importBoundaries(
  db: Kysely<Database>,
  actor: Actor,
  { table, file, dryRun, language }: ImportRequest,
): Promise<Import> {
  if (!reachesAll(actor)) throw denied();
  return db.transaction().execute(async (trx) => {
    const rows: Row[] = await trx
      .selectFrom(table)
      .select(["id", "code", "name", "bbox"])
      .orderBy("id")
      .execute();
    const { pairs, unmatched } = pairUp(file.features, rows);
    if (!dryRun) await writePairs(trx, actor, table, pairs);
    return {
      dry_run: dryRun,
      matched: pairs.map(({ feature, row }) => ({
        id: row.id,
        name: row.name as Names,
        feature: feature.name,
        area_m2: feature.areaM2,
        replaces: row.bbox !== null,
      })),
      unmatched: unmatched.map(({ feature, code }) => ({
        feature: feature.name,
        reason: text(language, `errors.${code}`),
      })),
      rejected: file.rejected.map(({ name, code, detail }) => ({
        feature: name,
        reason: text(language, `errors.${code}`, rejectionParams(detail)),
      })),
    };
  });
}
