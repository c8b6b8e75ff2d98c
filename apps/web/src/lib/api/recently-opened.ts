/**
 * Entries that somebody opened last from the search, kept in this browser until the session ends: the next person must
 * not read them.
 */
import { keepLocally } from "../browser/keep-locally.ts";
import { recentlyOpenedKey as key } from "./session.ts";

const entriesMax = 6;

export interface RecentEntry {
  title: string;
  note?: string | undefined;
  /** Words that somebody wrote, in whatever language. */
  isWritten?: boolean;
  to: string;
}

/** The newest first. */
export function recentlyOpened(): RecentEntry[] {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "[]") as RecentEntry[];
  } catch {
    return [];
  }
}

/** Keeps an entry as the newest. */
export function keepOpened({ title, note, isWritten = false, to }: RecentEntry): void {
  const others = recentlyOpened().filter((entry) => entry.to !== to);
  const all = [{ title, note, isWritten, to }, ...others].slice(0, entriesMax);
  keepLocally(key, JSON.stringify(all));
}
