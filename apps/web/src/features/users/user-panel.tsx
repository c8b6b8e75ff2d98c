import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { fullName } from "./full-name.ts";
import { UserFacts } from "./user-facts.tsx";
import { UserForm } from "./user-form.tsx";

export function UserPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["users", "app"]);
  const query = useQuery(recordQuery(paths.user, id));
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.user, id, onClose);
  const done = () => setEditing(false);
  if (editing && query.data) return <UserForm user={query.data} onClose={done} onSaved={done} />;

  return (
    <RecordPanel
      query={query}
      title={fullName}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
    >
      {(user) => (
        <>
          <UserFacts user={user} />
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("delete_title", { name: fullName(user) })}
            consequence={t("delete_text", { email: user.email })}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </>
      )}
    </RecordPanel>
  );
}
