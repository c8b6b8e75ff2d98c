/** The row of a process as it is made. */

import type { ProcessArea } from "@nihol/contract/values/imagery";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { Language } from "@nihol/contract/values/languages";
import type { Db } from "@nihol/db/connection";
import type { JsonText } from "@nihol/db/json";
import type { Areal } from "@nihol/geo/geometry";

interface NewProcess {
  upload_id: string | null;
  source_id?: number | null;
  attribution?: string;
  licence?: string;
  /** 0 where the image is still to be fetched. */
  fetched?: number;
  file_name: string;
  file_key: string;
  facts: JsonText<RasterMetadata>;
  capture_date: string;
  threshold: number | null;
  area_kind: ProcessArea;
  area_id: number | null;
  area: JsonText<Areal> | null;
  requested_by: number;
  language: Language;
  region_id: number | null;
  district_id: number | null;
}

export async function insertProcess(db: Db, columns: NewProcess): Promise<number> {
  const hand =
    columns.threshold === null
      ? {}
      : { threshold_by: columns.requested_by, threshold_at: new Date() };
  const { id } = await db
    .insertInto("imagery_process")
    .values({ ...columns, ...hand })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}
