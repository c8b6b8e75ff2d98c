import type { Garden } from "@nihol/contract/gardens";
import { paths } from "@nihol/contract/values/paths";
import { Trees } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { stepsIn } from "../../lib/list/record-steps.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useCodeAhead } from "../../lib/when-idle.ts";
import { GivenByOthers } from "../../parts/counts/coverage-line.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { WaitingPanel } from "../../parts/records/waiting-panel.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { lazyPart } from "../../ui/missing-part.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import type { GardenFilterValues } from "./garden-filter-keys.ts";
import { GardenChips, GardenFilters } from "./garden-filters.tsx";

// The rows come without them.
const loadOpen = () => import("./open-garden.tsx");
const loadBulk = () => import("./garden-bulk.tsx");
const loadBoth = () => Promise.all([loadOpen(), loadBulk()]);
const OpenGarden = lazyPart(loadOpen);
const GardenBulk = lazyPart(loadBulk);

export function GardensScreen({ search }: { search: ListSearch & GardenFilterValues }) {
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  const list = useRecords(paths.garden, search);
  useCodeAhead(list.data !== undefined, loadBoth);
  const [tab, setTab] = useState("trees");
  const mayAdd = list.can.add;
  const rowLabel = (one: Garden) => format.name(one.name);
  const open = (id?: string) => list.change({ open: id });
  const columns = useGardenColumns();
  const create = mayAdd && <NewButton onClick={() => open("new")}>{t("garden_new")}</NewButton>;
  const panel = search.open && (
    <Suspense fallback={<WaitingPanel wide onClose={() => open()} />}>
      <OpenGarden
        open={search.open}
        list={list}
        onOpen={open}
        tab={tab}
        onTab={setTab}
        steps={stepsIn(list)}
      />
    </Suspense>
  );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("title")} text={t("about")} actions={create} />
      <Toolbar end={<ListActions list="garden" search={search} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <GardenFilters value={search} onChange={(next) => list.change(next)} />
      </Toolbar>
      <GardenChips list={list} />
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(one) => String(one.id)}
        rowLabel={rowLabel}
        bulk={(selection) => <GardenBulk list={list} selection={selection} />}
        empty={
          <EmptyState
            icon={<Trees />}
            title={t("empty_title")}
            text={t("empty_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}

/** Columns of the list of gardens: where they lie, what grows and what was lost there. */
function useGardenColumns(): Column<Garden>[] {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  return [
    { id: "name", header: t("name"), sortable: true, cell: (one) => format.name(one.name) },
    {
      id: "region",
      header: t("region"),
      optional: true,
      cell: (one) => format.name(one.region?.name) || "–",
    },
    {
      id: "district",
      header: t("district"),
      secondary: true,
      cell: (one) => format.name((one.district ?? one.region)?.name) || "–",
    },
    {
      id: "ministry",
      header: t("ministry"),
      secondary: "wide",
      cell: (one) => format.name(one.ministry?.name) || "–",
    },
    {
      id: "area_m2",
      header: t("area_ha"),
      align: "right",
      sortable: true,
      cell: (one) => format.hectares(one.area_m2),
    },
    {
      id: "tree_count",
      header: t("trees"),
      align: "right",
      sortable: true,
      cell: (one) => (
        <span className="whitespace-nowrap">
          {format.number(one.tree_count)}
          <GivenByOthers given_by={one.coverage.given_by} />
        </span>
      ),
    },
    {
      id: "green_count",
      header: t("green_trees"),
      align: "right",
      optional: true,
      cell: (one) => format.number(one.green_count),
    },
    {
      id: "lost",
      header: t("lost"),
      align: "right",
      sortable: true,
      secondary: true,
      cell: (one) => format.number(one.changes?.lost.count),
    },
    {
      id: "survival",
      header: t("survival_percent"),
      align: "right",
      sortable: true,
      secondary: true,
      cell: (one) => format.number(one.survival && one.survival.value * 100, 0),
    },
    {
      id: "planted",
      header: t("planted_changed"),
      align: "right",
      optional: true,
      cell: (one) => format.number(one.changes?.planted.count),
    },
    {
      id: "coverage",
      header: t("seen_percent"),
      align: "right",
      secondary: true,
      cell: (one) => format.number(one.coverage.percent, 0),
    },
    {
      id: "last_capture",
      header: t("last_capture"),
      align: "right",
      secondary: true,
      cell: (one) => format.dateShort(one.last_capture),
    },
    {
      id: "created_at",
      header: t("created"),
      align: "right",
      sortable: true,
      optional: true,
      cell: (one) => format.dateShort(one.created_at),
    },
  ];
}
