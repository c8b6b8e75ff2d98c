import { paths } from "@nihol/contract/paths";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../lib/permissions.ts";
import { RegionFilter, useOptions } from "../../ui/region-filter.tsx";
import { SelectBox } from "../../ui/select-field.tsx";

export type GardenFilterValues = { region?: string; district?: string; ministry?: string };
type Props = { value: GardenFilterValues; onChange: (next: GardenFilterValues) => void };

/** Region, then its districts, and whose gardens; each only for those who may see such a list. */
export function GardenFilters({ value, onChange }: Props) {
  const mayRegion = useHolds("region.view");
  const mayDistrict = useHolds("district.view");
  const mayMinistry = useHolds("ministry.view");
  return (
    <>
      {mayRegion && (
        <RegionFilter
          value={value.region}
          onChange={(region) => onChange({ region, district: undefined })}
        />
      )}
      {mayDistrict && value.region && (
        <DistrictFilter
          region={value.region}
          value={value.district}
          onChange={(district) => onChange({ district })}
        />
      )}
      {mayMinistry && (
        <MinistryFilter value={value.ministry} onChange={(ministry) => onChange({ ministry })} />
      )}
    </>
  );
}

type OneProps = { value: string | undefined; onChange: (id: string | undefined) => void };

function DistrictFilter({ region, value, onChange }: OneProps & { region: string }) {
  const { t } = useTranslation("gardens");
  const options = useOptions(paths.district, { region });
  return <Choice label={t("district")} any={t("any_district")} {...{ options, value, onChange }} />;
}

function MinistryFilter({ value, onChange }: OneProps) {
  const { t } = useTranslation("gardens");
  const options = useOptions(paths.ministry);
  return <Choice label={t("ministry")} any={t("any_ministry")} {...{ options, value, onChange }} />;
}

type ChoiceProps = OneProps & {
  label: string;
  any: string;
  options: ReturnType<typeof useOptions>;
};

function Choice({ label, any, options, value, onChange }: ChoiceProps) {
  return (
    <SelectBox
      aria-label={label}
      className="w-52! max-sm:w-auto! max-sm:flex-1"
      value={value ?? ""}
      onChange={(next) => onChange(next || undefined)}
      options={[{ value: "", label: any }, ...options]}
    />
  );
}
