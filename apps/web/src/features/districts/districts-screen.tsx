import type { District } from "@nihol/contract/territory";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { NewRecord } from "../../parts/records/new-record.tsx";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { TerritoryFrame, useTerritoryColumns } from "../../parts/territory/territory-frame.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { DistrictForm } from "./district-form.tsx";
import { DistrictPanel } from "./district-panel.tsx";

const places: readonly PlaceKey[] = ["region"];

export function DistrictsScreen({ search }: { search: ListSearch & { region?: string } }) {
  const { t } = useTranslation(["territory", "app"]);
  const format = useFormat();
  const list = useRecords(paths.district, search);
  const mayAdd = list.can.add;
  const mayChange = list.can.change;
  const open = (id?: string) => list.change({ open: id });
  const columns = useTerritoryColumns<District>([
    { id: "region", header: t("region"), cell: (district) => format.name(district.region.name) },
    {
      id: "kind",
      header: t("kind"),
      secondary: true,
      cell: (district) => t(`kind_${district.kind}`),
    },
  ]);
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("district_new")} onClose={() => open()}>
        <DistrictForm onClose={() => open()} onSaved={open} region={search.region} />
      </NewRecord>
    ) : (
      search.open && <DistrictPanel key={search.open} id={search.open} onClose={() => open()} />
    );
  const chips = usePlaceChips(places, search);
  return (
    <TerritoryFrame
      list={list}
      exported="district"
      title={t("districts_title")}
      about={t("districts_about")}
      emptyTitle={t("empty_districts_title")}
      newTitle={mayAdd && t("district_new")}
      importTitle={mayChange && t("import_districts_title")}
      columns={columns}
      panel={panel}
      filters={
        <FilterFold>
          <PlaceFilters of={places} value={search} onChange={list.change} />
        </FilterFold>
      }
      chips={<FilterChips list={list} chips={chips} />}
    />
  );
}
