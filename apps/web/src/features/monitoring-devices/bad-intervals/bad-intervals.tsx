import type { BadInterval } from "@nihol/contract/sensors/bad-intervals";
import type { Device } from "@nihol/contract/sensors/devices";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { CircleSlash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { refresh } from "../../../lib/api/query-client.ts";
import { cx } from "../../../lib/cx.ts";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { useFailureText } from "../../../ui/error-panel.tsx";
import { LogSection } from "../taking-back/log-section.tsx";
import { BadTakeBack, EndDialog } from "./bad-interval-dialogs.tsx";
import { BadIntervalForm } from "./bad-interval-form.tsx";

type Asking = { what: "add" } | { what: "end" | "take-back"; interval: BadInterval };

/** Times over which a person said that values of the device are wrong, with who, when and why. */
export function BadIntervals({ device }: { device: Device }) {
  const { t } = useTranslation("devices");
  const [asking, setAsking] = useState<Asking>();
  const query = useQuery({
    queryKey: [paths.device, "bad-interval", device.id],
    queryFn: ({ signal }) =>
      ask("GET /device/:id/bad-interval", { params: { id: device.id }, signal }),
  });
  const close = () => setAsking(undefined);
  return (
    <LogSection
      query={query}
      title={t("bad_title")}
      none={t("bad_none")}
      add={t("bad_add")}
      icon={<CircleSlash2 className="size-4" />}
      onAdd={() => setAsking({ what: "add" })}
      entry={(interval, mayChange) => (
        <>
          <Interval interval={interval} />
          {mayChange && !interval.taken_back && (
            <Actions device={device.id} {...{ interval, onAsk: setAsking }} />
          )}
        </>
      )}
    >
      {asking?.what === "add" && <BadIntervalForm device={device} onClose={close} />}
      {asking?.what === "end" && (
        <EndDialog device={device.id} interval={asking.interval} onClose={close} />
      )}
      {asking?.what === "take-back" && (
        <BadTakeBack device={device.id} interval={asking.interval} onClose={close} />
      )}
    </LogSection>
  );
}

type ActionProps = { device: number; interval: BadInterval; onAsk: (asking: Asking) => void };

/** Actions that a person has for an interval that stands: of a rule's proposal, the answer to it. */
function Actions({ device, interval, onAsk }: ActionProps) {
  const { t } = useTranslation("devices");
  const failureText = useFailureText();
  const isProposed = interval.rule?.state === "proposed";
  async function handleConfirm() {
    try {
      await ask("POST /device/:id/bad-interval/:interval/confirm", {
        params: { id: device, interval: interval.id },
      });
      toast.success(t("bad_confirmed"));
    } catch (error) {
      toast.error(failureText(error));
    }
    await refresh(paths.device, paths.qualityProposal);
  }
  return (
    <div className="flex flex-wrap gap-2">
      {isProposed && (
        <Button size="sm" onClick={() => void handleConfirm()}>
          {t("bad_confirm")}
        </Button>
      )}
      {interval.to === null && (
        <Button size="sm" onClick={() => onAsk({ what: "end", interval })}>
          {t("bad_end")}
        </Button>
      )}
      <Button size="sm" onClick={() => onAsk({ what: "take-back", interval })}>
        {t(isProposed ? "bad_dismiss" : "bad_take_back")}
      </Button>
    </div>
  );
}

/** Finding of a rule in words: how long, how far apart, or how many. */
function useWorst({ rule, reason, parameter }: BadInterval) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const parameters = useParameters();
  if (!rule || !parameter) return undefined;
  if (reason === "stuck") return t("bad_worst_stuck", { n: format.number(rule.worst, 1) });
  if (reason === "wrong_unit")
    return t("bad_worst_wrong_unit", { n: `${format.number(rule.worst, 0)} %` });
  const n = `${parameters.number(parameter, rule.worst)} ${parameters.unit(parameter)}`;
  return t("bad_worst_difference", { n });
}

function Interval({ interval }: { interval: BadInterval }) {
  const { t } = useTranslation("devices");
  const format = useFormat();
  const parameters = useParameters();
  const worst = useWorst(interval);
  const start = format.dateTime(interval.from);
  const isMoment = interval.to !== null && format.dateTime(interval.to) === start;
  const { to, added, ended, confirmed, taken_back: takenBack, note, rule } = interval;
  const acts = [
    rule
      ? t("bad_by_rule", { date: format.dateTime(added.at) })
      : t("bad_by_added", { name: added.name, date: format.dateTime(added.at) }),
    ...(confirmed
      ? [t("bad_by_confirmed", { name: confirmed.name, date: format.dateTime(confirmed.at) })]
      : []),
    ...(ended ? [t("bad_by_ended", { name: ended.name, date: format.dateTime(ended.at) })] : []),
    ...(takenBack
      ? [t("bad_by_taken_back", { name: takenBack.name, date: format.dateTime(takenBack.at) })]
      : []),
  ];
  return (
    <>
      <p className="flex flex-wrap justify-between gap-x-3">
        <span className={cx("font-medium", takenBack && "text-ink-3 line-through")}>
          {interval.parameter ? parameters.name(interval.parameter) : t("bad_all")}
        </span>
        <span className="text-ink-2">{t(`bad_reason_${interval.reason}`)}</span>
      </p>
      <p className="numeric text-ink-2">
        {isMoment ? start : `${start} – ${to ? format.dateTime(to) : t("bad_goes_on")}`}
      </p>
      {note && <p className="break-words">{note}</p>}
      {worst && <p className="text-ink-2">{worst}</p>}
      {rule?.state === "proposed" && (
        <p>
          <Badge tone={interval.sets_aside ? "faulty" : "watch"} shape="waiting">
            {t(interval.sets_aside ? "bad_failed" : "bad_suspect")}
          </Badge>
        </p>
      )}
      {!takenBack && interval.sets_aside && (
        <p className="text-ink-2">{t("bad_holds", { n: format.number(interval.values) })}</p>
      )}
      {acts.map((act) => (
        <p key={act} className="text-xs text-ink-3">
          {act}
        </p>
      ))}
      {takenBack?.note && <p className="text-xs break-words text-ink-3">{takenBack.note}</p>}
    </>
  );
}
