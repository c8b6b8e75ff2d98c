import type { ExportList } from "@nihol/contract/values/exports";
import type { TerritoryPath } from "@nihol/contract/values/paths";
import { FileUp, Map as MapIcon, Plus } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import type { ListView } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { BoundaryImport } from "../boundary/boundary-import.tsx";
import { ListActions } from "../records/list-actions.tsx";
import { UpdatingBadge } from "./updating-badge.tsx";

/** Fields that regions and districts have in common. */
type Territory = {
  id: number;
  name: Record<string, string>;
  code: string;
  garden_count: number;
  area_m2: number | null;
  updating: boolean;
};

type Props<Row> = {
  list: ListView<Row, TerritoryPath> & { search: ListSearch };
  exported: ExportList;
  title: string;
  about: string;
  /** The heading of the empty list. */
  emptyTitle: string;
  /** The title of the import of borders, for who may change them. */
  importTitle: string | false;
  /** The button that begins a new one, for who may add. */
  newTitle: string | false;
  columns: Column<Row>[];
  panel: ReactNode;
  /** Filters beside the search, and the chips that say which are on. */
  filters?: ReactNode;
  chips?: ReactNode;
};

/** A list of territories: found by name or code, taken away with their borders, borders brought in. */
export function TerritoryFrame<Row extends Territory>(props: Props<Row>) {
  const { list, title, newTitle, importTitle } = props;
  const { t } = useTranslation("territory");
  const format = useFormat();
  const [importing, setImporting] = useState(false);
  const create = newTitle && (
    <Button
      tone="primary"
      icon={<Plus className="size-4" />}
      onClick={() => list.change({ open: "new" })}
    >
      {newTitle}
    </Button>
  );
  return (
    <ListLayout panel={props.panel}>
      <PageHeader title={title} text={props.about} actions={create} />
      <Toolbar
        end={
          <>
            {importTitle && (
              <Button icon={<FileUp className="size-4" />} onClick={() => setImporting(true)}>
                {t("import")}
              </Button>
            )}
            <ListActions list={props.exported} search={list.search} count={list.count} />
          </>
        }
      >
        <SearchBox label={t("search")} value={list.search.search} onChange={list.change} />
        {props.filters}
      </Toolbar>
      {props.chips}
      <DataTable
        label={title}
        list={list}
        columns={props.columns}
        rowId={(territory) => String(territory.id)}
        rowLabel={({ name, updating }) =>
          // The badge stands in the link: who hears the link hears it too.
          [format.name(name), updating && t("updating")].filter(Boolean).join(" ")
        }
        empty={
          <EmptyState
            icon={<MapIcon />}
            title={props.emptyTitle}
            text={t("empty_text")}
            action={create}
          />
        }
      />
      {importing && importTitle && (
        <BoundaryImport title={importTitle} path={list.path} onClose={() => setImporting(false)} />
      )}
    </ListLayout>
  );
}

/** The columns that every kind of territory has; what is its own stands between code and gardens. */
export function useTerritoryColumns<Row extends Territory>(own: Column<Row>[]): Column<Row>[] {
  const { t } = useTranslation("territory");
  const format = useFormat();
  return [
    {
      id: "name",
      header: t("name"),
      sortable: true,
      cell: ({ name, updating }) => (
        <span className="inline-flex flex-wrap items-center gap-x-2">
          {format.name(name)} {updating && <UpdatingBadge />}
        </span>
      ),
    },
    {
      id: "code",
      header: t("code"),
      sortable: true,
      secondary: true,
      cell: ({ code }) => code,
    },
    ...own,
    {
      id: "gardens",
      header: t("garden_count"),
      align: "right",
      secondary: true,
      cell: ({ garden_count }) => format.number(garden_count),
    },
    {
      id: "area_m2",
      header: t("area_ha"),
      align: "right",
      sortable: true,
      cell: ({ area_m2 }) => format.hectares(area_m2),
    },
  ];
}
