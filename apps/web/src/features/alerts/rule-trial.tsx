import type { BodyOf } from "@nihol/contract/api/calls";
import type { AlertTrial } from "@nihol/contract/sensors/alert-rules";
import { hasLimit, trialDays } from "@nihol/contract/values/sensors/alerts";
import { History } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { useFormat } from "../../lib/text/format.ts";
import { useAnswer } from "../../parts/records/use-answer.ts";
import { useAlertWords } from "../../parts/states/alert-words.ts";
import { Button } from "../../ui/button.tsx";

type Condition = Omit<BodyOf<"POST /alert-rule/trial">, "days">;

/** A condition as it is sent: what its kind does not ask for is left out. */
export function sentCondition(one: Condition): Condition {
  const { kind, device_type, minutes, garden = null, device = null } = one;
  return {
    kind,
    device_type,
    minutes,
    garden,
    device,
    limit: hasLimit(kind) ? (one.limit ?? null) : null,
    parameter: kind === "silent" ? null : (one.parameter ?? null),
  };
}

/** Tries a rule on the readings of the last month: how often it would have told, and of what. */
export function RuleTrial({ condition }: { condition: Condition }) {
  const { t } = useTranslation("alerts");
  const {
    answer: trial,
    problem,
    busy,
    handleAsk,
  } = useAnswer(() =>
    ask("POST /alert-rule/trial", {
      body: { ...sentCondition(condition), days: trialDays.usual },
    }),
  );
  return (
    <section aria-label={t("trial")} className="grid gap-3 rounded-md bg-sunken p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 basis-48 text-sm text-ink-2">{t("trial_about")}</p>
        <Button
          size="sm"
          busy={busy}
          icon={<History aria-hidden className="size-4" />}
          onClick={() => void handleAsk()}
        >
          {t("trial_start")}
        </Button>
      </div>
      <div aria-live="polite" className="grid gap-2 text-sm">
        {problem && <p className="text-act">{problem}</p>}
        {trial && <TrialResult trial={trial} />}
      </div>
    </section>
  );
}

function TrialResult({ trial }: { trial: AlertTrial }) {
  const { t } = useTranslation("alerts");
  const format = useFormat();
  const words = useAlertWords();
  const { raised, active, devices, devices_read, devices_raised, examples } = trial;
  return (
    <>
      <p className="font-medium">
        {raised === 0 ? t("trial_never", { devices }) : t("trial_raised", { n: raised })}
      </p>
      {raised > 0 && (
        <p className="text-ink-2">{t("trial_devices", { n: devices_raised, devices, active })}</p>
      )}
      {devices_read < devices && (
        <p className="text-watch">{t("trial_cut", { read: devices_read, devices })}</p>
      )}
      {examples.length > 0 && (
        <ul className="grid gap-1" aria-label={t("trial_examples")}>
          {examples.slice(0, 5).map((one) => (
            <li
              key={`${one.device.id} ${one.parameter} ${one.began_at}`}
              className="flex flex-wrap justify-between gap-x-3"
            >
              <span>{one.device.name}</span>
              <span className="text-ink-2">
                {[
                  one.worst !== null && words.value(one.worst, one.parameter),
                  format.dateTime(one.raised_at),
                ]
                  .filter(Boolean)
                  .join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
