import type { VerdictEvent } from "@nihol/contract/planting/verdicts";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { VerdictBadge } from "./verdict-badge.tsx";

/** History of a verdict: what the machine and each person said and when, newest first. */
export function VerdictHistory({ events }: { events: readonly VerdictEvent[] }) {
  const { t } = useTranslation("verdicts");
  const format = useFormat();
  if (events.length === 0) return null;
  return (
    <section aria-labelledby="verdict-history" className="grid gap-2">
      <h3 id="verdict-history" className="text-sm font-semibold">
        {t("history")}
      </h3>
      <ol className="grid gap-2.5 text-sm">
        {events.map((event) => (
          <li key={event.id} className="grid gap-0.5">
            <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
              <span>{t(`event_${event.kind}`)}</span>
              <VerdictBadge verdict={event.verdict} />
              <span className="text-xs text-ink-3">
                {event.author ? <span lang="mul">{event.author}</span> : t("machine")},{" "}
                {format.dateTime(event.at)}
              </span>
            </span>
            {event.explanation && (
              <p lang="mul" className="whitespace-pre-line text-ink-2">
                {event.explanation}
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
