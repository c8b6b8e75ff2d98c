/** Collects what a planting report shows and what does not fit together in it, as it is written into a case. */

import type { EvidenceFlag, PhotoDuplicate } from "@nihol/contract/values/planting/evidence-flags";
import type { EvidencePhoto, EvidenceRow, ReportEvidence } from "@nihol/contract/values/violations";
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { Actor } from "../../../http/actor.ts";
import { may } from "../../../policies/rights.ts";
import { listRowFlags, listTaskFlags } from "../../../shared/planting/flag-queries.ts";

/** More rows than these are no help on paper; the report itself has them all. */
const maxRows = 12;

/** A photo to be kept: of a row, as it lies in the store. */
export interface PhotoOrder {
  row: number;
  key: string;
  date: string;
}

/** Rows of reports with what their photos' metadata held. */
function photographedRows(db: Db) {
  return db
    .selectFrom("planting_report as p")
    .innerJoin("planting_task as t", "t.id", "p.task_id")
    .innerJoin("garden as g", "g.id", "t.garden_id")
    .innerJoin("tree_type as y", "y.id", "p.tree_type_id")
    .leftJoin("planting_photo as ph", (join) =>
      join.onRef("ph.report_id", "=", "p.id").onRef("ph.of_photo", "=", "p.photo_key"),
    )
    .select(["p.id", "p.task_id", "p.count", "p.plant_date", "p.photo_key", "p.latitude"])
    .select(["g.name as garden", "y.name as tree_type"])
    .select(["ph.longitude as taken_longitude", "ph.latitude as taken_latitude"])
    .select(
      sql<string | null>`coalesce(ph.taken_at, ph.taken_on::text,
        case when p.image_date_from_photo then p.image_date::text end)`.as("taken_at"),
    );
}
type Row = Awaited<ReturnType<ReturnType<typeof photographedRows>["execute"]>>[number];

function photoOf(row: Row): EvidencePhoto {
  const { taken_longitude: longitude, taken_latitude: latitude } = row;
  return {
    ...{ task: row.task_id, row: row.id, garden: row.garden, plant_date: row.plant_date },
    taken_at: row.taken_at,
    taken_place: longitude === null || latitude === null ? null : [longitude, latitude],
    sha256: null,
  };
}

/** Counts a missing photo or position, in a line of its own. */
const isMissing = ({ flag }: EvidenceFlag) => flag === "no_photo" || flag === "no_position";
const isDuplicate = (flag: EvidenceFlag): flag is PhotoDuplicate => flag.flag === "photo_duplicate";

/** Warnings before notes, notes before rows that only show a photo. */
const weight = ({ flags, photo }: EvidenceRow) =>
  flags.some(({ severity }) => severity === "warning") ? 3 : flags.length > 0 ? 2 : photo ? 1 : 0;

/** The report of a task that the actor sees; nothing without the right to see reports. Duplicates beyond their scope stay unnamed. */
export async function reportEvidence(
  db: Db,
  actor: Actor,
  task: number,
): Promise<{ report: ReportEvidence | undefined; photos: PhotoOrder[] }> {
  if (!may(actor, "planttreetaskreport", "view")) return { report: undefined, photos: [] };
  const rows = await photographedRows(db).where("t.id", "=", task).orderBy("p.id").execute();
  const ids = rows.map(({ id }) => id);
  const flags = await listRowFlags(db, actor, ids);
  const others = [...flags.values()].flat().filter(isDuplicate);
  const otherIds = others.flatMap(({ other }) => other?.row ?? []);
  const same =
    otherIds.length > 0 ? await photographedRows(db).where("p.id", "in", otherIds).execute() : [];
  const known = new Map([...rows, ...same].map((row) => [row.id, row]));
  const shown = rows
    .map((row): EvidenceRow => {
      const own = flags.get(row.id) ?? [];
      const alike = own
        .filter(isDuplicate)
        .flatMap(({ other }) => known.get(other?.row ?? 0) ?? []);
      return {
        ...{ row: row.id, tree_type: row.tree_type, count: row.count, plant_date: row.plant_date },
        flags: own.filter((flag) => !isMissing(flag)),
        photo: row.photo_key === null ? null : photoOf(row),
        same: alike.filter(({ photo_key }) => photo_key !== null).map(photoOf),
      };
    })
    .filter((row) => weight(row) > 0)
    .sort((a, b) => weight(b) - weight(a) || a.row - b.row)
    .slice(0, maxRows);
  const kept = new Set(shown.flatMap(({ photo, same }) => [photo, ...same]).map((one) => one?.row));
  return {
    report: {
      rows: rows.length,
      without_photo: rows.filter(({ photo_key }) => photo_key === null).length,
      without_position: rows.filter(({ latitude }) => latitude === null).length,
      flags: await listTaskFlags(db, task),
      shown,
    },
    photos: [...known.values()].flatMap(({ id, photo_key: key, plant_date: date }) =>
      key !== null && kept.has(id) ? [{ row: id, key, date }] : [],
    ),
  };
}
