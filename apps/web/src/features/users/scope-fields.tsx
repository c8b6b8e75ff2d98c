import { paths, type TerritoryPath } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import type { FieldProps } from "../../lib/form/form.ts";
import { useMissingRight } from "../../lib/permissions.ts";
import { LockedField } from "../../parts/permissions/missing-right.tsx";
import { useOptions } from "../../parts/records/record-options.ts";
import { MultiSelect } from "../../ui/form/multi-select.tsx";

type Props = { regions: FieldProps<number[]>; districts: FieldProps<number[]> };

/** The territory of a person's scope: nothing chosen means the whole country. */
export function ScopeFields({ regions, districts }: Props) {
  const { t } = useTranslation(["users", "app"]);
  const territory = useUser().userData?.territory;
  // Who works in a part of the country has no whole of it to give.
  const isTied = Boolean(territory && territory.regions.length + territory.districts.length > 0);
  const everywhere = regions.value.length + districts.value.length === 0;
  const none = everywhere ? t(isTied ? "app:choose" : "everywhere") : undefined;
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-1 text-sm font-medium text-ink-2">{t("reach")}</legend>
      <p className="text-xs text-ink-3">{t("reach_hint")}</p>
      <div className="field-row">
        <Places field={regions} label={t("regions")} path={paths.region} none={none} />
        <Places field={districts} label={t("districts")} path={paths.district} none={none} />
      </div>
    </fieldset>
  );
}

type PlacesProps = {
  field: FieldProps<number[]>;
  label: string;
  path: TerritoryPath;
  none: string | undefined;
};

function Places({ field, label, path, none }: PlacesProps) {
  const options = useOptions(path);
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
