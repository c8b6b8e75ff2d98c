import type { Group } from "@nihol/contract/people/groups";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Eye } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { seeAs } from "../../lib/api/see-as.ts";
import { useUser } from "../../lib/api/session.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { roleName } from "../../lib/text/role-name.ts";
import { PermissionMatrix } from "../../parts/permissions/permission-matrix.tsx";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { RoleForm } from "./role-form.tsx";

export function RolePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["roles", "app"]);
  const query = useQuery(recordQuery(paths.group, id));
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.group, id, onClose);
  const done = () => setEditing(false);
  if (editing && query.data) return <RoleForm role={query.data} onClose={done} onSaved={done} />;

  return (
    <RecordPanel
      query={query}
      title={(role) => roleName(role.name, t)}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
      wide
    >
      {(role) => (
        <div className="grid gap-4">
          {role.built_in && (
            <p className="rounded-md bg-sunken px-3 py-2 text-sm text-ink-2">
              {t("built_in_text")}
            </p>
          )}
          <RoleUsers role={role} />
          <SeeAsRole role={role} />
          <PermissionMatrix permissions={role.permissions} />
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("delete_title", { name: role.name })}
            consequence={t("delete_text")}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </div>
      )}
    </RecordPanel>
  );
}

/** The whole panel as this role sees it. The server refuses a built-in role to all but MasterAdmin. */
function SeeAsRole({ role }: { role: Group }) {
  const { t } = useTranslation("roles");
  const own = useUser().userRole;
  if (own === role.name || (role.built_in && own !== "MasterAdmin")) return null;
  return (
    <div className="grid justify-items-start gap-1.5">
      <Button icon={<Eye className="size-4" />} onClick={() => seeAs(role)}>
        {t("see_as")}
      </Button>
      <p className="text-xs text-ink-3">{t("see_as_hint")}</p>
    </div>
  );
}

/** Number of people who hold the role, leading to them for who may see users. */
function RoleUsers({ role }: { role: Group }) {
  const { t } = useTranslation("roles");
  const format = useFormat();
  const maySee = useHolds("user.view");
  const count = format.number(role.user_count);
  return (
    <KeyValues>
      <KeyValue label={t("user_count")}>
        {maySee ? (
          <Link
            to="/admin/users"
            search={{ group: String(role.id) }}
            className="font-medium text-accent underline underline-offset-2"
          >
            {count}
          </Link>
        ) : (
          count
        )}
      </KeyValue>
    </KeyValues>
  );
}
