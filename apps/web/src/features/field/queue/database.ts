/**
 * Stores in IndexedDB what a phone keeps: entries, drafts, and the tasks that they belong to. Each row belongs to one person;
 * tasks are kept of whoever was signed in last.
 */
import type { FieldTasks } from "@nihol/contract/planting/field-tasks";
import type { TaskSurvival } from "@nihol/contract/planting/survival";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import { fieldDatabaseName } from "../../../lib/api/field-tasks.ts";
import { randomId } from "../../../lib/api/random-id.ts";
import { type Entry, isOpen, keptAtFirst, type NewEntry } from "./entry.ts";

/** Tasks as they were fetched last. */
export interface KeptTasks extends FieldTasks {
  person: number;
  fetched_at: string;
  /** By task, for those whose visit is due. */
  survival: Record<number, TaskSurvival>;
}

interface FieldDatabase extends DBSchema {
  entry: { key: number; value: Entry; indexes: { person: number } };
  tasks: { key: number; value: KeptTasks };
  draft: { key: string; value: Draft };
}

/** Unfinished form, or its photo; the key names the person, the task and the form. */
interface Draft {
  key: string;
  person: number;
  value: unknown;
}

const name = fieldDatabaseName;
let opened: Promise<IDBPDatabase<FieldDatabase>> | undefined;

function open(): Promise<IDBPDatabase<FieldDatabase>> {
  opened ??= openDB<FieldDatabase>(name, 2, {
    async upgrade(database, before, _version, upgrading) {
      if (before < 1) {
        const options = { keyPath: "seq", autoIncrement: true };
        database.createObjectStore("entry", options).createIndex("person", "person");
        database.createObjectStore("tasks", { keyPath: "person" });
      }
      database.createObjectStore("draft", { keyPath: "key" });
      // Earlier versions asked about every change of a plan: such a report is sent now.
      for (const entry of await upgrading.objectStore("entry").getAll())
        if (entry.kind === "report" && entry.state === "conflict")
          await upgrading.objectStore("entry").put({ ...entry, state: "waiting", conflict: null });
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
  const database = await open();
  const revision = randomId();
  const entry = { ...made, ...keptAtFirst, id: made.id ?? randomId(), revision };
  if (replaced !== undefined) await database.put("entry", { ...entry, seq: replaced });
  // Its number is given by the store.
  else await database.add("entry", entry as Entry);
}

/** An entry as it is now; undefined for one that was deleted or corrected meanwhile. */
export const findEntry = async (seq: number): Promise<Entry | undefined> =>
  (await open()).get("entry", seq);

/** Writes an entry as it was sent or decided; one that was deleted or corrected meanwhile stays so. */
export async function putEntry(entry: Entry): Promise<void> {
  const writing = (await open()).transaction("entry", "readwrite");
  const stored = await writing.store.get(entry.seq);
  if (stored && stored.revision === entry.revision) await writing.store.put(entry);
  await writing.done;
}

export async function deleteEntry(seq: number): Promise<void> {
  await (await open()).delete("entry", seq);
}

/** The tasks that were fetched last for a person. */
export const findTasks = async (person: number): Promise<KeptTasks | undefined> =>
  (await open()).get("tasks", person);

/** Keeps them in the place of all others: a phone that is passed on holds nobody else's tasks. */
export async function putTasks(tasks: KeptTasks): Promise<void> {
  const writing = (await open()).transaction("tasks", "readwrite");
  await Promise.all([writing.store.clear(), writing.store.put(tasks), writing.done]);
}

/** Counts the entries of other people that have not arrived: they wait for theirs. */
export const countOfOthers = async (person: number): Promise<number> =>
  (await (await open()).getAll("entry")).filter((one) => one.person !== person && isOpen(one))
    .length;

/** Reads the draft under a key; undefined where there is none. */
export const findDraft = async <Value>(key: string): Promise<Value | undefined> =>
  // Under its key lies what the same form has kept there.
  (await (await open()).get("draft", key))?.value as Value | undefined;

/** Keeps what is being filled in. Throws a DOMException `QuotaExceededError` where the phone has no room. */
export async function putDraft(draft: Draft): Promise<void> {
  await (await open()).put("draft", draft);
}

export async function deleteDraft(key: string): Promise<void> {
  await (await open()).delete("draft", key);
}
