import type { MinistryEmployee } from "@nihol/contract/ministry-employees";
import { paths } from "@nihol/contract/paths";
import { Contact } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/format.ts";
import type { ListSearch } from "../../lib/list-search.ts";
import { useList } from "../../lib/use-list.ts";
import { type Column, DataTable } from "../../ui/data-table.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListLayout, Toolbar } from "../../ui/list-layout.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { useOptions } from "../../ui/region-filter.tsx";
import { SearchBox } from "../../ui/search-box.tsx";
import { SelectBox } from "../../ui/select-field.tsx";
import { employeeName } from "./employee-name.ts";
import { EmployeePanel } from "./employee-panel.tsx";

export type EmployeeSearch = ListSearch & { view?: string; ministry?: string };

/** Everybody who works at an organization of the programme. */
export function EmployeesScreen({ search }: { search: EmployeeSearch }) {
  const { t } = useTranslation(["organizations", "app"]);
  const format = useFormat();
  const { view: _view, ...asked } = search;
  const list = useList<MinistryEmployee>(paths.ministryEmployee, asked);
  const ministries = useOptions(paths.ministry);
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
      <Toolbar>
        <SearchBox
          label={t("employee_search")}
          value={search.search}
          onChange={(text) => list.change({ search: text })}
        />
        <SelectBox
          aria-label={t("ministry")}
          className="w-64! max-sm:w-full!"
          value={search.ministry ?? ""}
          onChange={(ministry) => list.change({ ministry: ministry || undefined } as ListSearch)}
          options={[{ value: "", label: t("any_ministry") }, ...ministries]}
        />
      </Toolbar>
      <DataTable
        label={t("app:screen_ministry_employees")}
        list={list}
        columns={columns}
        rowId={(employee) => String(employee.id)}
        rowLabel={employeeName}
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
