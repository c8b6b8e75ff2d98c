import type { GardenEvent } from "@nihol/contract/planting/garden-history";
import type { GardenEventKind } from "@nihol/contract/values/gardens";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, type LinkProps } from "@tanstack/react-router";
import {
  CircleCheck,
  ClipboardList,
  Image,
  type LucideIcon,
  NotebookPen,
  RadioTower,
  ShieldAlert,
  ShieldCheck,
  Sprout,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useHolds } from "../../../lib/permissions.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { textLink } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { historyQuery } from "./garden-queries.ts";
import { HubPages } from "./hub-pages.tsx";

const icons: Record<GardenEventKind, LucideIcon> = {
  image: Image,
  task_given: ClipboardList,
  task_completed: CircleCheck,
  visit_done: Sprout,
  case_opened: ShieldAlert,
  case_closed: ShieldCheck,
  device_added: RadioTower,
  note: NotebookPen,
};

/** History of the garden, newest first: images, tasks, visits, violations, devices, notes. */
export function GardenHistory({ garden }: { garden: number }) {
  const { t } = useTranslation("gardens");
  return (
    <HubPages
      query={useInfiniteQuery(historyQuery(garden))}
      empty={<EmptyState title={t("history_empty")} />}
    >
      {(events) => (
        <ol aria-label={t("tab_history")} className="grid divide-y divide-line">
          {events.map((event) => (
            // A task is visited more than once.
            <EventRow
              key={`${event.kind} ${event.id} ${event.day}`}
              event={event}
              garden={garden}
            />
          ))}
        </ol>
      )}
    </HubPages>
  );
}

function EventRow({ event, garden }: { event: GardenEvent; garden: number }) {
  const format = useFormat();
  const Icon = icons[event.kind];
  return (
    <li className="flex items-start gap-2.5 py-2.5 text-sm">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <time dateTime={event.day} className="numeric w-24 shrink-0 text-ink-2">
        {format.dateShort(event.day)}
      </time>
      <EventLink event={event} garden={garden} />
    </li>
  );
}

function EventLink({ event, garden }: { event: GardenEvent; garden: number }) {
  const { t } = useTranslation("gardens");
  const format = useFormat();
  const maySeeImages = useHolds("wholeimage.view");
  const n = event.trees === null ? "–" : format.number(event.trees);
  // Marks what somebody wrote as being in a language of their own.
  const text: ReactNode =
    event.title === null ? (
      t(`event_${event.kind}`, { id: format.number(event.id), n })
    ) : (
      <>
        {t(`event_${event.kind}`)} <span lang="mul">{event.title}</span>
      </>
    );
  const link = linkOf(event, String(garden));
  if (!link || (event.kind === "image" && !maySeeImages))
    return <span className="min-w-0 break-words">{text}</span>;
  return (
    <Link {...link} className={`${textLink} min-w-0 break-words`}>
      {text}
    </Link>
  );
}

/** Where an event is read in full; a note is read here. */
function linkOf({ kind, id }: GardenEvent, garden: string): LinkProps | undefined {
  const open = String(id);
  switch (kind) {
    case "image":
      return { to: "/admin/image_processing_ai/$image", params: { image: open } };
    case "task_given":
    case "task_completed":
    case "visit_done":
      return { to: "/admin/tree_task", search: { garden, open } };
    case "case_opened":
    case "case_closed":
      return { to: "/admin/violation", search: { garden, open } };
    case "device_added":
      return { to: "/admin/monitoring_devices", search: { garden, open } };
    case "note":
      return undefined;
  }
}
