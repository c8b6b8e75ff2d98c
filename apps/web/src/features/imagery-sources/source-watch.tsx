import type { ImagerySource } from "@nihol/contract/imagery/imagery-sources";
import { paths } from "@nihol/contract/values/paths";
import { Link } from "@tanstack/react-router";
import { CalendarCheck, RefreshCw, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { refresh } from "../../lib/api/query-client.ts";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { useFailureText } from "../../ui/error-panel.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";

/**
 * Watch of a source, which is asked by itself: how often, when last, what went wrong, and where what it offers waits.
 */
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
      <div className="flex flex-wrap gap-2">
        {source.can.test && source.enabled && <AskNow id={source.id} />}
        <Link
          to="/admin/process"
          search={{ view: "dates", part: "offered", state: "new", source: String(source.id) }}
          className={cx(buttonClass("plain"), "justify-self-start")}
        >
          <CalendarCheck aria-hidden className="size-4" />
          {t("watch_show")}
        </Link>
      </div>
    </section>
  );
}

/** Does not wait for the day that was agreed: somebody has heard that there is a new image. */
function AskNow({ id }: { id: number }) {
  const { t } = useTranslation("sources");
  const failureText = useFailureText();
  const [busy, setBusy] = useState(false);
  async function handlePress() {
    setBusy(true);
    try {
      await ask("POST /imagery-source/:id/watch", { params: { id } });
      await refresh(paths.imagerySource);
      toast.success(t("watch_soon"));
    } catch (error) {
      toast.error(failureText(error));
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button busy={busy} icon={<RefreshCw className="size-4" />} onClick={() => void handlePress()}>
      {t("watch_now")}
    </Button>
  );
}
