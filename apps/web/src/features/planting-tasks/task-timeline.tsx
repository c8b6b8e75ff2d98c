import type { TimelineEvent } from "@nihol/contract/planting/timeline";
import { paths } from "@nihol/contract/values/paths";
import { useInfiniteQuery } from "@tanstack/react-query";
import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { StatusBadge } from "../../parts/states/task-state.tsx";
import { ErrorPanel } from "../../ui/error-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { MoreButton } from "../../ui/table/more-button.tsx";

const atOnce = 20;

/** Everything that has become of a task, newest first: states, changes, report, visits, comments. */
export function TaskTimeline({ task }: { task: number }) {
  const { t } = useTranslation(["planting", "tasks"]);
  const query = useInfiniteQuery({
    queryKey: [paths.plantTreeTask, "timeline", task],
    queryFn: ({ signal, pageParam: page }) =>
      ask("GET /plant-tree-task/:id/timeline", {
        params: { id: task },
        query: { page, page_size: atOnce },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, all) => (last.next === null ? undefined : all.length + 1),
  });
  if (query.isPending) return <SkeletonLines lines={4} />;
  if (query.isError && !query.data)
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <section className="grid gap-2">
      <h3 className="text-sm font-semibold">{t("history")}</h3>
      <ol className="divide-y divide-line border-y border-line">
        {query.data.pages
          .flatMap(({ results }) => results)
          .map((event) => (
            <Event key={event.key} event={event} />
          ))}
      </ol>
      <MoreButton query={query}>{t("tasks:history_more")}</MoreButton>
    </section>
  );
}

function Event({ event }: { event: TimelineEvent }) {
  const format = useFormat();
  return (
    <li className="grid gap-1 py-2 text-sm">
      {event.kind === "state" ? <Step event={event} /> : <What event={event} />}
      {event.text && (
        <p lang="mul" className="break-words whitespace-pre-line">
          {event.text}
        </p>
      )}
      <p className="text-xs text-ink-3">
        {format.dateTime(event.at)}
        {event.by && <span lang="mul"> · {event.by}</span>}
      </p>
    </li>
  );
}

function Step({ event: { from, to } }: { event: TimelineEvent }) {
  const { t } = useTranslation("planting");
  return (
    <p className="flex flex-wrap items-center gap-1.5">
      {from ? (
        <>
          <StatusBadge status={from} />
          <ArrowRight aria-hidden className="size-3.5 text-ink-3" />
        </>
      ) : (
        <span className="text-ink-2">{t("created")}:</span>
      )}
      {to && <StatusBadge status={to} />}
    </p>
  );
}

/** Describes a report, a change, a visit, a comment or a replanting in one line. */
function What({ event: { kind, count, tree_type, changed, year } }: { event: TimelineEvent }) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  const n = format.number(count);
  const fields = changed.map((field) => t(`plan_${field}`)).join(", ");
  const name = format.name(tree_type?.name);
  const visit = year === null ? t("visit_asked_for") : t("visit_year", { n: year });
  return <p className="break-words">{t(`event_${kind}`, { n, fields, name, visit })}</p>;
}
