import { paths } from "@nihol/contract/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { compareNames } from "../lib/collate.ts";
import { useFormat } from "../lib/format.ts";
import { listQuery } from "../lib/use-list.ts";
import type { Option } from "./select-field.tsx";
import { filterWidth, SelectBox } from "./select-field.tsx";

type Named = { id: number; name: Record<string, string> };

/** Every record of a short list (regions, districts) as options in the reader's alphabet. */
export function useOptions(path: string, filters: Record<string, string> = {}): Option[] {
  const format = useFormat();
  const { data } = useQuery(listQuery<Named>(path, { page_size: 200, ...filters }));
  const compare = compareNames(format.language);
  return (data?.results ?? [])
    .map((one) => ({ value: String(one.id), label: format.name(one.name) }))
    .sort((a, b) => compare(a.label, b.label));
}

type Props = { value: string | undefined; onChange: (region: string | undefined) => void };

/** One region or all, for toolbars. */
export function RegionFilter({ value, onChange }: Props) {
  const { t } = useTranslation("territory");
  const options = [{ value: "", label: t("any_region") }, ...useOptions(paths.region)];
  return (
    <SelectBox
      aria-label={t("region")}
      className={filterWidth}
      value={value ?? ""}
      onChange={(next) => onChange(next || undefined)}
      options={options}
    />
  );
}
