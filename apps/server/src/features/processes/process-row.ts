/** A process of the database as the contract shows it. */

import type { Process, processEventSchema } from "@nihol/contract/imagery/processes";
import type { RasterMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { Language, Names } from "@nihol/contract/values/languages";
import type { z } from "@nihol/contract/z";
import type { Actor } from "../../http/actor.ts";
import { processCan } from "../../policies/imagery-can.ts";
import { referenceTo } from "../../shared/rows/reference.ts";
import { problemText } from "../../shared/rows/stored-problem.ts";
import type { ProcessRow, StateRow } from "./process-queries.ts";

function place(names: (Names | null)[], language: Language): string | null {
  const texts = names.filter((name) => name !== null).map((name) => name[language] || name.ru);
  return texts.length ? texts.join(", ") : null;
}

function centre({ bbox }: Partial<RasterMetadata>): [number, number] | null {
  return bbox ? [(bbox[0] + bbox[2]) / 2, (bbox[1] + bbox[3]) / 2] : null;
}

type Progress = Omit<StateRow, "blocks" | "time_left">;

function progressOf(row: Progress, language: Language) {
  return {
    status: row.status,
    step: row.step,
    state_percentage: row.state_percentage,
    generated_images: row.fragments_done,
    total_images: row.fragments_total,
    tree_count: row.tree_count,
    message: problemText(row.message, language),
  };
}

/** State of a process as the stream of events tells it. */
export function toEvent(row: StateRow, language: Language): z.output<typeof processEventSchema> {
  return { ...progressOf(row, language), blocks: row.blocks, time_left: row.time_left };
}

/** The row as the contract shows it. */
export function toProcess(row: ProcessRow, actor: Actor, language: Language): Process {
  const at = centre(row.facts);
  return {
    id: row.id,
    imagery_task_id: row.imagery_task_id,
    file_name: row.file_name,
    process_date: row.capture_date,
    ...progressOf(row, language),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    image_location: place([row.district_name, row.region_name], language),
    centroid_lng: at?.[0] ?? null,
    centroid_lat: at?.[1] ?? null,
    date_hash: row.date_hash,
    whole_image: row.whole_image_id,
    too_coarse: row.too_coarse,
    outside_country: row.outside_country,
    area: { kind: row.area_kind, name: row.area_name },
    requested_by: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
    source: referenceTo(row.source_id, row.source_name),
    attribution: row.attribution,
    licence: row.licence,
    model: row.model,
    priority: row.priority,
    can: processCan(actor, row),
  };
}
