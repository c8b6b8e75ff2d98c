/** Images as far as they decide which trees count: their day, their coverage, whether they are published. */

import type { Db } from "@nihol/db/connection";
import type { Bbox, MultiPolygon } from "@nihol/geo/geometry";
import { type PointTest, preparePolygon } from "@nihol/geo/polygon";
import { sql } from "kysely";

export interface CountedImage {
  id: number;
  /** YYYY-MM-DD */
  captured_on: string;
  published: boolean;
  /** False: too coarse for counting trees, so it supersedes none. */
  counted: boolean;
  bbox: Bbox;
  /** Tells whether its coverage holds a position. */
  covers: PointTest;
}

type Order = Pick<CountedImage, "captured_on" | "id">;

/** The order in which images supersede each other: by capture date, on the same day by number. */
export const isOlder = (a: Order, b: Order) =>
  a.captured_on < b.captured_on || (a.captured_on === b.captured_on && a.id < b.id);

const columns = ["id", "captured_on", "published_at", "counted", "bbox", "coverage"] as const;

/** @throws when there is no such image. */
export async function findImage(trx: Db, id: number): Promise<CountedImage> {
  const row = await trx
    .selectFrom("whole_image")
    .select(columns)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return toImage(row);
}

/**
 * Locks the row of an image until the transaction ends. Whoever changes an image and its trees locks the image first and
 * the trees (`lockTrees`) after it: in turn nobody waits for another crosswise.
 */
export async function lockImage(trx: Db, id: number): Promise<void> {
  await trx.selectFrom("whole_image").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

/** The other published images with counted trees whose bounding box touches this one's. */
export async function listPublishedAround(trx: Db, image: CountedImage): Promise<CountedImage[]> {
  const [west, south, east, north] = image.bbox;
  const rows = await trx
    .selectFrom("whole_image")
    .select(columns)
    .where("published_at", "is not", null)
    .where("counted", "=", true)
    .where("id", "<>", image.id)
    .where(sql<boolean>`bbox[1] <= ${east} and bbox[3] >= ${west}`)
    .where(sql<boolean>`bbox[2] <= ${north} and bbox[4] >= ${south}`)
    .execute();
  return rows.map(toImage);
}

function toImage(row: {
  id: number;
  captured_on: string;
  published_at: Date | null;
  counted: boolean;
  bbox: Bbox;
  coverage: MultiPolygon;
}): CountedImage {
  return {
    id: row.id,
    captured_on: row.captured_on,
    published: row.published_at !== null,
    counted: row.counted,
    bbox: row.bbox,
    covers: prepareOnUse(row.coverage),
  };
}

/** Coverages may have thousands of corners, and many images around are never asked. */
function prepareOnUse(coverage: MultiPolygon): PointTest {
  let test: PointTest | undefined;
  return (lon, lat) => {
    test ??= preparePolygon(coverage);
    return test(lon, lat);
  };
}
