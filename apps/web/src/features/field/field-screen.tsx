import type { UserProfile } from "@nihol/contract/people/sign-in";
import { useNavigate } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useUser } from "../../lib/api/session.ts";
import { useDocumentTitle } from "../../lib/navigation/document-title.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { FieldHeader } from "./field-header.tsx";
import { FieldNotices } from "./field-notices.tsx";
import type { FieldSearch } from "./field-search.ts";
import { FieldWork } from "./field-work.tsx";
import { useManifest, useOfflineCopy } from "./offline-copy.ts";
import { type Entry, isOpen, isReport } from "./queue/entry.ts";
import { QueueList } from "./queue/queue-list.tsx";
import { askForRoom, type Room } from "./queue/storage.ts";
import { useCountOfOthers, useEntries, useKeptTasks, useSync } from "./queue/use-queue.ts";
import { pitKey } from "./work/pits.ts";

type Props = { search: FieldSearch; known: UserProfile };

/** Asks once that what is kept stays, and how much room there is. */
function useRoom(): Room | undefined {
  const [room, setRoom] = useState<Room>();
  useEffect(() => {
    void askForRoom()
      .then(setRoom)
      .catch(() => undefined);
  }, []);
  return room;
}

/**
 * The page of whoever plants and counts: tasks, the way there, reports and counts, and what of them has arrived.
 * `known` is the person of the session that this page was opened with; when it ends, they go on working.
 */
export function FieldScreen({ search, known }: Props) {
  const { t } = useTranslation(["field", "app"]);
  useDocumentTitle(t("app:screen_field"));
  useManifest();
  const person = useUser().userData ?? known;
  return <FieldPage key={person.id} search={search} person={person} />;
}

/** Sends a new entry at once where there is a connection. */
function useSendNew(entries: readonly Entry[], send: () => void) {
  const waiting = entries.filter(({ state }) => state === "waiting").length;
  const before = useRef(0);
  useEffect(() => {
    if (waiting > before.current) send();
    before.current = waiting;
  }, [waiting, send]);
}

function FieldPage({ search, person }: { search: FieldSearch; person: UserProfile }) {
  const { t } = useTranslation(["field", "app"]);
  const navigate = useNavigate();
  const copy = useOfflineCopy();
  const room = useRoom();
  const sync = useSync(person.id);
  const entries = useEntries(person.id).data ?? [];
  const tasks = useKeptTasks(person.id);
  useSendNew(entries, sync.start);
  const ofOthers = useCountOfOthers(person.id);
  const open = entries.filter(isOpen).length;
  const show = (next: FieldSearch) => void navigate({ to: "/field", search: next });
  const isQueue = search.view === "queue";
  function correct(entry: Entry) {
    const { seq, task } = entry;
    const known = tasks.data?.tasks.find(({ id }) => id === task);
    if (isReport(entry) && known?.can.report)
      return () => show({ task, add: "report", entry: seq });
    if (isReport(entry) || !known || !isOpen(entry)) return undefined;
    // An entry of the same plot or pit gives way to the next one.
    if (entry.kind === "count") return () => show({ task, plot: entry.plot });
    const pit = pitKey(entry.body);
    const isThere = known.pits.some((one) => pitKey(one) === pit);
    return isThere ? () => show({ task, pit }) : undefined;
  }
  const isFirst = !isQueue && search.task === undefined;
  return (
    <div className="min-h-dvh bg-canvas">
      <FieldHeader
        person={person}
        view={isQueue ? "queue" : "tasks"}
        open={open}
        onView={(view) => show(view === "queue" ? { view } : {})}
      />
      <main className="mx-auto grid max-w-xl gap-4 px-4 pt-3 pb-10">
        <FieldNotices sync={sync} copy={copy} hasTasks={Boolean(tasks.data)} />
        {!isQueue && !isFirst && (
          <div>
            <Button
              size="sm"
              tone="quiet"
              icon={<ArrowLeft className="size-4" />}
              onClick={() =>
                show(search.add || search.plot || search.pit ? { task: search.task } : {})
              }
            >
              {t("app:back")}
            </Button>
          </div>
        )}
        {isQueue && <QueueList {...{ entries, ofOthers, sync, room }} onCorrect={correct} />}
        {!isQueue && tasks.data && (
          <FieldWork
            search={search}
            person={person.id}
            kept={tasks.data}
            entries={entries}
            onShow={show}
            onHandedIn={sync.start}
          />
        )}
        {!isQueue && !tasks.data && (sync.isUnderWay || tasks.isPending) && <SkeletonLines />}
        {!isQueue && !tasks.data && !sync.isUnderWay && !tasks.isPending && (
          <EmptyState title={t("not_fetched")} text={t("not_fetched_text")} />
        )}
      </main>
    </div>
  );
}
