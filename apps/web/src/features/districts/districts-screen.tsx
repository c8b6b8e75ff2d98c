import { paths } from "@nihol/contract/paths";
import type { District } from "@nihol/contract/territory";
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
import { RegionFilter } from "../../ui/region-filter.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { DistrictForm } from "./district-form.tsx";
import { DistrictPanel } from "./district-panel.tsx";

export function DistrictsScreen({ search }: { search: ListSearch & { region?: string } }) {
  const { t } = useTranslation(["territory", "app"]);
  const format = useFormat();
  const list = useList<District>(paths.district, search);
  const mayAdd = useHolds("district.add");
  const mayChange = useHolds("district.change");
  const [importing, setImporting] = useState(false);
  const open = (id?: string) => list.change({ open: id });

  const columns: Column<District>[] = [
    {
      id: "name",
      header: t("name"),
      sortable: true,
      cell: (district) => format.name(district.name),
    },
    {
      id: "code",
      header: t("code"),
      sortable: true,
      secondary: true,
      cell: (district) => district.code,
    },
    { id: "region", header: t("region"), cell: (district) => format.name(district.region.name) },
    {
      id: "kind",
      header: t("kind"),
      secondary: true,
      cell: (district) => t(`kind_${district.kind}`),
    },
    {
      id: "gardens",
      header: t("garden_count"),
      align: "right",
      cell: (district) => format.number(district.garden_count),
    },
    {
      id: "area_m2",
      header: t("area_ha"),
      align: "right",
      sortable: true,
      cell: (district) => format.hectares(district.area_m2),
    },
  ];
  const create = mayAdd && (
    <Button tone="primary" icon={<Plus className="size-4" />} onClick={() => open("new")}>
      {t("district_new")}
    </Button>
  );
  const panel =
    search.open === "new" ? (
      <DistrictForm onClose={() => open()} onSaved={open} region={search.region} />
    ) : (
      search.open && <DistrictPanel key={search.open} id={search.open} onClose={() => open()} />
    );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("districts_title")} text={t("districts_about")} actions={create} />
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
        <RegionFilter value={search.region} onChange={(region) => list.change({ region })} />
      </Toolbar>
      <DataTable
        label={t("districts_title")}
        list={list}
        columns={columns}
        rowId={(district) => String(district.id)}
        rowLabel={(district) => format.name(district.name)}
        empty={
          <EmptyState
            icon={<MapIcon />}
            title={t("empty_districts_title")}
            text={t("empty_text")}
            action={create}
          />
        }
      />
      {importing && (
        <BoundaryImport
          title={t("import_districts_title")}
          path={paths.district}
          onClose={() => setImporting(false)}
        />
      )}
    </ListLayout>
  );
}
