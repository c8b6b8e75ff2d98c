import { type Calibration, calibrationLimits } from "@nihol/contract/calibration";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { ProgressBar } from "../../ui/progress.tsx";
import { Stat, Stats } from "../../ui/stat.tsx";

/** The count with its range and where that comes from; what people marked against what was found. */
export function CalibrationResult({ calibration }: { calibration: Calibration }) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const { total, low, high, counted, from_windows: isOwn, windows, now } = calibration;
  const { needed } = calibrationLimits;
  const progress = t("counted_of", {
    n: format.number(counted),
    count: format.number(windows.length),
  });
  return (
    <section className="grid gap-4">
      <div className="grid gap-1">
        <h2 className="text-xs text-ink-3">{t("count")}</h2>
        <p className="numeric text-2xl font-semibold tracking-tight">
          {format.number(total)}{" "}
          <span className="text-sm font-normal text-ink-3">{t("trees")}</span>
        </p>
        <p className="numeric flex flex-wrap items-center gap-x-2 gap-y-1">
          {low !== null && high !== null && (
            <>
              {t("range", { low: format.number(low), high: format.number(high) })}
              <Badge tone={isOwn ? "good" : "unknown"} shape={isOwn ? "done" : "none"}>
                {t(isOwn ? "basis_windows" : "basis_model")}
              </Badge>
            </>
          )}
        </p>
        <p className="text-sm text-ink-2">
          {t(low === null ? "range_unknown" : isOwn ? "from_windows" : "from_model")}
        </p>
        {isOwn && low !== null && high !== null && (total < low || total > high) && (
          <p className="text-sm text-watch">{t(total < low ? "more_trees" : "fewer_trees")}</p>
        )}
      </div>
      {windows.length > 0 && (
        <div className="grid gap-1.5 text-sm">
          <p className="numeric font-medium">{progress}</p>
          <ProgressBar label={progress} share={counted / windows.length} />
          {!isOwn && (
            <p className="text-xs text-ink-2">
              {t(counted < needed ? "needed" : "needs_more", { needed: format.number(needed) })}
            </p>
          )}
        </div>
      )}
      {counted > 0 && (
        <div className="grid gap-2">
          <h2 className="text-sm font-semibold">{t("in_windows")}</h2>
          <Stats>
            <Stat label={t("marked")} value={format.number(calibration.marked)} />
            <Stat label={t("in_count")} value={format.number(calibration.in_count)} />
          </Stats>
          {now && (
            <ul className="grid list-disc gap-0.5 pl-4 text-sm text-ink-2 marker:text-ink-3">
              <li>{t("precision", { n: format.number(100 * now.precision, 0) })}</li>
              <li>{t("recall", { n: format.number(100 * now.recall, 0) })}</li>
            </ul>
          )}
        </div>
      )}
    </section>
  );
}
