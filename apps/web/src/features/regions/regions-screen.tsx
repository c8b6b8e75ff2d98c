import { paths } from "@nihol/contract/paths";
import type { Region } from "@nihol/contract/territory";
import { FileUp, Map as MapIcon, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/format.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useList } from "../../lib/use-list.ts";
import { BoundaryImport } from "../../ui/boundary-import.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListLayout, Toolbar } from "../../ui/list-layout.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { RegionForm } from "./region-form.tsx";
import { RegionPanel } from "./region-panel.tsx";

export function RegionsScreen({ search }: { search: ListSearch }) {
  const { t } = useTranslation(["territory", "app"]);
  const format = useFormat();
  const list = useList<Region>(paths.region, search);
  const mayAdd = useHolds("region.add");
  const mayChange = useHolds("region.change");
  const [importing, setImporting] = useState(false);
  const open = (id?: string) => list.change({ open: id });

  const columns: Column<Region>[] = [
    { id: "name", header: t("name"), sortable: true, cell: (region) => format.name(region.name) },
    {
      id: "code",
      header: t("code"),
      sortable: true,
      secondary: true,
      cell: (region) => region.code,
    },
    {
      id: "districts",
      header: t("district_count"),
      align: "right",
      cell: (region) => format.number(region.district_count),
    },
    {
      id: "gardens",
      header: t("garden_count"),
      align: "right",
      cell: (region) => format.number(region.garden_count),
    },
    {
      id: "area_m2",
      header: t("area_ha"),
      align: "right",
      sortable: true,
      cell: (region) => format.hectares(region.area_m2),
    },
  ];
  const create = mayAdd && (
    <Button tone="primary" icon={<Plus className="size-4" />} onClick={() => open("new")}>
      {t("region_new")}
    </Button>
  );
  const panel =
    search.open === "new" ? (
      <RegionForm onClose={() => open()} onSaved={open} />
    ) : (
      search.open && <RegionPanel key={search.open} id={search.open} onClose={() => open()} />
    );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("regions_title")} text={t("regions_about")} actions={create} />
      <Toolbar
        end={
          mayChange && (
            <Button icon={<FileUp className="size-4" />} onClick={() => setImporting(true)}>
              {t("import")}
            </Button>
          )
        }
      >
        <SearchBox
          label={t("search")}
          value={search.search}
          onChange={(text) => list.change({ search: text })}
        />
      </Toolbar>
      <DataTable
        label={t("regions_title")}
        list={list}
        columns={columns}
        rowId={(region) => String(region.id)}
        rowLabel={(region) => format.name(region.name)}
        empty={
          <EmptyState
            icon={<MapIcon />}
            title={t("empty_regions_title")}
            text={t("empty_text")}
            action={create}
          />
        }
      />
      {importing && (
        <BoundaryImport
          title={t("import_regions_title")}
          path={paths.region}
          onClose={() => setImporting(false)}
        />
      )}
    </ListLayout>
  );
}
