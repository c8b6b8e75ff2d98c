import type { ImagerySource } from "@nihol/contract/imagery/imagery-sources";
import { imagerySourceKinds } from "@nihol/contract/values/imagery/imagery-sources";
import { paths } from "@nihol/contract/values/paths";
import { Satellite, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { bulkDelete } from "../../parts/records/bulk-delete.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ChoiceFilter } from "../../ui/table/choice-filter.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { HostsDialog } from "./hosts-dialog.tsx";
import { SourceForm } from "./source-form.tsx";
import { SourcePanel } from "./source-panel.tsx";

type Search = ListSearch & { kind?: string };

/** Where images come from, and which servers may be asked for them. */
export function SourcesScreen({ search }: { search: Search }) {
  const { t } = useTranslation(["sources", "app"]);
  const format = useFormat();
  const list = useRecords(paths.imagerySource, search);
  const [showsHosts, setShowsHosts] = useState(false);
  const open = (id?: string) => list.change({ open: id });

  const columns: Column<ImagerySource>[] = [
    { id: "name", header: t("name"), sortable: true, cell: (one) => format.name(one.name) },
    { id: "kind", header: t("kind"), sortable: true, cell: (one) => t(`kind_${one.kind}`) },
    {
      id: "address",
      header: t("address"),
      secondary: true,
      cell: (one) => <span className="line-clamp-2 break-all">{one.address || "–"}</span>,
    },
    {
      id: "attribution",
      header: t("attribution"),
      optional: true,
      cell: (one) => one.attribution || "–",
    },
    { id: "enabled", header: t("state"), cell: (one) => t(one.enabled ? "enabled" : "disabled") },
  ];
  const create = list.can.add && <NewButton onClick={() => open("new")}>{t("new")}</NewButton>;
  const actions = (
    <>
      <Button icon={<ShieldCheck className="size-4" />} onClick={() => setShowsHosts(true)}>
        {t("hosts")}
      </Button>
      {create}
    </>
  );
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("new")} onClose={() => open()}>
        <SourceForm onClose={() => open()} onSaved={open} />
      </NewRecord>
    ) : (
      search.open && <SourcePanel key={search.open} id={search.open} onClose={() => open()} />
    );
  const rowLabel = (one: ImagerySource) => format.name(one.name);
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("title")} text={t("about")} actions={actions} />
      <Toolbar end={<ListActions list="imagery-source" search={search} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <FilterFold>
          <ChoiceFilter
            label={t("kind")}
            any={t("any_kind")}
            value={search.kind}
            onChange={(kind) => list.change({ kind })}
            options={imagerySourceKinds.map((one) => ({ value: one, label: t(`kind_${one}`) }))}
          />
        </FilterFold>
      </Toolbar>
      <FilterChips
        list={list}
        chips={[{ keys: ["kind"], label: t("kind"), value: t(`kind_${search.kind}`) }]}
      />
      <DataTable
        label={t("title")}
        list={list}
        columns={columns}
        rowId={(one) => String(one.id)}
        rowLabel={rowLabel}
        bulk={bulkDelete(list.can.delete, {
          list: t("title"),
          path: paths.imagerySource,
          rowLabel,
        })}
        empty={
          <EmptyState
            icon={<Satellite />}
            title={t("empty_title")}
            text={t("empty_text")}
            action={create}
          />
        }
      />
      {showsHosts && <HostsDialog onClose={() => setShowsHosts(false)} />}
    </ListLayout>
  );
}
