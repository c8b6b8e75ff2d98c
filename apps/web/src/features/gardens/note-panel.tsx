import type { GardenNote } from "@nihol/contract/garden-notes";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { RecordPanel } from "../../parts/records/record-panel.tsx";
import { textLink } from "../../ui/button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { NoteDelete } from "./hub/note-delete.tsx";
import { NoteForm } from "./note-form.tsx";

/** Panel of one note, beside the list of all. */
export function NotePanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  const query = useQuery(recordQuery(paths.gardenNote, id));
  const [editing, setEditing] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const done = () => setEditing(false);
  if (editing && query.data) return <NoteForm note={query.data} onClose={done} onSaved={done} />;
  return (
    <RecordPanel
      query={query}
      title={(note) => `${t(`kind_${note.kind}`)}, ${format.date(note.observed_on)}`}
      onClose={onClose}
      onEdit={() => setEditing(true)}
      onDelete={() => setDeleting(true)}
    >
      {(note) => (
        <div className="grid gap-5">
          <p lang="mul" className="text-sm break-words whitespace-pre-line">
            {note.text}
          </p>
          <Facts note={note} />
          {deleting && (
            <NoteDelete note={note} onClose={() => setDeleting(false)} onDeleted={onClose} />
          )}
        </div>
      )}
    </RecordPanel>
  );
}

function Facts({ note }: { note: GardenNote }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  return (
    <KeyValues>
      <KeyValue label={t("note_garden")}>
        <Link to="/admin/gardens" search={{ open: String(note.garden.id) }} className={textLink}>
          {format.name(note.garden.name)}
        </Link>
      </KeyValue>
      <KeyValue label={t("region")}>{format.name(note.region?.name)}</KeyValue>
      <KeyValue label={t("district")}>{format.name(note.district?.name)}</KeyValue>
      <KeyValue label={t("note_author")}>
        <span lang="mul">{note.author}</span>
      </KeyValue>
      <KeyValue label={t("note_created")}>{format.dateTime(note.created_at)}</KeyValue>
      {note.changed_at && (
        <KeyValue label={t("note_changed")}>{format.dateTime(note.changed_at)}</KeyValue>
      )}
    </KeyValues>
  );
}
