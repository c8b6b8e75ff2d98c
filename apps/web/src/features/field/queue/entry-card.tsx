import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Badge, type Tone } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/confirm-dialog.tsx";
import { ConflictView } from "./conflict-view.tsx";
import { deleteEntry } from "./database.ts";
import { sendAgain } from "./decide.ts";
import type { Entry, EntryState } from "./entry.ts";
import { useEntryText } from "./entry-text.ts";
import { refreshField } from "./use-queue.ts";

const styles = {
  waiting: { tone: "watch", shape: "waiting" },
  conflict: { tone: "act", shape: "warning" },
  refused: { tone: "act", shape: "failed" },
  sent: { tone: "good", shape: "done" },
  left: { tone: "unknown", shape: "stopped" },
} as const satisfies Record<EntryState, { tone: Tone; shape: string }>;

type Props = { entry: Entry; onSend: () => void; onCorrect: (() => void) | undefined };

/** Card of one entry: its contents, whether it has arrived, and what can be done with one that has not. */
export function EntryCard({ entry, onSend, onCorrect }: Props) {
  const { t } = useTranslation("field");
  const format = useFormat();
  const { titleOf, taskOf } = useEntryText();
  const moment = entry.sent_at ?? entry.made_at;
  return (
    <article className="grid gap-2 rounded-lg border border-line bg-surface p-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 font-medium break-words">{titleOf(entry)}</h2>
        <Badge {...styles[entry.state]}>{t(`state_${entry.state}`)}</Badge>
      </div>
      <p className="text-sm text-ink-2">
        {taskOf(entry)} · {format.dateTime(moment)}
      </p>
      {entry.kind === "report" && entry.row !== null && entry.photo && (
        <p className="text-sm text-ink-2">{t("photo_left")}</p>
      )}
      {entry.refusal && entry.state === "refused" && (
        <p role="alert" className="rounded-md bg-act-soft px-3 py-2 text-sm text-act">
          {entry.refusal}
        </p>
      )}
      {entry.state === "conflict" && entry.kind !== "pit" ? (
        <ConflictView entry={entry} onDecided={onSend} />
      ) : (
        <EntryActions {...{ entry, onSend, onCorrect }} />
      )}
    </article>
  );
}

function EntryActions({ entry, onSend, onCorrect }: Props) {
  const { t } = useTranslation(["field", "app"]);
  const { titleOf } = useEntryText();
  const [isAsking, setIsAsking] = useState(false);
  async function handleAgain() {
    await sendAgain(entry);
    await refreshField(entry.person);
    onSend();
  }
  async function handleDelete() {
    await deleteEntry(entry.seq);
    await refreshField(entry.person);
  }
  const isOver = entry.state === "sent";
  return (
    <div className="flex flex-wrap gap-2">
      {(entry.state === "refused" || entry.state === "left") && (
        <Button size="sm" onClick={() => void handleAgain()}>
          {t("send_again")}
        </Button>
      )}
      {onCorrect && (
        <Button size="sm" onClick={onCorrect}>
          {t("correct")}
        </Button>
      )}
      <Button
        size="sm"
        tone="quiet"
        onClick={() => (isOver ? void handleDelete() : setIsAsking(true))}
      >
        {t(isOver ? "put_away" : "app:delete")}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title={t("delete_title", { name: titleOf(entry) })}
        consequence={t("delete_text")}
        action={t("app:delete")}
        onConfirm={handleDelete}
      />
    </div>
  );
}
