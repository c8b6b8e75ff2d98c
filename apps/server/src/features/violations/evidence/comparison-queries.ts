/** The figures of a comparison's lost trees, as they are written into a case that is opened from it. */

import { compareVersion } from "@nihol/contract/values/imagery/image-compare";
import type { ComparisonEvidence, EvidenceImage } from "@nihol/contract/values/violations";
import type { Db } from "@nihol/db/connection";
import { combineCounts, type ImageCount, partOfImage } from "@nihol/store/trees/tree-count";
import { sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { notFound, refuseField } from "../../../http/problem.ts";
import { requireRight } from "../../../policies/rights.ts";
import { type ChangeScope, sumChanges, treesWhere } from "../../../shared/imagery/change-sums.ts";
import { listPairImages, totalsOf } from "../../../shared/imagery/change-totals.ts";
import { publishedImages } from "../../../shared/imagery/published-images.ts";
import { cropAround, cropImage } from "./crop-place.ts";
import type { Origin } from "./origin.ts";

const LOST = 2;
/** More places than this are no help on paper; of a larger loss the act says so. */
const maxPlaces = 300;

/** An image of a comparison within the actor's scope. @throws {Problem} 404 */
async function getImage(db: Db, actor: Actor, id: number) {
  const row = await publishedImages(db, actor)
    .where("w.id", "=", id)
    .select(["w.id", "w.captured_on", "w.gsd_m", "w.model", "p.file_name"])
    .select(["w.cog_key", "w.facts", "w.width", "w.height"])
    .executeTakeFirst();
  return row ?? Promise.reject(notFound());
}
type ImageRow = Awaited<ReturnType<typeof getImage>>;

/** @throws {Problem} 404 where it is not done, or by an older version of the method */
async function getComparison(db: Db, id: number) {
  const row = await db
    .selectFrom("image_comparison")
    .where("id", "=", id)
    .where("status", "=", "completed")
    .where("method", "=", compareVersion)
    .select(["id", "before_id", "after_id", "result"])
    .executeTakeFirst();
  if (!row?.result || row.result.registration.method === "none") throw notFound();
  return { ...row, result: row.result };
}

function imageOf(row: ImageRow, counted: ImageCount, found: number): EvidenceImage {
  const { total, low, high, ground } = combineCounts([partOfImage(counted, found)]);
  return {
    id: row.id,
    date: row.captured_on,
    gsd_m: row.gsd_m,
    file_name: row.file_name,
    model: row.model,
    trees: { count: total, low, high, withheld: ground?.familiarity === "unfamiliar" },
  };
}

interface LostTree {
  id: number;
  lon: number;
  lat: number;
  chance: number;
  before_m2: number | null;
}

/** Lost trees, the surest first; one of them where it was chosen. */
async function listLost(db: Db, comparison: number, scope: ChangeScope, tree: number | null) {
  const { rows } = await sql<LostTree>`
    select c.tree_id as id, t.lon, t.lat, c.chance, c.before_m2
    from tree_change c join tree t on t.id = c.tree_id
    where c.comparison_id = ${comparison} and c.state = ${LOST} and ${treesWhere(scope)}
      and (${tree}::bigint is null or c.tree_id = ${tree}::bigint)
    order by c.chance desc, c.tree_id limit ${maxPlaces}`.execute(db);
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

/**
 * Finds what a case is opened with: the figures of a garden, or of the whole pair without one.
 * @throws {Problem} 404 beyond the actor's scope, 403 without the right to see images
 * @throws {FieldProblem} under `opened_from` where nothing was lost
 */
export async function comparisonOrigin(
  db: Db,
  actor: Actor,
  { comparison, tree }: { comparison: number; tree: number | null },
  garden: number | null,
): Promise<Origin> {
  requireRight(actor, "wholeimage", "view");
  const found = await getComparison(db, comparison);
  const before = await getImage(db, actor, found.before_id);
  const after = await getImage(db, actor, found.after_id);
  const scope: ChangeScope = { actor, area: garden === null ? {} : { garden } };
  const { recall, registration } = found.result;
  const images = (await listPairImages(db, [found])).get(comparison);
  if (!images) throw notFound();
  const totals = totalsOf([{ recall, images, rows: await sumChanges(db, [comparison], scope) }]);
  const trees = await listLost(db, comparison, scope, tree);
  const [surest] = trees;
  if (!surest) refuseField("opened_from", "nothing_lost");
  const { count, low, high, withheld, area_m2 } = totals.lost;
  const place = cropAround(trees, cropImage(before), cropImage(after), registration);
  const evidence: ComparisonEvidence = {
    kind: "comparison",
    comparison,
    before: imageOf(before, images.before, totals.found_before.total),
    after: imageOf(after, images.after, totals.found_after.total),
    lost: { count, low, high, withheld, area_m2 },
    places: trees.map(({ lon, lat, before_m2, chance }) => ({
      place: [lon, lat],
      crown_m2: before_m2,
      chance,
    })),
    tree:
      tree === null ? null : { id: surest.id, crown_m2: surest.before_m2, chance: surest.chance },
    crop: place.crop,
  };
  return {
    evidence,
    point: place.center,
    garden,
    observed_on: after.captured_on,
    columns: { source: "comparison", comparison_id: comparison },
    crops: place.crops,
  };
}
