import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { refresh } from "../../lib/api/query-client.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { AttachedFiles } from "../../parts/attachments/attached-files.tsx";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { Comments } from "./comments.tsx";
import { History } from "./history.tsx";
import { StateLine } from "./state-line.tsx";
import { ViolationFacts } from "./violation-facts.tsx";
import { ViolationForm } from "./violation-form.tsx";

/** Panel of one violation: what was seen, its proof, what was said, and how its state came about. */
export function ViolationPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["violations", "app"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.violation, id));
  const [tab, setTab] = useState("details");
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.violation, id, onClose);
  const done = () => setEditing(false);
  if (editing && query.data)
    return <ViolationForm violation={query.data} onClose={done} onSaved={done} />;

  const counted = (label: string, count: number) =>
    count > 0 ? `${label} · ${format.number(count)}` : label;
  return (
    <RecordPanel
      wide
      query={query}
      title={(violation) => violation.title}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
    >
      {(violation) => (
        <div className="grid gap-4">
          <StateLine violation={violation} />
          <Tabs
            label={violation.title}
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: "details",
                label: t("details"),
                content: <ViolationFacts violation={violation} />,
              },
              {
                value: "files",
                label: counted(t("files"), violation.files.length),
                content: (
                  <AttachedFiles
                    path={`${paths.violation}/${id}/file`}
                    files={violation.files}
                    mayAdd={violation.can.answer}
                    mayDelete={violation.can.change}
                    onChanged={() => refresh(paths.violation)}
                  />
                ),
              },
              {
                value: "comments",
                label: counted(t("comments"), violation.comments.length),
                content: <Comments violation={violation} />,
              },
              {
                value: "history",
                label: t("history"),
                content: <History changes={violation.history} />,
              },
            ]}
          />
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("delete_title", { name: violation.title })}
            consequence={t("delete_text", {
              files: format.number(violation.files.length),
              comments: format.number(violation.comments.length),
            })}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </div>
      )}
    </RecordPanel>
  );
}
