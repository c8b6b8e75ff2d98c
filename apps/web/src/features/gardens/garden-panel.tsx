import type { GardenNote } from "@nihol/contract/garden-notes";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { RecordSteps } from "../../lib/list/record-steps.ts";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { useDelete } from "../../parts/records/use-delete.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { GardenForm } from "./garden-form.tsx";
import { GardenMap } from "./garden-map.tsx";
import { GardenActions } from "./hub/garden-actions.tsx";
import { GardenHeadline } from "./hub/garden-headline.tsx";
import { analyticsQuery } from "./hub/garden-queries.ts";
import { GardenTabs } from "./hub/garden-tabs.tsx";
import { NoteForm } from "./note-form.tsx";

type Props = {
  id: string;
  onClose: () => void;
  /** The part that stays open from garden to garden. */
  tab: string;
  onTab: (tab: string) => void;
  /** The gardens before and after this one in the list. */
  steps: RecordSteps;
};

/** Panel of one garden: where it is, how it does, and all that is done there. */
export function GardenPanel({ id, onClose, tab, onTab, steps }: Props) {
  const { t } = useTranslation(["gardens", "app"]);
  const format = useFormat();
  const query = useQuery(recordQuery(paths.garden, id));
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const handleDelete = useDelete(paths.garden, id, onClose, paths.statistics);
  const [writing, setWriting] = useState<{ note?: GardenNote | undefined }>();
  const { data: analytics } = useQuery(analyticsQuery(Number(id)));
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
      steps={steps}
    >
      {(garden) => (
        <div className="grid gap-4">
          <GardenActions garden={garden} analytics={analytics} />
          <GardenHeadline garden={garden.id} analytics={analytics} />
          <GardenMap garden={garden} />
          <GardenTabs
            garden={garden}
            analytics={analytics}
            tab={tab}
            onTab={onTab}
            onWrite={(note) => setWriting({ note })}
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
