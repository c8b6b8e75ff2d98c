import { limits } from "@nihol/contract/values/limits";
import { paths, type TerritoryPath } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import type { FieldProps } from "../../lib/form/form.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useMissingRight } from "../../lib/permissions.ts";
import { compareNames } from "../../lib/text/collate.ts";
import { useFormat } from "../../lib/text/format.ts";
import { LockedField } from "../../parts/permissions/missing-right.tsx";
import { useOptions } from "../../parts/records/record-options.ts";
import { type GroupedOption, MultiSelect } from "../../ui/form/multi-select.tsx";

type Props = { regions: FieldProps<number[]>; districts: FieldProps<number[]> };

/** The territory of a person's scope: nothing chosen means the whole country. */
export function ScopeFields({ regions, districts }: Props) {
  const { t } = useTranslation(["users", "app"]);
  const territory = useUser().userData?.territory;
  // Offers "everywhere" to nobody who works in a part of the country: they have no whole of it to give.
  const isTied = Boolean(territory && territory.regions.length + territory.districts.length > 0);
  const everywhere = regions.value.length + districts.value.length === 0;
  const none = everywhere ? t(isTied ? "app:choose" : "everywhere") : undefined;
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-1 text-sm font-medium text-ink-2">{t("reach")}</legend>
      <p className="text-xs text-ink-3">{t("reach_hint")}</p>
      <div className="field-row">
        <Places
          {...{ field: regions, label: t("regions"), path: paths.region, none }}
          options={useOptions(paths.region)}
        />
        <Places
          {...{ field: districts, label: t("districts"), path: paths.district, none }}
          options={useDistrictsByRegion()}
        />
      </div>
    </fieldset>
  );
}

/** All districts in the reader's alphabet, under their regions. */
function useDistrictsByRegion(): GroupedOption[] {
  const format = useFormat();
  const { data } = useQuery(recordsQuery(paths.district, { page_size: limits.pageSizeMax }));
  const compare = compareNames(format.language);
  return (data?.results ?? [])
    .map((one) => ({
      value: String(one.id),
      label: format.name(one.name),
      group: format.name(one.region?.name),
    }))
    .sort((a, b) => compare(a.group, b.group) || compare(a.label, b.label));
}

type PlacesProps = {
  field: FieldProps<number[]>;
  label: string;
  path: TerritoryPath;
  options: readonly GroupedOption[];
  none: string | undefined;
};

function Places({ field, label, path, options, none }: PlacesProps) {
  const missing = useMissingRight(path);
  if (missing) return <LockedField label={label} right={missing} error={field.error} />;
  return (
    <MultiSelect
      name={field.name}
      label={label}
      error={field.error}
      value={field.value.map(String)}
      onChange={(ids) => field.onChange(ids.map(Number))}
      options={options}
      none={none}
    />
  );
}
