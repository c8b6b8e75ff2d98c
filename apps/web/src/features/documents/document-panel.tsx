import type { DocumentDetail } from "@nihol/contract/documents";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refresh } from "../../lib/api/query-client.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { AttachedFiles } from "../../parts/attachments/attached-files.tsx";
import { NamesValues } from "../../parts/records/names-values.tsx";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { DocumentForm } from "./document-form.tsx";

/** Panel of one document with its files. */
export function DocumentPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["documents", "app"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.document, id));
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.document, id, onClose);
  const done = () => setEditing(false);
  if (editing && query.data)
    return <DocumentForm document={query.data} onClose={done} onSaved={done} />;

  return (
    <RecordPanel
      wide
      query={query}
      title={(document) => format.name(document.name)}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
    >
      {(document) => (
        <div className="grid gap-5">
          {document.description && (
            <p lang="mul" className="text-sm break-words whitespace-pre-line">
              {document.description}
            </p>
          )}
          <section className="grid gap-2">
            <h3 className="text-sm font-semibold">{t("files")}</h3>
            <AttachedFiles
              path={`${paths.document}/${id}/file`}
              files={document.files}
              mayAdd={document.can.change}
              mayDelete={document.can.change}
              onChanged={() => refresh(paths.document)}
            />
          </section>
          <Facts document={document} />
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("delete_title", { name: format.name(document.name) })}
            consequence={t("delete_text", { files: format.number(document.files.length) })}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </div>
      )}
    </RecordPanel>
  );
}

function Facts({ document }: { document: DocumentDetail }) {
  const { t } = useTranslation("documents");
  const format = useFormat();
  return (
    <KeyValues>
      <KeyValue label={t("category")}>{t(`category_${document.category}`)}</KeyValue>
      <KeyValue label={t("number")}>
        {document.number && <span lang="mul">{document.number}</span>}
      </KeyValue>
      <KeyValue label={t("date")}>{document.date && format.date(document.date)}</KeyValue>
      <NamesValues name={document.name} />
      <KeyValue label={t("created_by")}>
        {document.created_by && <span lang="mul">{document.created_by}</span>}
      </KeyValue>
      <KeyValue label={t("created_at")}>{format.dateTime(document.created_at)}</KeyValue>
    </KeyValues>
  );
}
