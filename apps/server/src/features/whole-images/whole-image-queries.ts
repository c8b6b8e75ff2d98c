import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import type { PageQuery } from "@nihol/contract/paging";
import type { TreeFilter } from "@nihol/contract/statistics";
import type { wholeImageOrderings } from "@nihol/contract/values/imagery";
import {
  type BandRoles,
  hidesTrees,
  type Mending,
} from "@nihol/contract/values/imagery/raster-metadata";
import { joinRows, type RowsPart } from "@nihol/counting/planting-rows";
import { isUncountable } from "@nihol/counting/uncountable-canopy";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { gardenPlace } from "@nihol/policies/sees";
import { estimateOfImage } from "@nihol/store/trees/image-range";
import { combineCounts } from "@nihol/store/trees/tree-count";
import { notSupersededIn } from "@nihol/store/trees/tree-period";
import { type SqlBool, sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import type { Order } from "../../http/paging.ts";
import { changeableBy, visibleImagery } from "../../policies/imagery.ts";
import { imageCan } from "../../policies/imagery-can.ts";
import { visibleTo } from "../../policies/scope.ts";
import { seenWhere } from "../../shared/imagery/imagery-sums.ts";
import { outsideCountry } from "../../shared/imagery/outside-country.ts";
import { visibleImages } from "../../shared/imagery/published-images.ts";
import { countedRows } from "../../shared/rows/list-page.ts";
import { textContains } from "../../shared/rows/names-sql.ts";
import { referenceTo } from "../../shared/rows/reference.ts";

const imageTrees = sql<{
  checked: number;
  green: number;
  not_green: number;
  unsure: number;
  area_m2: number;
}>`(
  select jsonb_build_object('green', count(*) filter (where t.green = 1), 'not_green', count(*) filter (where t.green = 0),
    'unsure', count(*) filter (where t.green = 2), 'checked', (
      select coalesce(sum(f.tree_count), 0) from fragment f where f.whole_image_id = w.id and f.checked), 'area_m2', coalesce(sum(t.area_m2), 0))
  from tree t where t.whole_image_id = w.id)`;

const rowsFound = sql<RowsPart[]>`coalesce((
  select jsonb_agg(jsonb_build_object('shortM', r.step_short_m, 'longM', r.step_long_m, 'directionDeg', r.direction_deg,
    'places', r.places, 'occupied', r.occupied, 'chance', r.chance, 'variance', r.variance,
    'doubt', r.doubt, 'mistaken', r.mistaken,
    'pits', cardinality(array_positions(r.pits, true))) order by r.id)
  from planting_rows r where r.whole_image_id = w.id), '[]')`;

const openConflicts = sql<number>`(
  select count(*)::int from tree_conflict c where c.whole_image_id = w.id and c.decided is null)`;

/** Counted windows of the images that the range rests on. */
const plotsOf = sql<number>`(
  select count(*)::int from calibration_window c where c.whole_image_id = any(w.range_images) and c.marks is not null)`;

/** An image shows more than its reader's gardens; only those are named. */
const gardensShown = (actor: Actor) => sql<
  { id: number; name: Record<string, string> }[]
>`coalesce((
  select jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name) order by g.id) from garden g
  where ${visibleTo(actor, gardenPlace)} and g.id in (select t.garden_id from tree t where t.whole_image_id = w.id and t.garden_id is not null)), '[]')`;

function imageRows(db: Db, actor: Actor) {
  return visibleImages(db, actor)
    .leftJoin("region as r", "r.id", "w.region_id")
    .leftJoin("district as d", "d.id", "w.district_id")
    .leftJoin("imagery_source as s", "s.id", "p.source_id")
    .leftJoin("upload as f", "f.id", "p.upload_id")
    .selectAll("w")
    .select([changeableBy(actor).as("in_scope"), outsideCountry.as("outside_country")])
    .select(["p.file_name", "p.status", "r.name as region_name", "d.name as district_name"])
    .select(sql<BandRoles | null>`p.facts->'roles'`.as("bands"))
    .select(sql<Mending[] | null>`p.facts->'mended'`.as("mended"))
    .select(
      sql<boolean>`coalesce((w.facts->'halfColours')::bool, (p.facts->'halfColours')::bool, false)`.as(
        "half_colours",
      ),
    )
    .select(({ eb }) => eb("f.sent_key", "is not", null).as("keeps_sent"))
    .select(["p.source_id", "p.attribution", "p.licence", "s.name as source_name"])
    .select(["p.threshold as threshold_set", "p.threshold_at"])
    .select(
      sql<string | null>`(select nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')
        from user_account u where u.id = p.threshold_by)`.as("threshold_setter"),
    );
}
type UsedLessons = NonNullable<WholeImage["lessons"]>;
type UnusedGround = NonNullable<WholeImage["ground_unused"]>;

const usedLessons = sql<UsedLessons | null>`(
  select jsonb_build_object('ground', jsonb_build_object('id', g.id, 'name', g.name), 'n', l.n,
    'plots', l.lessons #> '{labels,plots}', 'trees', l.lessons #> '{labels,trees}',
    'is_better', l.is_better, 'is_withdrawn', l.withdrawn_at is not null)
  from ground_lessons l join ground g on g.id = l.ground_id where l.id = w.lessons_id)`;

const unusedGround = sql<UnusedGround | null>`(
  select jsonb_build_object('ground', jsonb_build_object('id', g.id, 'name', g.name), 'reason', w.ground_unused)
  from ground g where g.id = w.unused_ground_id and w.ground_unused is not null)`;

const fullRows = (db: Db, actor: Actor) =>
  imageRows(db, actor)
    .select([imageTrees.as("trees"), gardensShown(actor).as("gardens")])
    .select([rowsFound.as("rows"), openConflicts.as("conflicts"), plotsOf.as("plots_of")])
    .select([usedLessons.as("lessons"), unusedGround.as("unused_ground")]);
type ImageRow = Awaited<ReturnType<ReturnType<typeof fullRows>["executeTakeFirstOrThrow"]>>;

function canopyOf(row: ImageRow, trees: number): WholeImage["canopy"] {
  const { ground_ha, crown_ha, closed_canopy_ha, closed_canopy_trees, familiarity } = row;
  if (ground_ha === null || crown_ha === null || closed_canopy_ha === null) return null;
  const inClosed = closed_canopy_trees ?? 0;
  const { missed_canopy_ha, open_canopy_ha, low_plants_ha, bare_ha } = row;
  const isKnown = open_canopy_ha !== null && low_plants_ha !== null && bare_ha !== null;
  const cover = isKnown ? { open_canopy_ha, low_plants_ha, bare_ha } : null;
  const canopyHectares = closed_canopy_ha + (open_canopy_ha ?? 0);
  const missed = isKnown ? { missedHectares: missed_canopy_ha ?? 0, canopyHectares } : null;
  // Where people counted sample plots the number has their range.
  const isUnchecked = row.range_basis === "model";
  return {
    ground_ha,
    crown_ha,
    closed_ha: closed_canopy_ha,
    trees: inClosed,
    countable:
      !isUnchecked || !isUncountable({ treesInClosed: inClosed, trees, familiarity, missed }),
    cover,
  };
}

function toWholeImage(row: ImageRow, actor: Actor): WholeImage {
  const total = Number(row.trees.green) + Number(row.trees.not_green) + Number(row.trees.unsure);
  const counted = {
    ...row.trees,
    n: total,
    green_area_m2: 0,
    whole_image_id: row.id,
    captured_on: row.captured_on,
    gsd_m: row.gsd_m,
    model: row.model,
    range_low: row.range_low,
    range_high: row.range_high,
    range_middle: row.range_middle,
    range_basis: row.range_basis,
    range_scatter: row.range_scatter,
    range_extra: row.range_extra,
    range_shared: row.range_shared,
    range_plots: row.range_plots,
    familiarity: row.familiarity,
    foreign_reasons: row.foreign_reasons,
    leaf_off: row.leaf_off,
    image_trees: total,
    unchecked_ground: 1 - row.checked_ground,
  };
  return {
    id: row.id,
    process: row.process_id,
    file_name: row.file_name,
    date: row.captured_on,
    date_hash: row.date_hash,
    width: row.width,
    height: row.height,
    gsd_m: row.gsd_m,
    half_colours: hidesTrees(row.half_colours, row.gsd_m),
    shown_gsd_m: row.facts.shownGsdMeters ?? null,
    has_nir: row.has_nir,
    bands: row.bands,
    mended: row.mended ?? [],
    sent_file: row.keeps_sent === true || row.mended === null,
    bbox: row.bbox,
    footprint: row.coverage,
    region: referenceTo(row.region_id, row.region_name),
    district: referenceTo(row.district_id, row.district_name),
    gardens: row.gardens,
    source: referenceTo(row.source_id, row.source_name),
    attribution: row.attribution,
    licence: row.licence,
    model: row.model,
    lessons: row.lessons,
    ground_unused: row.unused_ground,
    threshold_set:
      row.threshold_set === null
        ? null
        : {
            threshold: row.threshold_set,
            by: row.threshold_setter,
            at: row.threshold_at?.toISOString() ?? null,
          },
    fragment_count: row.fragment_count,
    status: row.status,
    counts: row.published_at !== null && row.counted,
    too_coarse: !row.counted,
    outside_country: row.outside_country,
    trees: combineCounts([counted]),
    plots_of:
      row.range_basis === "shared"
        ? { images: row.range_images.length, windows: row.plots_of }
        : null,
    rows: joinRows(row.rows).map(({ shortM, longM, ...found }) => ({
      short_m: shortM,
      long_m: longM,
      ...found,
    })),
    canopy: canopyOf(row, total),
    shrubs: row.shrub_count,
    conflicts: row.conflicts,
    can: imageCan(actor, row),
  };
}

interface ImageFilter extends PageQuery {
  garden?: number;
  region?: number;
  district?: number;
  from?: string;
  to?: string;
  shows?: "ground" | "green";
  bbox?: Bbox;
  opinion?: "waiting";
}

/** Says whether ground of the filter counts in its period by the image `w`, as coverage and green levels do. */
export function showsGround(
  actor: Actor,
  { shows, garden, region, district, from, to }: TreeFilter & Pick<ImageFilter, "shows">,
) {
  const filter = { garden, region, district, from, to };
  const until = shows === "green" ? "s.green_superseded_on" : "s.superseded_on";
  const seen = sql<SqlBool>`exists (select from seen_area s where s.whole_image_id = w.id
    and ${seenWhere(actor, filter)} and ${notSupersededIn(filter, until)})`;
  return shows === "green" ? sql<SqlBool>`(w.green_level is not null and ${seen})` : seen;
}

/** Says whether the bounds of the image `w` meet a box, in degrees. */
export const touchesBox = ([west, south, east, north]: Bbox) =>
  sql<SqlBool>`(w.bbox[1] <= ${east} and w.bbox[3] >= ${west}
    and w.bbox[2] <= ${north} and w.bbox[4] >= ${south})`;

type ImageRows = ReturnType<typeof fullRows>;

/** Images of a place and of days, by their own. */
function ofPlaceAndDays(rows: ImageRows, actor: Actor, filter: ImageFilter): ImageRows {
  let some = rows;
  if (filter.region) some = some.where("w.region_id", "=", filter.region);
  if (filter.district) some = some.where("w.district_id", "=", filter.district);
  if (filter.from) some = some.where("w.captured_on", ">=", filter.from);
  if (filter.to) some = some.where("w.captured_on", "<=", filter.to);
  if (filter.garden)
    some = some.where(
      sql<SqlBool>`exists (select 1 from tree t join garden g on g.id = t.garden_id
        where t.whole_image_id = w.id and g.id = ${filter.garden} and ${visibleTo(actor, gardenPlace)})`,
    );
  return some;
}

const orderColumns = {
  date: "w.captured_on",
  tree_count: estimateOfImage("w"),
  gsd_m: "w.gsd_m",
} as const;

export async function listWholeImages(
  db: Db,
  actor: Actor,
  filter: ImageFilter,
  order: Order<(typeof wholeImageOrderings)[number]>,
) {
  const all = fullRows(db, actor);
  let rows = filter.shows
    ? all.where(showsGround(actor, filter))
    : ofPlaceAndDays(all, actor, filter);
  if (filter.opinion)
    rows = rows.where(
      sql<SqlBool>`exists (select from second_opinion o where o.whole_image_id = w.id and o.state = 'open')`,
    );
  if (filter.bbox) rows = rows.where(touchesBox(filter.bbox));
  if (filter.search) rows = rows.where(textContains(sql`p.file_name`, filter.search));
  return countedRows(
    rows,
    rows.orderBy(orderColumns[order.column], order.direction).orderBy("w.id", "desc"),
    filter,
    (row) => toWholeImage(row, actor),
  );
}

/** Images that count on ground within the actor's scope and are themselves beyond it: they belong to others, or end elsewhere. */
export async function countOutOfScope(
  db: Db,
  actor: Actor,
  filter: Omit<ImageFilter, keyof PageQuery>,
): Promise<number> {
  const { count } = await db
    .selectFrom("whole_image as w")
    .innerJoin("imagery_process as p", "p.id", "w.process_id")
    .where(sql<SqlBool>`not coalesce(${visibleImagery(actor)}, false)`)
    .where(showsGround(actor, filter))
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findWholeImage(
  db: Db,
  actor: Actor,
  id: number,
): Promise<WholeImage | undefined> {
  const row = await fullRows(db, actor).where("w.id", "=", id).executeTakeFirst();
  return row && toWholeImage(row, actor);
}

/** Finds what rendering and sending an image needs: its files, what is known of it, its size. */
export async function findImageFile(db: Db, actor: Actor, id: number) {
  return imageRows(db, actor)
    .where("w.id", "=", id)
    .clearSelect()
    .select(["w.id", "w.process_id", "w.cog_key", "w.original_key", "w.date_hash", "w.facts"])
    .select(["w.width", "w.height", "p.run", "p.file_name", "f.sent_key"])
    .select(sql<Mending[] | null>`p.facts->'mended'`.as("mended"))
    .select(changeableBy(actor).as("in_scope"))
    .executeTakeFirst();
}
