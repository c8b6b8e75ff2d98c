import type { PlantTreeType } from "@nihol/contract/planting/plant-tree-types";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import { useFormat } from "../../lib/text/format.ts";
import { NamesValues } from "../../parts/records/names-values.tsx";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { textLink } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { TreeTypeForm } from "./tree-type-form.tsx";

export function TreeTypePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["planting", "app"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.plantTreeType, id));
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.plantTreeType, id, onClose);
  const done = () => setEditing(false);
  if (editing && query.data)
    return <TreeTypeForm type={query.data} onClose={done} onSaved={done} />;

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
            <KeyValue label={t("latin_name")}>
              {type.latin_name && (
                <i lang="la" className="not-italic">
                  {type.latin_name}
                </i>
              )}
            </KeyValue>
            <KeyValue label={t("task_count")}>
              <TaskCount type={type} />
            </KeyValue>
            <NamesValues name={type.name} />
          </KeyValues>
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("type_delete_title", { name: format.name(type.name) })}
            consequence={t("type_delete_text", { count: format.number(type.task_count) })}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </>
      )}
    </RecordPanel>
  );
}

/** Leads to the tasks that it counts, for those who may see them. */
function TaskCount({ type }: { type: PlantTreeType }) {
  const format = useFormat();
  const maySee = useHolds("planttreetask.view");
  const count = format.number(type.task_count);
  if (!maySee || type.task_count === 0) return count;
  return (
    <Link to="/admin/tree_task" search={{ tree_type: String(type.id) }} className={textLink}>
      {count}
    </Link>
  );
}
