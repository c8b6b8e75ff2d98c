/** State of a report that is filled in on the phone, from the first letter until it is saved. */

import type { FieldTask, FieldTasks } from "@nihol/contract/planting/field-tasks";
import { limits } from "@nihol/contract/values/limits";
import { today } from "@nihol/contract/values/planting/programme-day";
import { useState } from "react";
import { newTrace, type Recorded, type Trace } from "../place/where-field.tsx";
import type { ReportEntry, StoredPhoto } from "../queue/entry.ts";
import { planOf } from "../queue/send.ts";
import { useDraft } from "./draft.ts";
import { useSaveEntry } from "./save-entry.ts";

/** The fields of a report but its photo, as they are typed. */
export interface Filled {
  type: string;
  count: string;
  height: string;
  day: string;
  where: Recorded | null;
  trace: Trace;
}

/** The types of the task first, the others after them. */
function typesOf(task: FieldTask, types: FieldTasks["tree_types"]) {
  const own = task.items.map(({ tree_type }) => tree_type);
  return [...own, ...types.filter(({ id }) => own.every((one) => one.id !== id))];
}

/** An empty form of a task, or one with what an entry of the outbox says. */
function startOf(task: FieldTask, entry: ReportEntry | undefined): Filled {
  const [only] = task.items.length === 1 ? task.items : [];
  if (!entry) {
    const type = only ? String(only.tree_type.id) : "";
    return { type, count: "", height: "", day: today(), where: null, trace: newTrace("Point") };
  }
  const { tree_type, count, stock_height_cm, plant_date, place, accuracy_m } = entry.body;
  return {
    ...{ type: String(tree_type), count: String(count), day: plant_date },
    height: stock_height_cm ? String(stock_height_cm) : "",
    where: place ? { place, accuracyM: accuracy_m ?? null } : null,
    trace: newTrace(place?.type ?? "Point"),
  };
}

export type ReportProps = {
  person: number;
  task: FieldTask;
  types: FieldTasks["tree_types"];
  /** The entry that is corrected; a new one without it. */
  entry: ReportEntry | undefined;
  onClose: () => void;
};

/** Draft from before the page closed. */
export type Begun = { key: string; filled: Filled | null; photo: StoredPhoto | null };

export function useReport({ person, task, types, entry, onClose }: ReportProps, begun: Begun) {
  const offered = typesOf(task, types);
  const [start] = useState(() => startOf(task, entry));
  const [filled, setFilled] = useState(begun.filled ?? start);
  const [photo, setPhoto] = useState(begun.photo ?? entry?.photo ?? null);
  const [isRestored, setIsRestored] = useState(begun.filled !== null || begun.photo !== null);
  const [isTried, setIsTried] = useState(false);
  const { type, count, height, day, where } = filled;
  const isNewPhoto = photo !== null && photo !== entry?.photo;
  const isBegun = JSON.stringify(filled) !== JSON.stringify(start);
  const dropFields = useDraft(begun.key, person, filled, isBegun);
  const dropPhoto = useDraft(`${begun.key}-photo`, person, photo, isNewPhoto);
  const drop = async () => void (await Promise.all([dropFields(), dropPhoto()]));
  const { busy, failure, save } = useSaveEntry(() => void drop().then(onClose));
  const chosen = offered.find(({ id }) => String(id) === type);
  const isDayRight = /^\d{4}-\d\d-\d\d$/.test(day) && day <= today();
  const { min, max } = limits.stockHeightCm;
  const isHeightRight = height === "" || (Number(height) >= min && Number(height) <= max);
  const isWhole =
    chosen !== undefined && Number(count) > 0 && isHeightRight && isDayRight && where !== null;

  async function handleSave() {
    setIsTried(true);
    if (!isWhole) return;
    const made = {
      ...{ kind: "report" as const, person, task: task.id, garden: task.garden.name },
      ...{ tree_type: chosen.name, seen: planOf(task), photo, row: entry?.row ?? null },
      made_at: entry?.made_at ?? new Date().toISOString(),
      body: {
        tree_type: chosen.id,
        count: Number(count),
        stock_height_cm: height === "" ? null : Number(height),
        plant_date: day,
        place: where.place,
        accuracy_m: where.accuracyM,
      },
    };
    await save(entry ? { ...made, id: entry.id, isCorrected: true } : made, entry?.seq);
  }
  const lacks = (isThere: boolean) => isTried && !isThere;
  return {
    ...{ offered, filled, photo, setPhoto, isRestored, drop, busy, failure, handleSave },
    isDirty: isBegun || isNewPhoto,
    set: (change: Partial<Filled>) => setFilled((before) => ({ ...before, ...change })),
    setTrace: (change: (before: Trace) => Trace) =>
      setFilled((before) => ({ ...before, trace: change(before.trace) })),
    startAgain() {
      setFilled(start);
      setPhoto(entry?.photo ?? null);
      setIsRestored(false);
    },
    missing: {
      type: lacks(chosen !== undefined),
      count: lacks(Number(count) > 0),
      height: lacks(isHeightRight),
      day: lacks(isDayRight),
      where: lacks(where !== null),
    },
  };
}
