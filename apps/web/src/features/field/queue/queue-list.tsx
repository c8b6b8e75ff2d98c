import { Inbox, RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import type { Entry } from "./entry.ts";
import { EntryCard } from "./entry-card.tsx";
import type { Room } from "./storage.ts";
import type { Sync } from "./use-queue.ts";

type Props = {
  entries: readonly Entry[];
  /** Entries of other people that wait on this phone. */
  ofOthers: number;
  sync: Sync;
  room: Room | undefined;
  /** Opens the form of an entry; undefined for one whose task takes nothing any more. */
  onCorrect: (entry: Entry) => (() => void) | undefined;
};

/** Order of the list: first what a person must decide, then what waits, then what is done with; each the newest first. */
const rank = { conflict: 0, refused: 0, waiting: 1, left: 2, sent: 2 } as const;

const inOrder = (entries: readonly Entry[]) =>
  entries.toSorted((a, b) => rank[a.state] - rank[b.state] || b.seq - a.seq);

/** Everything that was made on this phone: what waits, what has arrived, what was refused and why. */
export function QueueList({ entries, ofOthers, sync, room, onCorrect }: Props) {
  const { t } = useTranslation("field");
  const format = useFormat();
  const waiting = entries.filter(({ state }) => state === "waiting").length;
  return (
    <section aria-label={t("queue")} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <SyncLine sync={sync} waiting={waiting} />
        <Button
          size="sm"
          icon={<RefreshCw className="size-4" />}
          busy={sync.isUnderWay}
          onClick={sync.start}
        >
          {t("send_now")}
        </Button>
      </div>
      {entries.length === 0 ? (
        <EmptyState icon={<Inbox />} title={t("queue_empty")} text={t("queue_empty_text")} />
      ) : (
        <ul className="grid gap-2">
          {inOrder(entries).map((entry) => (
            <li key={entry.seq}>
              <EntryCard entry={entry} onSend={sync.start} onCorrect={onCorrect(entry)} />
            </li>
          ))}
        </ul>
      )}
      {ofOthers > 0 && (
        <p className="rounded-lg bg-sunken px-3 py-2.5 text-sm text-ink-2">
          {t("of_others", { n: format.number(ofOthers) })}
        </p>
      )}
      {room && <RoomLine room={room} />}
    </section>
  );
}

function SyncLine({ sync: { result, isUnderWay }, waiting }: { sync: Sync; waiting: number }) {
  const { t } = useTranslation("field");
  const format = useFormat();
  const text = isUnderWay ? t("sync_under_way") : result && t(`sync_${result}`);
  return (
    <p role="status" className="text-sm text-ink-2">
      {waiting > 0 ? t("waiting_here", { n: format.number(waiting) }) : t("nothing_waits")}
      {text && ` · ${text}`}
    </p>
  );
}

function RoomLine({ room: { isPersistent, usedBytes, quotaBytes } }: { room: Room }) {
  const { t } = useTranslation("field");
  const format = useFormat();
  return (
    <p className="text-xs text-ink-3">
      {t("room", { used: format.bytes(usedBytes), quota: format.bytes(quotaBytes) })}{" "}
      {t(isPersistent ? "room_kept" : "room_not_kept")}
    </p>
  );
}
