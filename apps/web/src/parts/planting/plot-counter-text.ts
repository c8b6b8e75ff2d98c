import type { PlotCounter } from "@nihol/contract/values/violations";
import { plotCounterText } from "@nihol/locales/plot-counter-text";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Describes a counter in one line. */
export function usePlotCounterText(): (counter: PlotCounter) => string {
  const { t } = useTranslation("verdicts");
  const format = useFormat();
  return ({ distance_max_m, no_position, ...counter }) =>
    plotCounterText(
      {
        ...{ name: counter.name, own_side: counter.own_side },
        organization: format.name(counter.organization ?? undefined),
        date: format.date(counter.counted_on),
        plots: format.number(counter.plots),
        distance: distance_max_m === null ? null : format.number(distance_max_m, 0),
        no_position: no_position > 0 ? format.number(no_position) : null,
      },
      (key, params) => t(key, params ?? {}),
    );
}
