import type { UserProfile } from "@nihol/contract/people/sign-in";
import { setProgrammeZone } from "@nihol/contract/values/planting/programme-day";
import { useSyncExternalStore } from "react";
import { forgetFirstCalls } from "./first-calls.ts";
import { randomId } from "./random-id.ts";
import { forgetSeenRole } from "./see-as.ts";

const accessKey = "access_token";
/** Where earlier versions kept the refresh token; now it is a cookie that no script can read. */
const oldRefreshKey = "refresh_token";
const attemptKey = "refresh_attempt";
const userKey = "user";
const fieldKey = "field_person";
/** Entries that somebody opened last: their key stands here, so that the first page loads nothing more of them. */
export const recentlyOpenedKey = "recently_opened";
/** Keys that are forgotten at sign-out. */
const kept = [accessKey, oldRefreshKey, attemptKey, userKey, recentlyOpenedKey];

/** Account of the person as the screens know it: the specification's local user store. */
export type UserStore = { userRole: string | null; userData: UserProfile | null };

const nobody: UserStore = { userRole: null, userData: null };
const listeners = new Set<() => void>();
let cached: { text: string | null; store: UserStore } = { text: null, store: nobody };

export const accessToken = (): string | null => localStorage.getItem(accessKey);

/** Keeps the access token; the refresh token came as a cookie. */
export function keepAccess(access: string): void {
  localStorage.setItem(accessKey, access);
  localStorage.removeItem(attemptKey);
  localStorage.removeItem(oldRefreshKey);
}

/** Marks a renewal until its answer has come: sent again with the same mark, one whose answer was lost is no theft. */
export function renewalAttempt(): string {
  const attempt = localStorage.getItem(attemptKey) ?? randomId();
  localStorage.setItem(attemptKey, attempt);
  return attempt;
}

/** Keeps the profile for the screens, in this tab and the others. */
export function keepUser(userData: UserProfile): void {
  localStorage.setItem(userKey, JSON.stringify({ userRole: userData.role, userData }));
  for (const listener of listeners) listener();
}

/**
 * Person who works in the field on this phone. A session that has ended by itself leaves them known, so that they go on
 * without a line; signing out does not, and whoever signs in takes their place.
 */
export const fieldPerson = (): UserProfile | null =>
  userStore().userData ?? parse(localStorage.getItem(fieldKey)).userData;

/** Knows them from now on. */
export function keepFieldPerson(userData: UserProfile): void {
  localStorage.setItem(fieldKey, JSON.stringify({ userRole: userData.role, userData }));
}

/** After they have signed out. */
export function forgetFieldPerson(): void {
  localStorage.removeItem(fieldKey);
}

/** Deletes tokens and profile. */
export function forgetSession(): void {
  for (const key of kept) localStorage.removeItem(key);
  forgetSeenRole();
  forgetFirstCalls();
  for (const listener of listeners) listener();
}

/** The local user store; the same object until it changes. */
export function userStore(): UserStore {
  const text = localStorage.getItem(userKey);
  if (text !== cached.text) cached = { text, store: parse(text) };
  return cached.store;
}

function parse(text: string | null): UserStore {
  if (!text) return nobody;
  try {
    const store = { ...nobody, ...(JSON.parse(text) as UserStore) };
    // A profile that an earlier version kept names no zone.
    if (store.userData?.time_zone) setProgrammeZone(store.userData.time_zone);
    return store;
  } catch {
    return nobody;
  }
}

/** The person who is signed in, following changes of every tab. */
export function useUser(): UserStore {
  return useSyncExternalStore(subscribe, userStore);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}
