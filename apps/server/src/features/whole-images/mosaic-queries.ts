/** Images as a map shows them: the newest one of each place within a period. */

import type { ImageMosaic, MosaicImage, SeenGround } from "@nihol/contract/imagery/mosaic";
import type { TreeFilter } from "@nihol/contract/statistics";
import { limits } from "@nihol/contract/values/limits";
import type { Db } from "@nihol/db/connection";
import type { Bbox } from "@nihol/geo/geometry";
import { sql } from "kysely";
import type { Actor } from "../../http/actor.ts";
import { visibleImagery } from "../../policies/imagery.ts";
import { treesVisibleTo } from "../../policies/trees.ts";
import { showsGround, touchesBox } from "./whole-image-queries.ts";

interface Row extends MosaicImage {
  counts: boolean;
}

/**
 * The images within the actor's scope that touch a box. Which ground counts by which image is known to `seen_area`,
 * so that the mosaic, the trees and the coverage of a period are of the same images (decision 14).
 */
export async function findMosaic(
  db: Db,
  actor: Actor,
  filter: TreeFilter,
  bbox: Bbox,
): Promise<ImageMosaic> {
  const { rows } = await sql<Row>`
    select w.id, p.file_name, w.captured_on as date, w.gsd_m, w.bbox, p.attribution,
      w.published_at is not null and w.counted as counts,
      w.published_at is not null and w.counted and ${showsGround(actor, filter)} as shows
    from whole_image w join imagery_process p on p.id = w.process_id
    where ${visibleImagery(actor)} and ${touchesBox(bbox)}
    order by w.captured_on desc, w.id desc`.execute(db);
  const first = [...rows.filter((row) => row.shows), ...rows.filter((row) => !row.shows)];
  const images = first
    .slice(0, limits.imagesOnMap)
    .map(({ counts: _, ...image }) => image)
    .sort((a, b) => compare(b.date, a.date) || b.id - a.id);
  const dates = [...new Set(rows.filter((row) => row.counts).map((row) => row.date))].sort();
  return { images, count: rows.length, dates: dates.slice(-limits.imagesOnMap) };
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));

/**
 * Finds the ground that every published image shows, whoever asked for the image, where the actor is told of coverage: as
 * the coverage beside each total, and for good, whatever the date.
 */
export async function findSeenGround(db: Db, actor: Actor, bbox: Bbox): Promise<SeenGround> {
  const { rows } = await sql<{ coverage: SeenGround["footprints"][number] }>`
    select w.coverage from whole_image w
    where w.published_at is not null and ${touchesBox(bbox)}
      and exists (select from seen_area s where s.whole_image_id = w.id and ${treesVisibleTo(actor, "s")})
    order by w.id limit ${limits.footprintsOnMap + 1}`.execute(db);
  const too_many = rows.length > limits.footprintsOnMap;
  return { footprints: too_many ? [] : rows.map(({ coverage }) => coverage), too_many };
}
