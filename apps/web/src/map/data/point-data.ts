import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";
import { useHolds } from "../../lib/permissions.ts";
import type { AreaFilter } from "./map-data.ts";

/** The gardens of an area that have tasks, with how many of each state. */
export function useTaskPlaces(wanted: boolean, area: AreaFilter) {
  const may = useHolds("planttreetask.view");
  return useQuery({
    queryKey: [paths.plantTreeTask, "places", area],
    queryFn: ({ signal }) => ask("GET /plant-tree-task/places", { query: area, signal }),
    placeholderData: keepPreviousData,
    enabled: may && wanted,
  });
}
