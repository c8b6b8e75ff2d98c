/** Sends what waits, in the order in which it was made, and fetches the tasks anew. */
import type { TaskSurvival } from "@nihol/contract/planting/survival";
import { ApiError } from "../../../lib/api/api-error.ts";
import { ask } from "../../../lib/api/ask.ts";
import { accessToken, userStore } from "../../../lib/api/session.ts";
import { findEntry, listEntries, putEntry, putTasks } from "./database.ts";
import { sendEntry } from "./send.ts";
import { isFull } from "./storage.ts";

/**
 * `signed_out`: the session has ended, or somebody else has signed in; `no_line`: nothing answers; `full`: what came
 * cannot be kept on the phone.
 */
export type SyncResult = "done" | "signed_out" | "no_line" | "full" | "failed";

/** Tells whether calls go out in the name of this person. */
const isSignedIn = (person: number) =>
  accessToken() !== null && userStore().userData?.id === person;

/**
 * Sends the waiting entries of a person one after the other. An entry that was refused or is in conflict lets the next
 * ones pass: they are of other trees and plots. Throws ApiError where nothing answers.
 */
async function sendAll(person: number, onChange: () => void): Promise<void> {
  for (const { seq } of await listEntries(person)) {
    // As it is now: it may have been corrected or deleted while those before it were sent.
    const entry = await findEntry(seq);
    if (entry?.state !== "waiting") continue;
    if (!isSignedIn(person)) return;
    await putEntry(await sendEntry(entry));
    onChange();
  }
}

async function fetchTasks(person: number): Promise<void> {
  const fetched = await ask("GET /plant-tree-task/field", {});
  const due = fetched.tasks.filter(({ survival_due }) => survival_due);
  const survival: Record<number, TaskSurvival> = {};
  for (const { id } of due)
    survival[id] = await ask("GET /plant-tree-task/:id/survival", { params: { id } });
  // Somebody else may have signed in meanwhile: these tasks are then not of this person.
  if (!isSignedIn(person)) return;
  await putTasks({ ...fetched, survival, person, fetched_at: new Date().toISOString() });
}

function resultOf(error: unknown): SyncResult {
  if (isFull(error)) return "full";
  if (!(error instanceof ApiError)) return error instanceof DOMException ? "no_line" : "failed";
  if (error.status === 401) return "signed_out";
  return error.status === 0 ? "no_line" : "failed";
}

/** Lets one tab work at a time, so that no entry is sent by two. */
function alone<T>(work: () => Promise<T>): Promise<T> {
  return navigator.locks ? navigator.locks.request("nihol-field", work) : work();
}

/** Sends and fetches; `onChange` is called after each entry. Never throws. */
export function sync(person: number, onChange: () => void): Promise<SyncResult> {
  return alone(async () => {
    if (!isSignedIn(person)) return "signed_out";
    try {
      await sendAll(person, onChange);
      await fetchTasks(person);
      return isSignedIn(person) ? "done" : "signed_out";
    } catch (error) {
      return resultOf(error);
    }
  });
}
