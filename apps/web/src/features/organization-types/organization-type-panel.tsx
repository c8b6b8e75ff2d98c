import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { NamesValues } from "../../parts/records/names-values.tsx";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { textLink } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { OrganizationTypeForm } from "./organization-type-form.tsx";

export function OrganizationTypePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["organizations", "app"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.organizationType, id));
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.organizationType, id, onClose);
  const done = () => setEditing(false);
  if (editing && query.data)
    return <OrganizationTypeForm type={query.data} onClose={done} onSaved={done} />;

  return (
    <RecordPanel
      query={query}
      title={(type) => format.name(type.name)}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
    >
      {(type) => (
        <>
          <KeyValues>
            <KeyValue label={t("ministry_count")}>
              <Link to="/admin/ministry" search={{ organization_type: id }} className={textLink}>
                {format.number(type.ministry_count)}
              </Link>
            </KeyValue>
            <KeyValue label={t("contractor")}>
              {type.contractor ? t("app:yes") : t("app:no")}
            </KeyValue>
            <NamesValues name={type.name} />
          </KeyValues>
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("type_delete_title", { name: format.name(type.name) })}
            consequence={t("type_delete_text", { count: format.number(type.ministry_count) })}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </>
      )}
    </RecordPanel>
  );
}
