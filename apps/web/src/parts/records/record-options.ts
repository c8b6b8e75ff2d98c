import type { TerritoryPath } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { compareNames } from "../../lib/text/collate.ts";
import { useFormat } from "../../lib/text/format.ts";
import type { Option } from "../../ui/form/select-field.tsx";

/**
 * Every record of a short list (regions, districts) as options in the reader's alphabet.
 * @param enabled whether they are wanted yet
 */
export function useOptions(path: TerritoryPath, enabled = true): Option[] {
  const format = useFormat();
  const { data } = useQuery({ ...recordsQuery(path, { page_size: 200 }), enabled });
  const compare = compareNames(format.language);
  return (data?.results ?? [])
    .map((one) => ({ value: String(one.id), label: format.name(one.name) }))
    .sort((a, b) => compare(a.label, b.label));
}
