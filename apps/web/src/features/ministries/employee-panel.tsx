import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { EmployeeForm } from "./employee-form.tsx";
import { employeeName } from "./employee-name.ts";

/** Panel of one employee among all of them. */
export function EmployeePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["organizations", "app"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.ministryEmployee, id));
  const ministryId = query.data?.ministry.id;
  const ministry = useQuery({
    ...recordQuery(paths.ministry, ministryId ?? ""),
    enabled: ministryId !== undefined,
  });
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.ministryEmployee, id, onClose, paths.ministry);
  if (editing && query.data && ministry.data) {
    const done = () => setEditing(false);
    return <EmployeeForm ministry={ministry.data} employee={query.data} onClose={done} />;
  }

  return (
    <RecordPanel
      query={query}
      title={employeeName}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
    >
      {(employee) => (
        <>
          <KeyValues>
            <KeyValue label={t("ministry")}>{format.name(employee.ministry.name)}</KeyValue>
            <KeyValue label={t("position")}>{employee.position}</KeyValue>
            <KeyValue label={t("phone")}>
              {employee.phone && <Contact value={employee.phone} what={t("phone")} />}
            </KeyValue>
            <KeyValue label={t("app:email")}>
              {employee.email && <Contact value={employee.email} what={t("app:email")} />}
            </KeyValue>
          </KeyValues>
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("employee_delete_title", { name: employeeName(employee) })}
            consequence={t("employee_delete_text")}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </>
      )}
    </RecordPanel>
  );
}

function Contact({ value, what }: { value: string; what: string }) {
  return (
    <span className="flex items-start justify-between gap-2">
      <span className="min-w-0 break-words">{value}</span>
      <CopyButton value={value} what={what} />
    </span>
  );
}
