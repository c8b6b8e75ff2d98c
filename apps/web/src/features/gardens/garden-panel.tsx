import type { GardenNote } from "@nihol/contract/garden-notes";
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
import { GardenAnalyticsPart } from "./garden-analytics.tsx";
import { GardenFacts } from "./garden-facts.tsx";
import { GardenForm } from "./garden-form.tsx";
import { GardenMap } from "./garden-map.tsx";
import { GardenNotes, useGardenNotes } from "./garden-notes.tsx";
import { GardenSurvivalPart } from "./garden-survival.tsx";
import { NoteForm } from "./note-form.tsx";

/** One garden: where it is, how it does, whose it is, what was written about it. */
export function GardenPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.garden, id));
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.garden, id, onClose, paths.statistics);
  const [tab, setTab] = useState("analytics");
  const [writing, setWriting] = useState<{ note?: GardenNote | undefined }>();
  const maySeeTasks = useHolds("planttreetask.view");
  const notes = useGardenNotes(id).data?.count ?? 0;
  const done = () => setEditing(false);
  if (editing && query.data)
    return <GardenForm garden={query.data} onClose={done} onSaved={done} />;
  if (writing) {
    const written = () => setWriting(undefined);
    return (
      <NoteForm note={writing.note} garden={id} isGardenKnown onClose={written} onSaved={written} />
    );
  }

  return (
    <RecordPanel
      wide
      query={query}
      title={(garden) => format.name(garden.name)}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
    >
      {(garden) => (
        <div className="grid gap-4">
          <GardenMap garden={garden} />
          <Tabs
            label={format.name(garden.name) ?? ""}
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: "analytics",
                label: t("analytics"),
                content: (
                  <div className="grid gap-5">
                    <GardenAnalyticsPart garden={garden} />
                    {maySeeTasks && <GardenSurvivalPart garden={garden.id} />}
                  </div>
                ),
              },
              { value: "facts", label: t("details"), content: <GardenFacts garden={garden} /> },
              {
                value: "notes",
                label: notes > 0 ? `${t("notes_tab")} · ${format.number(notes)}` : t("notes_tab"),
                content: <GardenNotes garden={id} onWrite={(note) => setWriting({ note })} />,
              },
            ]}
          />
          <ConfirmDialog
            open={deleting}
            onClose={() => setDeleting(false)}
            title={t("delete_title", { name: format.name(garden.name) })}
            consequence={t("delete_text", { trees: format.number(garden.tree_count) })}
            action={t("app:delete")}
            onConfirm={handleDelete}
          />
        </div>
      )}
    </RecordPanel>
  );
}
