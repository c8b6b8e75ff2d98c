import { useSyncExternalStore } from "react";
import { useUser } from "../../../lib/api/session.ts";
import { keepLocally } from "../../../lib/browser/keep-locally.ts";

/**
 * The state of an upload. `waiting`: its turn comes when others have arrived; `interrupted`: the page was left, the file
 * must be chosen again; `lost`: no connection, it goes on by itself; `sent`: it has arrived, the server says the rest.
 */
export type UploadState =
  | "waiting"
  | "sending"
  | "paused"
  | "lost"
  | "interrupted"
  | "failed"
  | "sent";

/** Upload and its state. */
export type UploadEntry = {
  key: string;
  /** The person who sends it; others at the same machine do not see it. */
  owner: number;
  fileName: string;
  /** Bytes. */
  size: number;
  modified: number;
  /** The server's id of the upload, once it has one. */
  id: string | null;
  state: UploadState;
  /** Bytes that the server has. */
  sent: number;
  /** Bytes a second, smoothed; null until it is known. */
  speed: number | null;
  /** Reason for the failure: the server's own words, or a code of errors.json. */
  problem: { detail: string } | { code: string } | null;
  /** The process that was started with it. */
  process: number | null;
};

const storageKey = "uploads";
const listeners = new Set<() => void>();
let entries: readonly UploadEntry[] = restore();

/** All uploads of this browser, newest first; the same array until one changes. */
export function uploadEntries(): readonly UploadEntry[] {
  return entries;
}

export function findUpload(key: string): UploadEntry | undefined {
  return entries.find((one) => one.key === key);
}

export function insertUpload(entry: UploadEntry): void {
  change([entry, ...entries]);
}

export function updateUpload(key: string, columns: Partial<UploadEntry>): void {
  change(entries.map((one) => (one.key === key ? { ...one, ...columns } : one)));
}

export function forgetUpload(key: string): void {
  change(entries.filter((one) => one.key !== key));
}

/** The uploads, following every change. */
export function useUploads(): readonly UploadEntry[] {
  return useSyncExternalStore(subscribe, uploadEntries);
}

/** Those of the person at the screen that no process was made of yet, newest first. */
export function useOwnUploads(): readonly UploadEntry[] {
  const me = useUser().userData?.id;
  return useUploads().filter((one) => one.owner === me && one.process === null);
}

function change(next: readonly UploadEntry[]): void {
  entries = next;
  keep();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Only uploads that the server knows can be resumed. */
function keep(): void {
  const known = entries.filter((one) => one.id !== null);
  keepLocally(storageKey, JSON.stringify(known));
}

/** After a reload the browser no longer holds the files: what was under way is interrupted. */
function restore(): readonly UploadEntry[] {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? "[]") as UploadEntry[];
    return stored.map((one) => ({
      ...one,
      state: one.state === "sent" ? "sent" : "interrupted",
      speed: null,
      problem: null,
    }));
  } catch {
    return [];
  }
}
