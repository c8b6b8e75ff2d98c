import { paths } from "@nihol/contract/paths";
import { SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/format.ts";
import { useHolds } from "../../lib/permissions.ts";
import type { useList } from "../../lib/use-list.ts";
import { Button } from "../../ui/button.tsx";
import { DateRangeFields } from "../../ui/date-range-fields.tsx";
import { FilterChips, ReferenceName } from "../../ui/filter-chips.tsx";
import { ReferenceFilter } from "../../ui/reference-box.tsx";
import { RegionFilter } from "../../ui/region-filter.tsx";

export type TaskFilterValues = {
  status?: string;
  garden?: string;
  ministry?: string;
  region?: string;
  district?: string;
  tree_type?: string;
  from?: string;
  to?: string;
};
type Props = { value: TaskFilterValues; onChange: (next: TaskFilterValues) => void };

const filterKeys = ["garden", "ministry", "region", "district", "tree_type", "from", "to"];

/** By place, organization, tree type and time; each only for those who may see such a list. */
export function TaskFilters({ value, onChange }: Props) {
  const { t } = useTranslation("planting");
  const [open, setOpen] = useState(false);
  const may = {
    region: useHolds("region.view"),
    district: useHolds("district.view"),
    garden: useHolds("garden.view"),
    ministry: useHolds("ministry.view"),
    type: useHolds("planttreetype.view"),
  };
  const { region, district } = value;
  const on = Object.entries(value).filter(([key, set]) => filterKeys.includes(key) && set).length;
  const inRegion = region ? { region } : undefined;
  return (
    <>
      <Button
        aria-expanded={open}
        icon={<SlidersHorizontal className="size-4" />}
        onClick={() => setOpen(!open)}
      >
        {t("filters")}
        {on > 0 && <span className="numeric text-accent-strong">{on}</span>}
      </Button>
      <div
        className={cx("order-last flex basis-full flex-wrap items-center gap-2", !open && "hidden")}
      >
        {may.region && (
          <RegionFilter
            value={region}
            onChange={(next) => onChange({ region: next, district: undefined, garden: undefined })}
          />
        )}
        {may.district && (
          <ReferenceFilter
            label={t("district")}
            any={t("any_district")}
            path={paths.district}
            filters={inRegion}
            value={district}
            onChange={(next) => onChange({ district: next, garden: undefined })}
          />
        )}
        {may.garden && (
          <ReferenceFilter
            label={t("garden")}
            any={t("any_garden")}
            path={paths.garden}
            filters={district ? { district } : inRegion}
            value={value.garden}
            onChange={(garden) => onChange({ garden })}
          />
        )}
        {may.ministry && (
          <ReferenceFilter
            label={t("ministry")}
            any={t("any_ministry")}
            path={paths.ministry}
            value={value.ministry}
            onChange={(ministry) => onChange({ ministry })}
          />
        )}
        {may.type && (
          <ReferenceFilter
            label={t("tree_type")}
            any={t("any_type")}
            path={paths.plantTreeType}
            value={value.tree_type}
            onChange={(tree_type) => onChange({ tree_type })}
          />
        )}
        <DateRangeFields
          inline
          value={{ from: value.from, to: value.to }}
          onChange={({ from, to }) => onChange({ from, to })}
        />
      </div>
    </>
  );
}

/** The filters that are on; the status has its own row above. */
export function TaskChips({ list }: { list: ReturnType<typeof useList> }) {
  const { t } = useTranslation(["planting", "app"]);
  const format = useFormat();
  const search = list.search as TaskFilterValues;
  const references = [
    ["region", paths.region],
    ["district", paths.district],
    ["garden", paths.garden],
    ["ministry", paths.ministry],
    ["tree_type", paths.plantTreeType],
  ] as const;
  const chips = references.map(([key, path]) => ({
    keys: [key],
    label: t(key),
    value: <ReferenceName path={path} id={search[key]} />,
  }));
  const dates = (["from", "to"] as const).map((key) => ({
    keys: [key],
    label: t(`app:date_${key}`),
    value: format.dateShort(search[key]),
  }));
  return <FilterChips list={list} chips={[...chips, ...dates]} />;
}
