/** A process of the database as the contract shows it. */
import type { Process, processEventSchema } from "@nihol/contract/imagery/processes";
import type { ProcessState, ProcessStep } from "@nihol/contract/values/imagery";
import type { z } from "@nihol/contract/z";
import { text } from "@nihol/locales/text";
import type { Actor } from "../../http/actor.ts";
import { mayActOn } from "../../policies/imagery.ts";
import type { ProcessRow, StateRow } from "./queries.ts";

/** A stored `{code, params}` in the reader's language. */
export function messageText(stored: unknown, language: string) {
  const message = stored as { code: string; params?: Record<string, string | number> } | null;
  return (
    message && {
      code: message.code,
      detail: text(language, `errors.${message.code}`, message.params ?? {}),
    }
  );
}

function place(names: unknown[], language: string): string | null {
  const texts = names
    .filter(Boolean)
    .map(
      (name) => (name as Record<string, string>)[language] || (name as Record<string, string>).ru,
    );
  return texts.length ? texts.join(", ") : null;
}

function centre(facts: unknown): [number, number] | null {
  const bbox = (facts as { bbox?: number[] })?.bbox;
  const [west, south, east, north] = bbox ?? [];
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return null;
  return [(west + east) / 2, (south + north) / 2];
}

const running: readonly string[] = ["pending", "in_progress"];

function mayDo(row: ProcessRow, actor: Actor): Process["can"] {
  const change = mayActOn(actor, row, "satelliteimagery", "change");
  const ended = !running.includes(row.status);
  return {
    change,
    delete: ended && mayActOn(actor, row, "satelliteimagery", "delete"),
    stop: change && !ended,
    restart_all: change && ended,
    restart_failed:
      change &&
      (row.status === "stopped" ||
        (row.status === "failed" && (row.has_failed || row.whole_image_id === null))),
  };
}

/** What the stream of events says of a process. */
export function toEvent(row: StateRow, language: string): z.output<typeof processEventSchema> {
  return {
    status: row.status as ProcessState,
    step: row.step as ProcessStep,
    state_percentage: row.state_percentage,
    generated_images: row.fragments_done,
    total_images: row.fragments_total,
    tree_count: row.tree_count,
    message: messageText(row.message, language),
  };
}

/** The row as the contract shows it. */
export function toProcess(row: ProcessRow, actor: Actor, language: string): Process {
  const at = centre(row.facts);
  return {
    id: row.id,
    imagery_task_id: row.imagery_task_id,
    file_name: row.file_name,
    process_date: row.capture_date,
    ...toEvent(row, language),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    image_location: place([row.district_name, row.region_name], language),
    centroid_lng: at?.[0] ?? null,
    centroid_lat: at?.[1] ?? null,
    date_hash: row.date_hash,
    whole_image: row.whole_image_id,
    area: { kind: row.area_kind as Process["area"]["kind"], name: row.area_name },
    requested_by: row.first_name === null ? null : `${row.first_name} ${row.last_name}`,
    model: row.model,
    can: mayDo(row, actor),
  };
}
