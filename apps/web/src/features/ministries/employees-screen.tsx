import type { MinistryEmployee } from "@nihol/contract/ministry-employees";
import { paths } from "@nihol/contract/values/paths";
import { Contact } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import type { ListSearch } from "../../lib/list/list-search.ts";
import { useRecords } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { bulkDelete } from "../../parts/records/bulk-delete.tsx";
import { ListActions } from "../../parts/records/list-actions.tsx";
import { NewRecord } from "../../parts/records/new-record.tsx";
import {
  PlaceFilters,
  type PlaceKey,
  usePlaceChips,
} from "../../parts/territory/place-filters.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { NewButton } from "../../ui/new-button.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { type Column, DataTable } from "../../ui/table/data-table.tsx";
import { FilterChips } from "../../ui/table/filter-chips.tsx";
import { FilterFold } from "../../ui/table/filter-fold.tsx";
import { ListLayout, Toolbar } from "../../ui/table/list-layout.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { EmployeeForm } from "./employee-form.tsx";
import { employeeName } from "./employee-name.ts";
import { EmployeePanel } from "./employee-panel.tsx";

type EmployeeSearch = ListSearch & { view?: string; ministry?: string };

const places: readonly PlaceKey[] = ["ministry"];

/** Everybody who works at an organization of the programme. */
export function EmployeesScreen({ search }: { search: EmployeeSearch }) {
  const { t } = useTranslation(["organizations", "app"]);
  const format = useFormat();
  const { view: _view, ...asked } = search;
  const list = useRecords(paths.ministryEmployee, asked);
  const mayDelete = list.can.delete;
  const mayAdd = list.can.add;
  const own = useUser().userData?.ministry?.id ?? null;
  const suggested = search.ministry ? Number(search.ministry) : own;
  const go = (open?: string) => list.change({ open });
  const columns: Column<MinistryEmployee>[] = [
    { id: "last_name", header: t("employees"), sortable: true, cell: employeeName },
    { id: "position", header: t("position"), sortable: true, cell: ({ position }) => position },
    { id: "ministry", header: t("ministry"), cell: ({ ministry }) => format.name(ministry.name) },
    { id: "phone", header: t("phone"), secondary: true, cell: ({ phone }) => phone },
    { id: "email", header: t("app:email"), secondary: true, cell: ({ email }) => email },
  ];
  const create = mayAdd && <NewButton onClick={() => go("new")}>{t("employee_new")}</NewButton>;
  const panel =
    search.open === "new" ? (
      <NewRecord list={list} title={t("employee_new")} onClose={() => go()}>
        <EmployeeForm suggested={suggested} onClose={() => go()} onSaved={go} />
      </NewRecord>
    ) : (
      search.open && <EmployeePanel key={search.open} id={search.open} onClose={() => go()} />
    );
  return (
    <ListLayout panel={panel}>
      <PageHeader
        title={t("app:screen_ministry_employees")}
        text={t("employees_about")}
        actions={create}
      />
      <Toolbar end={<ListActions list="ministry-employee" search={asked} count={list.count} />}>
        <SearchBox label={t("employee_search")} value={search.search} onChange={list.change} />
        <FilterFold>
          <PlaceFilters of={places} value={search} onChange={list.change} />
        </FilterFold>
      </Toolbar>
      <FilterChips list={list} chips={usePlaceChips(places, search)} />
      <DataTable
        label={t("app:screen_ministry_employees")}
        list={list}
        columns={columns}
        rowId={(employee) => String(employee.id)}
        rowLabel={employeeName}
        bulk={bulkDelete(mayDelete, {
          list: t("app:screen_ministry_employees"),
          path: paths.ministryEmployee,
          rowLabel: employeeName,
          consequence: t("employee_delete_text"),
          also: [paths.ministry],
        })}
        empty={
          <EmptyState
            icon={<Contact />}
            title={t("empty_employees_title")}
            text={t("empty_employees_text")}
            action={create}
          />
        }
      />
    </ListLayout>
  );
}
