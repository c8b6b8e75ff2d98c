import type { ExportList } from "@nihol/contract/values/exports";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";

/** The views of a list that this person keeps or that others share with them. */
export const useViews = (list: ExportList) =>
  useQuery({
    queryKey: [paths.savedView, list],
    queryFn: ({ signal }) => ask("GET /saved-view", { query: { list }, signal }),
  });
