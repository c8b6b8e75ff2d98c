import type { Process } from "@nihol/contract/imagery/processes";
import { processStates } from "@nihol/contract/values/imagery";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Satellite } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { type ListView, recordsQuery, useRecords } from "../../lib/list/use-list.ts";
import { bulkDelete } from "../../parts/records/bulk-delete.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { DataTable } from "../../ui/table/data-table.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { useProcessColumns } from "./process-columns.tsx";
import { ProcessPanel } from "./process-panel.tsx";
import { isRunning } from "./process-status.tsx";

type ProcessSearch = ListSearch & { status?: string };
type Props = {
  search: ProcessSearch;
  /** Renders what stands beside the list for `?open=new`, `fetch` and `upload-…`: passed in from the uploads. */
  newPanel: (open: string, go: (open?: string) => void) => ReactNode;
};

export function ProcessesScreen({ search, newPanel }: Props) {
  const { t } = useTranslation(["imagery", "app"]);
  const list = useRecords(paths.satelliteImagery, search);
  useLive(search);
  const columns = useProcessColumns();
  const mayDelete = list.can.delete;
  const mayAdd = list.can.add;
  const go = (open?: string) => list.change({ open });
  const create = mayAdd && <NewButton onClick={() => go("new")}>{t("new_process")}</NewButton>;
  return (
    <ListLayout
      panel={search.open && <Panel open={search.open} list={list} go={go} newPanel={newPanel} />}
    >
      <PageHeader title={t("processes_title")} text={t("processes_about")} actions={create} />
      <Toolbar end={<ListActions list="satellite-imagery" search={search} count={list.count} />}>
        <SearchBox label={t("search_processes")} value={search.search} onChange={list.change} />
        <FilterFold>
          <ChoiceFilter
            label={t("status")}
            any={t("any_status")}
            value={search.status}
            onChange={(status) => list.change({ status })}
            options={processStates.map((one) => ({ value: one, label: t(`status_${one}`) }))}
          />
        </FilterFold>
      </Toolbar>
      <FilterChips
        list={list}
        chips={[{ keys: ["status"], label: t("status"), value: t(`status_${search.status}`) }]}
      />
      <DataTable
        label={t("processes_title")}
        list={list}
        columns={columns}
        rowId={(process) => String(process.id)}
        rowLabel={(process) => process.file_name}
        bulk={bulkDelete<Process>(mayDelete, {
          list: t("processes_title"),
          path: paths.satelliteImagery,
          rowLabel: (process) => process.file_name,
          consequence: t("bulk_delete_text"),
          also: [paths.wholeImage, paths.statistics, paths.garden],
        })}
        empty={
          <EmptyState
            icon={<Satellite />}
            title={t("empty_processes_title")}
            text={t("empty_processes_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}

type PanelProps = {
  open: string;
  list: ListView<Process>;
  go: (open?: string) => void;
  newPanel: Props["newPanel"];
};

function Panel({ open, list, go, newPanel }: PanelProps) {
  const { t } = useTranslation("imagery");
  const isUpload = open === "new" || /^(?:upload-|fetch)/.test(open);
  if (isUpload)
    return (
      <NewRecord list={list} title={t("new_process")} onClose={() => go()}>
        {newPanel(open, go)}
      </NewRecord>
    );
  return <ProcessPanel key={open} id={open} onClose={() => go()} />;
}

/** Asks again every three seconds while something runs; else twice a minute, for what others start. */
function useLive(search: ProcessSearch): void {
  useQuery({
    ...recordsQuery(paths.satelliteImagery, search),
    refetchInterval: ({ state }) => (state.data?.results.some(isRunning) ? 3000 : 30_000),
  });
}
