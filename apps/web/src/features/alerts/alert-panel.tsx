import type { AlertDetail } from "@nihol/contract/sensors/alerts";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ChartLine } from "lucide-react";
import { useTranslation } from "react-i18next";
import { recordQuery } from "../../lib/list/use-list.ts";
import { useFormat } from "../../lib/text/format.ts";
import { RecordFailure, useFailureHeading } from "../../parts/records/record-failure.tsx";
import { useAlertWords } from "../../parts/states/alert-words.ts";
import { buttonClass, textLink } from "../../ui/button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { SidePanel } from "../../ui/side-panel.tsx";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { AlertActions } from "./alert-actions.tsx";
import { AlertCase } from "./alert-case.tsx";
import { AlertComments } from "./alert-comments.tsx";
import { AlertState, SeverityBadge } from "./alert-state.tsx";

/** Panel of one alert: what the rule found, what becomes of it, and what people say of it. */
export function AlertPanel({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation(["alerts", "app"]);
  const heading = useFailureHeading();
  const query = useQuery(recordQuery(paths.alert, id));
  const alert = query.data;
  const title = alert ? alert.device.name : query.isError ? heading(query.error) : t("app:loading");
  return (
    <SidePanel title={title} onClose={onClose}>
      {query.isPending && <SkeletonLines lines={7} />}
      {query.isError && !alert && (
        <RecordFailure error={query.error} onRetry={() => void query.refetch()} onClose={onClose} />
      )}
      {alert && <AlertContent alert={alert} />}
    </SidePanel>
  );
}

function AlertContent({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation("alerts");
  const words = useAlertWords();
  return (
    <div className="grid gap-5">
      <div className="grid gap-2">
        <span className="flex flex-wrap gap-1">
          <SeverityBadge severity={alert.severity} />
          <AlertState alert={alert} />
        </span>
        <p lang="mul" className="font-medium break-words">
          {alert.rule.name}
        </p>
        <p className="text-sm text-ink-2">{words.condition(alert)}</p>
      </div>
      {alert.can.change && <AlertActions alert={alert} />}
      <div className="flex flex-wrap gap-2">
        <Link
          to={`/admin/${alert.device.type}_monitoring`}
          search={{
            device: String(alert.device.id),
            parameter: alert.parameter ?? undefined,
            ...daysAround(alert),
          }}
          className={buttonClass("plain", "sm")}
        >
          <ChartLine aria-hidden className="size-4" />
          {t("open_chart")}
        </Link>
      </div>
      <AlertCase alert={alert} />
      <AlertFacts alert={alert} />
      <section className="grid gap-3">
        <h3 className="text-sm font-semibold">{t("comments")}</h3>
        <AlertComments alert={alert} />
      </section>
    </div>
  );
}

const DAY = 86_400_000;
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The days of the chart: a day before it began to a day after it was over. */
function daysAround({ began_at, cleared }: AlertDetail) {
  const end = cleared ? Date.parse(cleared.at) + DAY : Date.now();
  return { period: "dates", from: day(Date.parse(began_at) - DAY), to: day(end) } as const;
}

function AlertFacts({ alert }: { alert: AlertDetail }) {
  const { t } = useTranslation("alerts");
  const format = useFormat();
  const words = useAlertWords();
  const { device, garden, rule, cleared, acknowledged } = alert;
  return (
    <KeyValues>
      <KeyValue label={t("device")}>
        <Link
          to="/admin/monitoring_devices"
          search={{ open: String(device.id) }}
          className={textLink}
        >
          {device.name}
        </Link>
      </KeyValue>
      <KeyValue label={t("garden")}>{garden && format.name(garden.name)}</KeyValue>
      <KeyValue label={t("parameter")}>{words.parameter(alert.parameter)}</KeyValue>
      <KeyValue label={t("worst")}>
        {alert.worst !== null && words.value(alert.worst, alert.parameter)}
      </KeyValue>
      <KeyValue label={t("began")}>{format.dateTime(alert.began_at)}</KeyValue>
      <KeyValue label={t("raised")}>{format.dateTime(alert.raised_at)}</KeyValue>
      {alert.telling !== "told" && (
        <KeyValue label={t("telling")}>{t(`telling_${alert.telling}`)}</KeyValue>
      )}
      <KeyValue label={t("acknowledged_by")}>
        {acknowledged && (
          <span lang="mul">{`${acknowledged.name}, ${format.dateTime(acknowledged.at)}`}</span>
        )}
      </KeyValue>
      {!alert.can.change && (
        <KeyValue label={t("assigned")}>
          {alert.assigned && <span lang="mul">{alert.assigned.name}</span>}
        </KeyValue>
      )}
      <KeyValue label={t("cleared")}>{cleared && format.dateTime(cleared.at)}</KeyValue>
      {cleared && (
        <KeyValue label={t("cleared_how")}>
          {[t(`how_${cleared.how}`), cleared.by].filter(Boolean).join(", ")}
        </KeyValue>
      )}
      <KeyValue label={t("rule")}>
        {rule.id === null ? (
          t("rule_gone")
        ) : (
          <Link
            to="/admin/alert"
            search={{ view: "rules", open: String(rule.id) }}
            className={textLink}
          >
            <span lang="mul">{rule.name}</span>
          </Link>
        )}
      </KeyValue>
    </KeyValues>
  );
}
