/** Entries and tasks of the person at the phone, as the screens show them, and when they are sent. */
import { useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useState } from "react";
import { queryClient } from "../../../lib/api/query-client.ts";
import { countOfOthers, findTasks, listEntries } from "./database.ts";
import { type SyncResult, sync } from "./sync.ts";

const entriesKey = (person: number) => ["field", person, "entries"];
const tasksKey = (person: number) => ["field", person, "tasks"];

/** Reads entries and tasks anew. */
export const refreshField = (person: number): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["field", person] });

/** Entries of a person in the order in which they were made. */
export const useEntries = (person: number) =>
  useQuery({ queryKey: entriesKey(person), queryFn: () => listEntries(person), staleTime: 0 });

/** Number of entries of other people that wait on this phone. */
export const useCountOfOthers = (person: number): number =>
  useQuery({
    queryKey: ["field", person, "others"],
    queryFn: () => countOfOthers(person),
    staleTime: 0,
  }).data ?? 0;

/** The tasks that were fetched last; null before the first time. */
export const useKeptTasks = (person: number) =>
  useQuery({
    queryKey: tasksKey(person),
    queryFn: async () => (await findTasks(person)) ?? null,
    staleTime: 0,
  });

/** The line is tried again after so long: not every browser says that it is back. */
const againAfterMs = 30_000;

export interface Sync {
  /** Undefined until the first answer. */
  result: SyncResult | undefined;
  isUnderWay: boolean;
  start: () => void;
}

/** Sends and fetches when the page opens, when the line comes back, when the phone is looked at again, and when asked. */
export function useSync(person: number): Sync {
  const [result, setResult] = useState<SyncResult>();
  const [underWay, setUnderWay] = useState(0);
  const start = useCallback(() => {
    setUnderWay((before) => before + 1);
    void sync(person, () => void refreshField(person)).then(async (ended) => {
      await refreshField(person);
      setResult(ended);
      setUnderWay((before) => before - 1);
    });
  }, [person]);
  useEffect(() => {
    const whenSeen = () => document.visibilityState === "visible" && start();
    start();
    window.addEventListener("online", start);
    document.addEventListener("visibilitychange", whenSeen);
    const timer = setInterval(start, againAfterMs);
    return () => {
      window.removeEventListener("online", start);
      document.removeEventListener("visibilitychange", whenSeen);
      clearInterval(timer);
    };
  }, [start]);
  return { result, isUnderWay: underWay > 0, start };
}
