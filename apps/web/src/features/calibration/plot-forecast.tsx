import type { Calibration } from "@nihol/contract/imagery/calibration";
import { calibrationLimits } from "@nihol/contract/values/imagery/calibration";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

type Props = { calibration: Calibration };

/** Forecasts what counting the next windows gives: the first line from which range, the others how much further. */
export function PlotForecasts({ calibration }: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const { next, low, high, pace_known: isKnown } = calibration;
  if (next.length === 0) return null;
  return (
    <section className="grid gap-1 text-start">
      <h2 className="text-sm font-semibold">{t("forecast_title")}</h2>
      <ul className="numeric grid gap-0.5 text-sm text-ink-2">
        {next.map((one, i) => (
          <li key={one.plots}>
            {t(i === 0 && low !== null && high !== null ? "forecast_from" : "forecast", {
              n: format.number(one.plots),
              minutes: format.number(Math.max(1, Math.round(one.seconds / 60))),
              from_low: format.number(low ?? 0),
              from_high: format.number(high ?? 0),
              low: format.number(one.low),
              high: format.number(one.high),
            })}
          </li>
        ))}
      </ul>
      <p className="text-xs text-ink-3">
        {t(isKnown ? "pace_known" : "pace_assumed", {
          seconds: format.number(calibrationLimits.pace.seconds),
        })}
      </p>
    </section>
  );
}

/** Compares the range that was forecast before windows were counted, in the words of then, with the one that came of them. */
export function CameTrue({ calibration }: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  if (calibration.came_true.length === 0) return null;
  return (
    <section className="grid gap-1">
      <h2 className="text-sm font-semibold">{t("came_title")}</h2>
      <ul className="numeric grid gap-0.5 text-sm text-ink-2">
        {calibration.came_true.map((one) => (
          <li key={one.windows}>
            {t("came", {
              n: format.number(one.plots),
              low: format.number(one.low),
              high: format.number(one.high),
              true_low: format.number(one.true_low),
              true_high: format.number(one.true_high),
            })}
          </li>
        ))}
      </ul>
    </section>
  );
}
