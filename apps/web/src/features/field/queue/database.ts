/** What a phone keeps in IndexedDB: entries, and the tasks that they belong to. Each row belongs to one person. */
import type { FieldTasks } from "@nihol/contract/planting/field-tasks";
import type { TaskSurvival } from "@nihol/contract/planting/survival";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { randomId } from "../../../lib/random-id.ts";
import { type Entry, keptAtFirst, type NewEntry } from "./entry.ts";

/** What was fetched last. */
export interface KeptTasks extends FieldTasks {
  person: number;
  fetched_at: string;
  /** By task, for those whose visit is due. */
  survival: Record<number, TaskSurvival>;
}

interface FieldDatabase extends DBSchema {
  entry: { key: number; value: Entry; indexes: { person: number } };
  tasks: { key: number; value: KeptTasks };
}

const name = "nihol-field";
let opened: Promise<IDBPDatabase<FieldDatabase>> | undefined;

function open(): Promise<IDBPDatabase<FieldDatabase>> {
  opened ??= openDB<FieldDatabase>(name, 1, {
    upgrade(database) {
      const entries = database.createObjectStore("entry", { keyPath: "seq", autoIncrement: true });
      entries.createIndex("person", "person");
      database.createObjectStore("tasks", { keyPath: "person" });
    },
    // A newer version in another tab waits for this one; the next call opens the new one.
    blocking: () => void forget(),
    terminated: () => void forget(),
  });
  opened.catch(() => void forget());
  return opened;
}

async function forget(): Promise<void> {
  const database = opened;
  opened = undefined;
  (await database?.catch(() => undefined))?.close();
}

/** All entries of a person, in the order in which they were made. */
export const listEntries = async (person: number): Promise<Entry[]> =>
  (await open()).getAllFromIndex("entry", "person", person);

/**
 * Keeps a new entry, in the place of one that it replaces. Throws a DOMException `QuotaExceededError` where the phone
 * has no room.
 */
export async function addEntry(made: NewEntry, replaced?: number): Promise<void> {
  const writing = (await open()).transaction("entry", "readwrite");
  const entry = { ...made, ...keptAtFirst, id: randomId() };
  await Promise.all([
    // Its number is given by the store.
    writing.store.add(entry as Entry),
    replaced === undefined ? undefined : writing.store.delete(replaced),
    writing.done,
  ]);
}

/** Writes an entry that is there. */
export async function putEntry(entry: Entry): Promise<void> {
  await (await open()).put("entry", entry);
}

export async function deleteEntry(seq: number): Promise<void> {
  await (await open()).delete("entry", seq);
}

/** The tasks that were fetched last for a person. */
export const findTasks = async (person: number): Promise<KeptTasks | undefined> =>
  (await open()).get("tasks", person);

export async function putTasks(tasks: KeptTasks): Promise<void> {
  await (await open()).put("tasks", tasks);
}
