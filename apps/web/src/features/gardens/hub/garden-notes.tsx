import type { GardenNote } from "@nihol/contract/garden-notes";
import type { ListCan } from "@nihol/contract/paging";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { NotebookPen, Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { recordsQuery } from "../../../lib/list/use-list.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button, textLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { shownMax } from "./garden-queries.ts";
import { NoteDelete } from "./note-delete.tsx";

/** The newest notes on a garden, with their number and what this person may do. */
export const useGardenNotes = (garden: string) =>
  useQuery(recordsQuery(paths.gardenNote, { garden, page_size: shownMax }));

type Props = {
  garden: string;
  /** Opens the form: with a note to correct it, without one to write a new one. */
  onWrite: (note?: GardenNote) => void;
};

/** Notes of what was seen in a garden and done there, newest first. */
export function GardenNotes({ garden, onWrite }: Props) {
  const { t } = useTranslation(["gardens", "app"]);
  const query = useGardenNotes(garden);
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={4} />;
  const { count, results, can } = query.data;
  if (count === 0)
    return (
      <EmptyState
        icon={<NotebookPen />}
        title={t("notes_empty_title")}
        text={t("notes_empty_garden")}
        action={<WriteButton can={can} onWrite={onWrite} />}
      />
    );
  return (
    <div className="grid gap-4">
      <div>
        <WriteButton can={can} onWrite={onWrite} />
      </div>
      <NoteList notes={results} onWrite={onWrite} />
      {count > results.length && <AllNotes garden={garden} count={count} />}
    </div>
  );
}

type WriteProps = { can: ListCan | undefined; onWrite: () => void };

function WriteButton({ can, onWrite }: WriteProps) {
  const { t } = useTranslation("gardens");
  if (!can?.add) return null;
  return (
    <Button size="sm" icon={<Plus className="size-4" />} onClick={() => onWrite()}>
      {t("note_new")}
    </Button>
  );
}

function AllNotes({ garden, count }: { garden: string; count: number }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  return (
    <Link
      to="/admin/garden_notes"
      search={{ garden }}
      className={`justify-self-start text-sm ${textLink}`}
    >
      {t("notes_all", { n: format.number(count) })}
    </Link>
  );
}

function NoteList({
  notes,
  onWrite,
}: {
  notes: GardenNote[];
  onWrite: (note: GardenNote) => void;
}) {
  const { t } = useTranslation("gardens");
  const [deleting, setDeleting] = useState<GardenNote>();
  return (
    <>
      <ul aria-label={t("notes_tab")} className="grid divide-y divide-line">
        {notes.map((note) => (
          <NoteItem key={note.id} note={note} onWrite={onWrite} onDelete={setDeleting} />
        ))}
      </ul>
      {deleting && <NoteDelete note={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  );
}

type ItemProps = {
  note: GardenNote;
  onWrite: (note: GardenNote) => void;
  onDelete: (note: GardenNote) => void;
};

function NoteItem({ note, onWrite, onDelete }: ItemProps) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  const date = format.date(note.observed_on);
  return (
    <li className="flex items-start gap-2 py-3 text-sm first:pt-0 last:pb-0">
      <div className="grid min-w-0 grow gap-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <time dateTime={note.observed_on} className="font-medium">
            {date}
          </time>
          <KindBadge kind={note.kind} />
        </p>
        <p lang="mul" className="break-words whitespace-pre-line">
          {note.text}
        </p>
        <p lang="mul" className="text-xs text-ink-3">
          {note.author}
        </p>
      </div>
      {note.can.change && (
        <IconButton label={t("note_edit", { date })} onClick={() => onWrite(note)}>
          <Pencil />
        </IconButton>
      )}
      {note.can.delete && (
        <IconButton label={t("note_delete", { date })} onClick={() => onDelete(note)}>
          <Trash2 />
        </IconButton>
      )}
    </li>
  );
}

/** Damage is what somebody ought to look at. */
function KindBadge({ kind }: { kind: GardenNote["kind"] }) {
  const { t } = useTranslation("gardens");
  if (kind === "damage")
    return (
      <Badge tone="watch" shape="warning">
        {t("kind_damage")}
      </Badge>
    );
  return <Badge>{t(`kind_${kind}`)}</Badge>;
}
