import type { MinistryEmployee } from "@nihol/contract/ministry-employees";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { EmployeeForm } from "./employee-form.tsx";
import { EmployeesTab } from "./employees-tab.tsx";
import { MinistryFacts } from "./ministry-facts.tsx";
import { MinistryForm } from "./ministry-form.tsx";

type Editing = "organization" | "new employee" | MinistryEmployee | undefined;

/** Panel of one organization: its details, and who works there. */
export function MinistryPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["organizations", "app"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.ministry, id));
  const maySeeEmployees = useHolds("ministryemployee.view");
  const [tab, setTab] = useState("details");
  const [editing, setEditing] = useState<Editing>();
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.ministry, id, onClose, paths.organizationType);
  const done = () => setEditing(undefined);
  if (editing && query.data) {
    if (editing === "organization")
      return <MinistryForm ministry={query.data} onClose={done} onSaved={done} />;
    const employee = editing === "new employee" ? undefined : editing;
    return <EmployeeForm ministry={query.data} employee={employee} onClose={done} />;
  }

  return (
    <RecordPanel
      query={query}
      title={(ministry) => format.name(ministry.name)}
      onClose={onClose}
      onEdit={() => setEditing("organization")}
      onDelete={() => setDeleting(true)}
    >
      {(ministry) => (
        <>
          {maySeeEmployees ? (
            <Tabs
              label={format.name(ministry.name)}
              value={tab}
              onChange={setTab}
              tabs={[
                {
                  value: "details",
                  label: t("details"),
                  content: <MinistryFacts ministry={ministry} />,
                },
                {
                  value: "employees",
                  label: t("employees"),
                  content: (
                    <EmployeesTab
                      ministry={ministry}
                      onAdd={() => setEditing("new employee")}
                      onEdit={setEditing}
                    />
                  ),
                },
              ]}
            />
          ) : (
            <MinistryFacts ministry={ministry} />
          )}
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("ministry_delete_title", { name: format.name(ministry.name) })}
            consequence={t("ministry_delete_text", {
              gardens: format.number(ministry.garden_count),
              users: format.number(ministry.user_count),
              employees: format.number(ministry.employee_count),
            })}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </>
      )}
    </RecordPanel>
  );
}
