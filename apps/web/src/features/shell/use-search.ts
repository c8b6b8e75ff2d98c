import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ask } from "../../lib/api/ask.ts";

/** Milliseconds without another letter until the server is asked. */
const pauseMs = 120;

/** Returns the typed text as soon as typing pauses. */
function usePaused(typed: string): string {
  const [paused, setPaused] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return paused;
}

/**
 * Asks the server for results of the typed text.
 * `isPending`: it has not answered yet; the results shown meanwhile are of the letters before.
 */
export function useSearch(typed: string, language: string) {
  const wanted = typed.trim();
  const q = usePaused(wanted);
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    queryKey: [paths.search, language, q],
    queryFn: ({ signal }) => ask("GET /search", { query: { q }, signal }),
    enabled: q !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  const isPending = wanted !== q || (q !== "" && isFetching && (!data || isPlaceholderData));
  return { answer: wanted === "" ? undefined : data, isPending, isError };
}
