/** What is known of files before they are sent: within the actor's scope, so that nobody learns of another's images. */
import type { FileCheck, uploadCheck } from "@nihol/contract/imagery/uploads";
import type { z } from "@nihol/contract/z";
import { env } from "@nihol/db/env";
import type { Database } from "@nihol/db/tables";
import type { Bbox } from "@nihol/geo/geometry";
import { loadTerritory } from "@nihol/store/trees/territory-index";
import { type Kysely, sql } from "kysely";
import { type Actor, hasFullScope, holds } from "../../http/actor.ts";
import { mayUploadAt, visibleImagery } from "../../policies/imagery.ts";

type Db = Kysely<Database>;
type ChosenFile = z.output<typeof uploadCheck.body>["files"][number];

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

/**
 * Own uploads that no process was made of, and those of processes that the actor sees. Two files whose fingerprints are
 * known are compared by these alone.
 */
async function listSameFiles(db: Db, actor: Actor, files: readonly ChosenFile[]) {
  const visible = holds(actor, "satelliteimagery", "view") ? visibleImagery(actor) : sql`false`;
  const { rows } = await sql<{
    n: number;
    by_content: boolean;
    file_name: string;
    process: number | null;
  }>`
    select f.n::int, coalesce(up.fingerprint = f.fingerprint, false) as by_content, up.file_name, p.id as process
    from unnest(${files.map(({ name }) => name)}::text[], ${files.map(({ size }) => size)}::bigint[],
      ${files.map(({ fingerprint }) => fingerprint)}::text[]) with ordinality as f(name, size, fingerprint, n)
    join upload up on up.size = f.size and up.status in ('checking', 'ready')
      and coalesce(up.fingerprint = f.fingerprint, up.file_name = f.name)
    left join imagery_process p on p.upload_id = up.id
    left join user_account u on u.id = p.requested_by
    left join whole_image w on w.process_id = p.id
    where case when p.id is null then up.user_id = ${actor.id} else ${visible} end
    order by f.n, by_content, p.id nulls first, up.id`.execute(db);
  // The best one of each file comes last and stays.
  return new Map(
    rows.map(({ n, by_content, file_name, process }) => [
      n - 1,
      { basis: by_content ? ("content" as const) : ("name" as const), file_name, process },
    ]),
  );
}

/** Images of the same day that share at least half of the smaller one's box. */
async function listSameDays(db: Db, actor: Actor, files: readonly ChosenFile[]) {
  const placed = files.flatMap(({ date, bbox }, n) => (date && bbox ? [{ n, date, bbox }] : []));
  if (placed.length === 0 || !holds(actor, "wholeimage", "view"))
    return new Map<number, FileCheck["same_day"]>();
  const side = (i: number) => placed.map(({ bbox }) => bbox[i] ?? 0);
  const { rows } = await sql<{ n: number; whole_image: number; file_name: string }>`
    select f.n, w.id as whole_image, p.file_name
    from unnest(${placed.map(({ n }) => n)}::int[], ${placed.map(({ date }) => date)}::date[],
      ${side(0)}::float8[], ${side(1)}::float8[], ${side(2)}::float8[], ${side(3)}::float8[])
      as f(n, day, west, south, east, north)
    join whole_image w on w.captured_on = f.day
      and w.bbox[1] < f.east and w.bbox[3] > f.west and w.bbox[2] < f.north and w.bbox[4] > f.south
    join imagery_process p on p.id = w.process_id
    left join user_account u on u.id = p.requested_by
    where ${visibleImagery(actor)}
      and (least(w.bbox[3], f.east) - greatest(w.bbox[1], f.west))
        * (least(w.bbox[4], f.north) - greatest(w.bbox[2], f.south))
        >= 0.5 * least((w.bbox[3] - w.bbox[1]) * (w.bbox[4] - w.bbox[2]),
          (f.east - f.west) * (f.north - f.south))
    order by f.n, w.id`.execute(db);
  return new Map(rows.map(({ n, whole_image, file_name }) => [n, { whole_image, file_name }]));
}

/** Files whose middle lies outside the actor's territories: no process could be made of them. */
async function listOutOfScope(db: Db, actor: Actor, files: readonly ChosenFile[]) {
  const outside = new Set<number>();
  if (hasFullScope(actor)) return outside;
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
