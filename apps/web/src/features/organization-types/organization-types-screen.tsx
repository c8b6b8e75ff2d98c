import type { OrganizationType } from "@nihol/contract/ministries";
import { paths } from "@nihol/contract/values/paths";
import { Tags } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { OrganizationTypeForm } from "./organization-type-form.tsx";
import { OrganizationTypePanel } from "./organization-type-panel.tsx";

/** The kinds of organizations: ministries, committees, local authorities. */
export function OrganizationTypesScreen({ search }: { search: ListSearch }) {
  const { t } = useTranslation(["organizations", "app"]);
  const format = useFormat();
  const list = useRecords(paths.organizationType, search);
  const mayAdd = list.can.add;
  const open = (id?: string) => list.change({ open: id });

  const columns: Column<OrganizationType>[] = [
    { id: "name", header: t("name"), sortable: true, cell: (type) => format.name(type.name) },
    {
      id: "ministry_count",
      header: t("ministry_count"),
      align: "right",
      sortable: true,
      cell: (type) => format.number(type.ministry_count),
    },
  ];
  const create = mayAdd && <NewButton onClick={() => open("new")}>{t("type_new")}</NewButton>;
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("type_new")} onClose={() => open()}>
        <OrganizationTypeForm onClose={() => open()} onSaved={open} />
      </NewRecord>
    ) : (
      search.open && (
        <OrganizationTypePanel key={search.open} id={search.open} onClose={() => open()} />
      )
    );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("types_title")} text={t("types_about")} actions={create} />
      <Toolbar end={<ListActions list="organization-type" search={search} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
      </Toolbar>
      <DataTable
        label={t("types_title")}
        list={list}
        columns={columns}
        rowId={(type) => String(type.id)}
        rowLabel={(type) => format.name(type.name)}
        empty={
          <EmptyState
            icon={<Tags />}
            title={t("empty_types_title")}
            text={t("empty_types_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}
