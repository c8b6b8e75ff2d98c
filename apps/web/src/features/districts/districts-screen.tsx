import { paths } from "@nihol/contract/paths";
import type { District } from "@nihol/contract/territory";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/format.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useList } from "../../lib/use-list.ts";
import { FilterChips, ReferenceName } from "../../ui/filter-chips.tsx";
import { RegionFilter } from "../../ui/region-filter.tsx";
import { TerritoryFrame, useTerritoryColumns } from "../../ui/territory-frame.tsx";
import { DistrictForm } from "./district-form.tsx";
import { DistrictPanel } from "./district-panel.tsx";

export function DistrictsScreen({ search }: { search: ListSearch & { region?: string } }) {
  const { t } = useTranslation(["territory", "app"]);
  const format = useFormat();
  const list = useList<District>(paths.district, search);
  const mayAdd = useHolds("district.add");
  const mayChange = useHolds("district.change");
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
      <DistrictForm onClose={() => open()} onSaved={open} region={search.region} />
    ) : (
      search.open && <DistrictPanel key={search.open} id={search.open} onClose={() => open()} />
    );
  const region = {
    keys: ["region"],
    label: t("region"),
    value: <ReferenceName path={paths.region} id={search.region} />,
  };
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
        <RegionFilter value={search.region} onChange={(next) => list.change({ region: next })} />
      }
      chips={<FilterChips list={list} chips={[region]} />}
    />
  );
}
