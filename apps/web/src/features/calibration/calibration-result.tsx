import type { Calibration } from "@nihol/contract/imagery/calibration";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Stat, Stats } from "../../ui/stat.tsx";

type Props = { calibration: Calibration };

/** The count with its range, and where that comes from. */
export function CountAndRange({ calibration }: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const { total, low, high, from_windows: isOwn } = calibration;
  return (
    <section className="grid gap-1">
      <h2 className="text-xs text-ink-3">{t("count")}</h2>
      <p className="numeric text-2xl font-semibold tracking-tight">
        {format.number(total)}{" "}
        <span className="text-sm font-normal text-ink-3">
          {t("trees", { n: format.number(total) })}
        </span>
      </p>
      {low !== null && high !== null && (
        <p className="numeric flex flex-wrap items-center gap-x-2 gap-y-1">
          {t("range", { low: format.number(low), high: format.number(high) })}
          <Badge tone={isOwn ? "good" : "unknown"} shape={isOwn ? "done" : "none"}>
            {t(isOwn ? "basis_windows" : "basis_model")}
          </Badge>
        </p>
      )}
      <p className="text-sm text-ink-2">
        {t(low === null ? "range_unknown" : isOwn ? "from_windows" : "from_model")}
      </p>
    </section>
  );
}

/** People's annotations against the count in the same windows. */
export function MarkedAndFound({ calibration }: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const { marked, in_count, counted, now } = calibration;
  if (counted === 0) return null;
  return (
    <section className="grid gap-2">
      <h2 className="text-sm font-semibold">{t("in_windows")}</h2>
      <Stats>
        <Stat label={t("marked")} value={format.number(marked)} />
        <Stat label={t("in_count")} value={format.number(in_count)} />
      </Stats>
      {now && (
        <ul className="grid list-disc gap-0.5 pl-4 text-sm text-ink-2 marker:text-ink-3">
          <li>{t("precision", { n: format.number(100 * now.precision, 0) })}</li>
          <li>{t("recall", { n: format.number(100 * now.recall, 0) })}</li>
        </ul>
      )}
      <OutsideRange calibration={calibration} />
    </section>
  );
}

/** A warning where the windows contradict the count as a whole. */
function OutsideRange({ calibration: { total, low, high, from_windows } }: Props) {
  const { t } = useTranslation("calibration");
  if (!from_windows || low === null || high === null) return null;
  if (total >= low && total <= high) return null;
  return <p className="text-sm text-watch">{t(total < low ? "more_trees" : "fewer_trees")}</p>;
}
