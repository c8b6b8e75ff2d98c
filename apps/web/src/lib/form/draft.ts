import { userStore } from "../api/session.ts";

/** Neither secrets nor files outlive the page. */
const isKept = (key: string, value: unknown) => !/password/i.test(key) && !(value instanceof Blob);
const asText = (values: object): string =>
  JSON.stringify(values, (key, value: unknown) => (isKept(key, value) ? value : undefined));

/** Under the person's number: on a shared machine nobody finds what somebody else has typed. */
const keyOf = (name: string) => `draft:${userStore().userData?.id ?? ""}:${name}`;

/**
 * Reads what was typed into a form and not saved, as this tab remembers it; undefined where there is nothing, or where
 * the form now begins with other values: somebody has changed the record meanwhile.
 */
export function readDraft<V extends object>(name: string, initial: V): V | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "null") as unknown;
    if (typeof kept !== "object" || kept === null || !("of" in kept) || !("values" in kept)) return;
    if (kept.of !== asText(initial) || typeof kept.values !== "object") return;
    return { ...initial, ...kept.values };
  } catch {
    return;
  }
}

/** Remembers what is typed until it is saved or given up. */
export function keepDraft<V extends object>(name: string, initial: V, values: V): void {
  const of = asText(initial);
  const text = asText(values);
  try {
    if (of === text) sessionStorage.removeItem(keyOf(name));
    else sessionStorage.setItem(keyOf(name), JSON.stringify({ of, values: JSON.parse(text) }));
  } catch {
    // A store that is full or closed: the form itself still holds what was typed.
    dropDraft(name);
  }
}

export function dropDraft(name: string): void {
  try {
    sessionStorage.removeItem(keyOf(name));
  } catch {
    // A browser without a store has kept nothing.
  }
}
