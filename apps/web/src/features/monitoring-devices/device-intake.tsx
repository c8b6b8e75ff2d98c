import type { Device } from "@nihol/contract/sensors/devices";
import type { DeviceCall, DeviceIntake as Intake } from "@nihol/contract/sensors/intake";
import { paths } from "@nihol/contract/values/paths";
import { intakeSeen } from "@nihol/contract/values/sensors/readings";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ask } from "../../lib/api/ask.ts";
import { cx } from "../../lib/cx.ts";
import { useFormat } from "../../lib/text/format.ts";
import { CodeBlock } from "../../ui/copy-button.tsx";
import { FailureNote } from "../../ui/error-panel.tsx";
import { Stat, Stats } from "../../ui/stat.tsx";

/** Milliseconds after which it is asked again: whoever mends a device looks at what its next call brings. */
const againAfter = 15_000;
const counted = ["accepted", "duplicates", "conflicts", "faulty", "refused"] as const;

/** Shows what came of the device, what was taken, and what was refused and why, with the newest calls as they were sent. */
export function DeviceIntake({ device }: { device: Device }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const { data, error } = useQuery({
    queryKey: [paths.device, "intake", device.id],
    queryFn: ({ signal }) => ask("GET /device/:id/intake", { params: { id: device.id }, signal }),
    refetchInterval: againAfter,
  });
  if (!data) return <FailureNote error={error} />;
  const { since, calls, newest, turned_away: turnedAway } = data;
  return (
    <section className="grid gap-3" aria-labelledby="device-intake">
      <div>
        <h3 id="device-intake" className="text-sm font-semibold">
          {t("intake_title")}
        </h3>
        <p className="text-sm text-ink-2">
          {since
            ? t("intake_since", { date: format.date(since), n: format.number(calls) })
            : t("intake_none")}
        </p>
      </div>
      {since && (
        <Stats>
          {counted.map((name) => (
            <Stat key={name} label={t(`intake_${name}`)} value={format.number(data[name])} />
          ))}
        </Stats>
      )}
      {turnedAway.length > 0 && <TurnedAway rows={turnedAway} />}
      {newest.length > 0 && (
        <div className="grid gap-1">
          <h4 className="text-sm font-medium text-ink-2">{t("calls_newest")}</h4>
          <ul className="grid divide-y divide-line border-y border-line">
            {newest.map((call, n) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two calls may come in one millisecond
              <li key={`${call.received_at} ${n}`}>
                <Call call={call} canSeeSent={data.can.see_sent} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </section>
  );
}

function TurnedAway({ rows }: { rows: Intake["turned_away"] }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  return (
    <div className="rounded-md bg-act-soft px-3 py-2 text-sm">
      <h4 className="font-medium text-act">{t("away_title")}</h4>
      <ul className="grid gap-0.5 pt-1">
        {rows.map(({ reason, count, last_at }) => (
          <li key={reason} className="flex flex-wrap justify-between gap-x-3">
            <span>{t(`away_${reason}`)}</span>
            <time dateTime={last_at} title={format.dateTime(last_at)} className="text-ink-2">
              {t("away_line", { n: format.number(count), ago: format.ago(last_at) })}
            </time>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Counts of a call that are not nothing, in words. */
function useOutcome() {
  const { t } = useTranslation("devices");
  const format = useFormat();
  return ({ accepted, duplicates, conflicts, faulty, refused }: DeviceCall) => {
    const parts = {
      call_taken: accepted,
      call_known: duplicates,
      call_conflicts: conflicts,
      call_faulty: faulty,
      call_refused: refused,
    } as const;
    const keys = [
      "call_taken",
      "call_known",
      "call_conflicts",
      "call_faulty",
      "call_refused",
    ] as const;
    return keys
      .filter((key) => parts[key] > 0)
      .map((key) => t(key, { n: format.number(parts[key]) }))
      .join(" · ");
  };
}

function Call({ call, canSeeSent }: { call: DeviceCall; canSeeSent: boolean }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const outcome = useOutcome()(call);
  const isRefused = call.problem !== null || call.refused > 0;
  return (
    <details className="text-sm">
      <summary className="flex cursor-pointer flex-wrap gap-x-3 gap-y-0.5 py-2 pointer-coarse:min-h-11 pointer-coarse:items-center">
        <time dateTime={call.received_at} className="numeric">
          {format.dateTime(call.received_at)}
        </time>
        <span className="text-ink-3">
          {call.way === "file" ? t("way_file") : call.way.toUpperCase()}, {format.bytes(call.bytes)}
        </span>
        <span className={cx("basis-full", isRefused ? "text-act" : "text-ink-2")}>
          {call.problem ? t(`problem_${call.problem}`) : outcome}
        </span>
      </summary>
      <div className="grid gap-2 pb-3">
        {call.messages > 1 && (
          <p className="text-ink-2">{t("call_messages", { n: format.number(call.messages) })}</p>
        )}
        {call.reasons.length > 0 && (
          <ul className="grid gap-0.5">
            {call.reasons.map(({ at, reason, key }) => (
              <li key={`${at} ${reason} ${key}`} className="flex flex-wrap gap-x-3">
                <span className="numeric text-ink-3">
                  {call.way === "file"
                    ? t("line_n", { n: format.number(at) })
                    : t("call_at", { n: format.number(at + 1) })}
                </span>
                <span>{t(`reason_${reason}`)}</span>
                {key && <code className="font-mono text-xs break-all text-ink-2">{key}</code>}
              </li>
            ))}
          </ul>
        )}
        <Sent call={call} canSee={canSeeSent} />
      </div>
    </details>
  );
}

function Sent({ call: { payload }, canSee }: { call: DeviceCall; canSee: boolean }) {
  const { t } = useTranslation("devices");
  if (!canSee) return <p className="text-ink-3">{t("call_sent_hidden")}</p>;
  if (payload === null) return <p className="text-ink-3">{t("call_not_kept")}</p>;
  return (
    <>
      <CodeBlock label={t("call_sent")} copy={t("call_sent_copy")} text={payload} />
      {payload.length >= intakeSeen.payload && (
        <p className="text-xs text-ink-3">{t("call_sent_cut")}</p>
      )}
    </>
  );
}
