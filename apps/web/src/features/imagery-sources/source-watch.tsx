import type { ImagerySource } from "@nihol/contract/imagery/imagery-sources";
import { Link } from "@tanstack/react-router";
import { CalendarCheck, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { buttonClass } from "../../ui/button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";

/** How a source is asked by itself: how often, when last, what went wrong, and where what it offers waits. */
export function SourceWatch({ source }: { source: ImagerySource }) {
  const { t } = useTranslation("sources");
  const format = useFormat();
  const { watch, watch_days } = source;
  if (!watch || watch_days === null) return null;
  const { asked_at, due_at, gardens_left, problem } = watch;
  return (
    <section className="grid gap-3">
      <h3 className="font-semibold">{t("watch_title")}</h3>
      {problem && (
        <p className="flex items-start gap-2 rounded-md bg-watch-soft px-3 py-2 text-sm text-watch">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {problem.detail}
        </p>
      )}
      <KeyValues>
        <KeyValue label={t("watch_days")}>
          {t("watch_every", { n: format.number(watch_days), days: watch_days })}
        </KeyValue>
        <KeyValue label={t("watch_asked")}>
          {asked_at ? format.dateTime(asked_at) : t("watch_never")}
        </KeyValue>
        {gardens_left > 0 && (
          <KeyValue label={t("watch_left")}>{format.number(gardens_left)}</KeyValue>
        )}
        {due_at && source.enabled && (
          <KeyValue label={t("watch_due")}>{format.dateTime(due_at)}</KeyValue>
        )}
      </KeyValues>
      <Link
        to="/admin/process"
        search={{ view: "dates", part: "offered", state: "new", source: String(source.id) }}
        className={cx(buttonClass("plain"), "justify-self-start")}
      >
        <CalendarCheck aria-hidden className="size-4" />
        {t("watch_show")}
      </Link>
    </section>
  );
}
