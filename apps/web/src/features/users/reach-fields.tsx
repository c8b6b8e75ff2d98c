import { paths } from "@nihol/contract/paths";
import { useTranslation } from "react-i18next";
import type { FieldProps } from "../../lib/form.ts";
import { MultiSelect } from "../../ui/multi-select.tsx";
import { useOptions } from "../../ui/region-filter.tsx";

type Props = { regions: FieldProps<number[]>; districts: FieldProps<number[]> };

/** Where a person's rights reach: nothing chosen means the whole country. */
export function ReachFields({ regions, districts }: Props) {
  const { t } = useTranslation("users");
  const everywhere = regions.value.length + districts.value.length === 0;
  const none = everywhere ? t("everywhere") : undefined;
  return (
    <fieldset className="grid gap-3">
      <legend className="pb-1 text-sm font-medium text-ink-2">{t("reach")}</legend>
      <p className="text-xs text-ink-3">{t("reach_hint")}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Places field={regions} label={t("regions")} path={paths.region} none={none} />
        <Places field={districts} label={t("districts")} path={paths.district} none={none} />
      </div>
    </fieldset>
  );
}

type PlacesProps = {
  field: FieldProps<number[]>;
  label: string;
  path: string;
  none: string | undefined;
};

function Places({ field, label, path, none }: PlacesProps) {
  return (
    <MultiSelect
      name={field.name}
      label={label}
      error={field.error}
      value={field.value.map(String)}
      onChange={(ids) => field.onChange(ids.map(Number))}
      options={useOptions(path)}
      none={none}
    />
  );
}
