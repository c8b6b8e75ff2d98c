import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";

/**
 * The organizations that a task may name as its contractor, for those who give out tasks.
 * @returns undefined until they have come, and for others
 */
export function useContractors(): { value: string; label: string }[] | undefined {
  const format = useFormat();
  const mayAdd = useHolds("planttreetask.add");
  const mayChange = useHolds("planttreetask.change");
  const { data } = useQuery({
    queryKey: [paths.ministry, "contractors"],
    queryFn: ({ signal }) => ask("GET /plant-tree-task/contractors", { signal }),
    enabled: mayAdd || mayChange,
  });
  return data?.results.map(({ id, name }) => ({
    value: String(id),
    label: format.name(name),
  }));
}
