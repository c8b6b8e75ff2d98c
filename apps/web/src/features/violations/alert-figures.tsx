import { hasLimit, isRate } from "@nihol/contract/values/sensors/alerts";
import type { AlertsEvidence, EvidenceAlert } from "@nihol/contract/values/violations";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useAlertWords } from "../../parts/states/alert-words.ts";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { AlertChart } from "./alert-chart.tsx";

/** Alerts that a case was opened from: what their rule asks, each of them, and the values around them. */
export function AlertFigures({ evidence }: { evidence: AlertsEvidence }) {
  const { t } = useTranslation("alerts");
  const words = useAlertWords();
  const { rule, severity, alerts, series } = evidence;
  const parameter = alerts[0]?.parameter ?? null;
  const limit = hasLimit(rule.kind) && !isRate(rule.kind) ? rule.limit : null;
  return (
    <>
      <KeyValues>
        <KeyValue label={t("rule")}>
          <span lang="mul">{rule.name}</span>
        </KeyValue>
        <KeyValue label={t("kind")}>{words.condition({ ...rule, parameter })}</KeyValue>
        <KeyValue label={t("severity")}>{t(`severity_${severity}`)}</KeyValue>
      </KeyValues>
      {series.map((one) => (
        <AlertChart key={`${one.device} ${one.parameter}`} {...{ limit, series: one }} />
      ))}
      <ul className="grid gap-2 text-sm">
        {alerts.map((alert) => (
          <AlertLine key={alert.id} alert={alert} />
        ))}
      </ul>
    </>
  );
}

function AlertLine({ alert }: { alert: EvidenceAlert }) {
  const { t } = useTranslation("violations");
  const format = useFormat();
  const parameters = useParameters();
  const words = useAlertWords();
  const { device, parameter, began_at, cleared_at, worst } = alert;
  const end = cleared_at === null ? t("alert_goes_on") : format.dateTime(cleared_at);
  return (
    <li className="grid">
      <span lang="mul" className="font-medium break-words">
        {[device.name, parameter && (parameters.name(parameter) || parameter)]
          .filter(Boolean)
          .join(", ")}
        {worst !== null && <span className="numeric">: {words.value(worst, parameter)}</span>}
      </span>
      <span className="numeric text-xs text-ink-2">
        {format.dateTime(began_at)} – {end}
      </span>
    </li>
  );
}
