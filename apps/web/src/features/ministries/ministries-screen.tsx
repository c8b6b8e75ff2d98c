import type { Ministry } from "@nihol/contract/ministries";
import { paths } from "@nihol/contract/values/paths";
import { Landmark } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ReferenceFilter } from "../../ui/form/reference-box.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { FilterChips, ReferenceName } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { MinistryForm } from "./ministry-form.tsx";
import { MinistryPanel } from "./ministry-panel.tsx";

type Search = ListSearch & { organization_type?: string };

/** The organizations of the programme. */
export function MinistriesScreen({ search }: { search: Search }) {
  const { t } = useTranslation(["organizations", "app"]);
  const format = useFormat();
  const list = useRecords(paths.ministry, search);
  const mayAdd = list.can.add;
  const open = (id?: string) => list.change({ open: id });

  const columns: Column<Ministry>[] = [
    { id: "name", header: t("name"), sortable: true, cell: (one) => format.name(one.name) },
    {
      id: "organization_type",
      header: t("type"),
      sortable: true,
      cell: (one) => one.organization_type && format.name(one.organization_type.name),
    },
    {
      id: "garden_count",
      header: t("garden_count"),
      align: "right",
      sortable: true,
      secondary: true,
      cell: (one) => format.number(one.garden_count),
    },
    {
      id: "user_count",
      header: t("user_count"),
      align: "right",
      sortable: true,
      secondary: true,
      cell: (one) => format.number(one.user_count),
    },
    {
      id: "employee_count",
      header: t("employee_count"),
      align: "right",
      sortable: true,
      cell: (one) => format.number(one.employee_count),
    },
  ];
  const create = mayAdd && <NewButton onClick={() => open("new")}>{t("ministry_new")}</NewButton>;
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("ministry_new")} onClose={() => open()}>
        <MinistryForm onClose={() => open()} onSaved={open} type={search.organization_type} />
      </NewRecord>
    ) : (
      search.open && <MinistryPanel key={search.open} id={search.open} onClose={() => open()} />
    );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("ministries_title")} text={t("ministries_about")} actions={create} />
      <Toolbar end={<ListActions list="ministry" search={search} count={list.count} />}>
        <SearchBox label={t("search")} value={search.search} onChange={list.change} />
        <FilterFold>
          <ReferenceFilter
            label={t("type")}
            any={t("any_type")}
            path={paths.organizationType}
            value={search.organization_type}
            onChange={(type) => list.change({ organization_type: type })}
          />
        </FilterFold>
      </Toolbar>
      <FilterChips
        list={list}
        chips={[
          {
            keys: ["organization_type"],
            label: t("type"),
            value: <ReferenceName path={paths.organizationType} id={search.organization_type} />,
          },
        ]}
      />
      <DataTable
        label={t("ministries_title")}
        list={list}
        columns={columns}
        rowId={(one) => String(one.id)}
        rowLabel={(one) => format.name(one.name)}
        empty={
          <EmptyState
            icon={<Landmark />}
            title={t("empty_ministries_title")}
            text={t("empty_ministries_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}
