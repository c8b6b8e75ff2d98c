import type { Ministry } from "@nihol/contract/ministries";
import type { MinistryEmployee } from "@nihol/contract/ministry-employees";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Plus, UserRound } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { del } from "../../lib/api/api.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { NothingFits } from "../../ui/table/nothing-fits.tsx";
import { PagesBelow } from "../../ui/table/pagination.tsx";
import { SearchBox } from "../../ui/table/search-box.tsx";
import { employeeName } from "./employee-name.ts";
import { EmployeeRow } from "./employee-row.tsx";

type Props = {
  ministry: Ministry;
  onAdd: () => void;
  onEdit: (employee: MinistryEmployee) => void;
};
type Shown = { search?: string; page?: number; page_size?: number };

/** Employees of an organization: searched, added, changed and deleted here. */
export function EmployeesTab({ ministry, onAdd, onEdit }: Props) {
  const { t } = useTranslation(["organizations", "app"]);
  const [shown, setShown] = useState<Shown>({});
  const [deleting, setDeleting] = useState<MinistryEmployee>();
  const query = useQuery(
    recordsQuery(paths.ministryEmployee, {
      ...shown,
      ministry: String(ministry.id),
    }),
  );
  const { results = [], count = 0 } = query.data ?? {};
  const add = ministry.may_add_employees && (
    <Button icon={<Plus className="size-4" />} onClick={onAdd}>
      {t("employee_new")}
    </Button>
  );

  async function handleDelete(employee: MinistryEmployee) {
    await del(`${paths.ministryEmployee}/${employee.id}`);
    toast.success(t("app:deleted"));
    // The page may have lost its last row.
    if (results.length === 1) setShown({ ...shown, page: undefined });
    await refresh(paths.ministryEmployee, paths.ministry);
  }

  if (query.isPending) return <SkeletonLines lines={5} />;
  if (query.isError && !query.data)
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (count === 0 && !shown.search)
    return <EmptyState icon={<UserRound />} title={t("empty_employees_title")} action={add} />;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SearchBox
          label={t("employee_search")}
          value={shown.search}
          onChange={({ search }) => setShown({ ...shown, search, page: undefined })}
        />
        {add}
      </div>
      {count === 0 && (
        <NothingFits
          search={{ search: shown.search }}
          onClear={(cleared) => setShown({ ...shown, ...cleared })}
        />
      )}
      <ul aria-label={t("employees")} className="divide-y divide-line">
        {results.map((employee) => (
          <EmployeeRow
            key={employee.id}
            employee={employee}
            onEdit={() => onEdit(employee)}
            onDelete={() => setDeleting(employee)}
          />
        ))}
      </ul>
      <PagesBelow count={count} shown={shown} onChange={setShown} />
      {deleting && (
        <ConfirmDialog
          open
          onClose={() => setDeleting(undefined)}
          title={t("employee_delete_title", { name: employeeName(deleting) })}
          consequence={t("employee_delete_text")}
          action={t("app:delete")}
          onConfirm={() => handleDelete(deleting)}
        />
      )}
    </div>
  );
}
