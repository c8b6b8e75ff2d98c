import type { Region } from "@nihol/contract/territory";
import { paths } from "@nihol/contract/values/paths";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { TerritoryFrame, useTerritoryColumns } from "../../parts/territory/territory-frame.tsx";
import { RegionForm } from "./region-form.tsx";
import { RegionPanel } from "./region-panel.tsx";

export function RegionsScreen({ search }: { search: ListSearch }) {
  const { t } = useTranslation(["territory", "app"]);
  const format = useFormat();
  const list = useRecords(paths.region, search);
  const mayAdd = list.can.add;
  const mayChange = list.can.change;
  const open = (id?: string) => list.change({ open: id });
  const columns = useTerritoryColumns<Region>([
    {
      id: "districts",
      header: t("district_count"),
      align: "right",
      cell: (region) => format.number(region.district_count),
    },
  ]);
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("region_new")} onClose={() => open()}>
        <RegionForm onClose={() => open()} onSaved={open} />
      </NewRecord>
    ) : (
      search.open && <RegionPanel key={search.open} id={search.open} onClose={() => open()} />
    );
  return (
    <TerritoryFrame
      list={list}
      exported="region"
      title={t("regions_title")}
      about={t("regions_about")}
      emptyTitle={t("empty_regions_title")}
      newTitle={mayAdd && t("region_new")}
      importTitle={mayChange && t("import_regions_title")}
      columns={columns}
      panel={panel}
    />
  );
}
