import { paths } from "@nihol/contract/paths";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useHolds } from "../../lib/permissions.ts";
import { Button } from "../../ui/button.tsx";
import { DateRangeFields } from "../../ui/date-range-fields.tsx";
import { RegionFilter, useOptions } from "../../ui/region-filter.tsx";
import { SelectBox } from "../../ui/select-field.tsx";

export type ImageFilter = {
  garden?: string;
  region?: string;
  district?: string;
  from?: string;
  to?: string;
};
type Props = { search: ImageFilter; onChange: (next: ImageFilter) => void };

/** By place and by capture date; a narrower place is offered within the wider one. */
export function ImageFilters({ search, onChange }: Props) {
  const { t } = useTranslation("imagery");
  const [open, setOpen] = useState(false);
  const may = {
    region: useHolds("region.view"),
    district: useHolds("district.view"),
    garden: useHolds("garden.view"),
  };
  return (
    <>
      <Button
        className="md:hidden"
        aria-expanded={open}
        icon={<SlidersHorizontal className="size-4" />}
        onClick={() => setOpen(!open)}
      >
        {t("filters")}
      </Button>
      <div className={cx("flex flex-wrap items-center gap-2", !open && "max-md:hidden")}>
        {may.region && (
          <RegionFilter
            value={search.region}
            onChange={(region) => onChange({ region, district: undefined, garden: undefined })}
          />
        )}
        {may.district && <District search={search} onChange={onChange} />}
        {may.garden && <Garden search={search} onChange={onChange} />}
        <DateRangeFields inline value={{ from: search.from, to: search.to }} onChange={onChange} />
      </div>
    </>
  );
}

function District({ search, onChange }: Props) {
  const { t } = useTranslation("imagery");
  const within = search.region ? { region: search.region } : undefined;
  return (
    <SelectBox
      aria-label={t("area_district")}
      className="w-44!"
      value={search.district ?? ""}
      onChange={(district) => onChange({ district: district || undefined, garden: undefined })}
      options={[{ value: "", label: t("any_district") }, ...useOptions(paths.district, within)]}
    />
  );
}

function Garden({ search, onChange }: Props) {
  const { t } = useTranslation("imagery");
  const within: Record<string, string> = {};
  if (search.region) within.region = search.region;
  if (search.district) within.district = search.district;
  return (
    <SelectBox
      aria-label={t("area_garden")}
      className="w-44!"
      value={search.garden ?? ""}
      onChange={(garden) => onChange({ garden: garden || undefined })}
      options={[{ value: "", label: t("any_garden") }, ...useOptions(paths.garden, within)]}
    />
  );
}
