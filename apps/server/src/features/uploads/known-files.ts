/** Finds what is known of files before they are sent, within the actor's scope: nobody learns of another's images. */

import type { FileCheck } from "@nihol/contract/imagery/uploads";
import type { Db } from "@nihol/db/connection";
import { env } from "@nihol/db/env";
import type { Bbox } from "@nihol/geo/geometry";
import { loadTerritory } from "@nihol/store/trees/territory-index";
import type { Actor } from "../../http/actor.ts";
import { mayUploadAt } from "../../policies/imagery.ts";
import { seesEverything } from "../../policies/scope.ts";
import { type ChosenFile, listSameDays, listSameFiles } from "./upload-queries.ts";

/** The answers in the order of the files. */
export async function checkFiles(db: Db, actor: Actor, files: readonly ChosenFile[]) {
  const same = await listSameFiles(db, actor, files);
  const sameDay = await listSameDays(db, actor, files);
  const outside = await listOutOfScope(db, actor, files);
  const results = files.map((file, n): FileCheck => {
    const known = same.get(n) ?? null;
    return {
      too_coarse: file.gsd_m !== null && file.gsd_m > env.maxCountGsdM,
      out_of_scope: outside.has(n),
      same_file: known,
      same_day: sameDay.get(n) ?? null,
    };
  });
  return { max_gsd_m: env.maxCountGsdM, files: results };
}

/** Files whose middle lies outside the actor's territories: no process could be made of them. */
async function listOutOfScope(db: Db, actor: Actor, files: readonly ChosenFile[]) {
  const outside = new Set<number>();
  if (seesEverything(actor)) return outside;
  const placed = files.flatMap(({ bbox }, n) => (bbox ? [{ n, bbox }] : []));
  if (placed.length === 0) return outside;
  const find = await loadTerritory(db, boxOfAll(placed.map(({ bbox }) => bbox)));
  for (const { n, bbox } of placed) {
    const [west, south, east, north] = bbox;
    const place = find((west + east) / 2, (south + north) / 2);
    if (!(await mayUploadAt(db, actor, place))) outside.add(n);
  }
  return outside;
}

function boxOfAll(boxes: readonly Bbox[]): Bbox {
  const all = (i: number) => boxes.map((box) => box[i] ?? 0);
  return [Math.min(...all(0)), Math.min(...all(1)), Math.max(...all(2)), Math.max(...all(3))];
}
