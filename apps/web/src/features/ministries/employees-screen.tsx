import type { MinistryEmployee } from "@nihol/contract/ministry-employees";
import { paths } from "@nihol/contract/paths";
import { Contact } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/format.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useList } from "../../lib/use-list.ts";
import { BulkDelete } from "../../ui/bulk-delete.tsx";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ExportMenu } from "../../ui/export-menu.tsx";
import { FilterChips, ReferenceName } from "../../ui/filter-chips.tsx";
import { ListLayout, Toolbar } from "../../ui/list-layout.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { ReferenceFilter } from "../../ui/reference-box.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { employeeName } from "./employee-name.ts";
import { EmployeePanel } from "./employee-panel.tsx";

export type EmployeeSearch = ListSearch & { view?: string; ministry?: string };

/** Everybody who works at an organization of the programme. */
export function EmployeesScreen({ search }: { search: EmployeeSearch }) {
  const { t } = useTranslation(["organizations", "app"]);
  const format = useFormat();
  const { view: _view, ...asked } = search;
  const list = useList<MinistryEmployee>(paths.ministryEmployee, asked);
  const mayDelete = useHolds("ministryemployee.delete");
  const go = (open?: string) => list.change({ open });
  const columns: Column<MinistryEmployee>[] = [
    { id: "last_name", header: t("employees"), sortable: true, cell: employeeName },
    { id: "position", header: t("position"), sortable: true, cell: ({ position }) => position },
    { id: "ministry", header: t("ministry"), cell: ({ ministry }) => format.name(ministry.name) },
    { id: "phone", header: t("phone"), secondary: true, cell: ({ phone }) => phone },
    { id: "email", header: t("app:email"), secondary: true, cell: ({ email }) => email },
  ];
  const panel = search.open && (
    <EmployeePanel key={search.open} id={search.open} onClose={() => go()} />
  );
  return (
    <ListLayout panel={panel}>
      <PageHeader title={t("app:screen_ministry_employees")} text={t("employees_about")} />
      <Toolbar end={<ExportMenu list="ministry-employee" search={asked} count={list.count} />}>
        <SearchBox
          label={t("employee_search")}
          value={search.search}
          onChange={(text) => list.change({ search: text })}
        />
        <ReferenceFilter
          label={t("ministry")}
          any={t("any_ministry")}
          path={paths.ministry}
          value={search.ministry}
          onChange={(ministry) => list.change({ ministry } as ListSearch)}
        />
      </Toolbar>
      <FilterChips
        list={list}
        chips={[
          {
            keys: ["ministry"],
            label: t("ministry"),
            value: <ReferenceName path={paths.ministry} id={search.ministry} />,
          },
        ]}
      />
      <DataTable
        label={t("app:screen_ministry_employees")}
        list={list}
        columns={columns}
        rowId={(employee) => String(employee.id)}
        rowLabel={employeeName}
        bulk={
          mayDelete
            ? (selection) => (
                <BulkDelete
                  selection={selection}
                  list={t("app:screen_ministry_employees")}
                  path={paths.ministryEmployee}
                  rowLabel={employeeName}
                  consequence={t("employee_delete_text")}
                  also={[paths.ministry]}
                />
              )
            : undefined
        }
        empty={
          <EmptyState
            icon={<Contact />}
            title={t("empty_employees_title")}
            text={t("empty_employees_text")}
          />
        }
      />
    </ListLayout>
  );
}
