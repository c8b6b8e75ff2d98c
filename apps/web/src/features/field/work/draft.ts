/**
 * Drafts: a form as it is being filled in, kept on the phone until it is saved as an entry or discarded: a phone that takes a
 * photo may close the page.
 */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { deleteDraft, findDraft, putDraft } from "../queue/database.ts";

/** A form of a person: `14/report`, `14/plot-46`, `14/report-<entry>` of one that is corrected. */
export const draftKey = (person: number, task: number, form: string) => `${person}/${task}/${form}`;
const queryKey = (key: string) => ["field", "draft", key];

/** Reads the draft that a form began with before the page closed: undefined while it is read, null where there is none. */
export const useFoundDraft = <Value>(key: string): Value | null | undefined =>
  useQuery({
    queryKey: queryKey(key),
    queryFn: async () => (await findDraft<Value>(key).catch(() => undefined)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  }).data;

/** Says whether a form was begun and neither kept nor given up. */
export const useIsBegun = (key: string): boolean =>
  useQuery({
    queryKey: ["field", "begun", key],
    queryFn: async () =>
      [await findDraft(key), await findDraft(`${key}-photo`)].some((one) => one !== undefined),
    staleTime: 0,
    gcTime: 0,
  }).data ?? false;

/**
 * Keeps what is filled in under a key, whenever it changes; what is as it began is no draft. `drop` forgets it for good.
 * A phone without room keeps no draft: what was typed stays in the form, and keeping it as an entry says why it cannot.
 */
export function useDraft(key: string, person: number, value: unknown, isBegun: boolean) {
  const isOver = useRef(false);
  useEffect(() => {
    if (isOver.current) return;
    void (isBegun ? putDraft({ key, person, value }) : deleteDraft(key)).catch(() => undefined);
  }, [key, person, value, isBegun]);
  return async function drop() {
    isOver.current = true;
    await deleteDraft(key).catch(() => undefined);
  };
}
