import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { useVisitName } from "../../../parts/planting/visit-name.ts";
import { Badge } from "../../../ui/badge.tsx";
import { isPosition, type PositionState } from "../place/use-position.ts";
import { wayTo } from "../place/way.ts";
import { useDistanceText } from "../place/way-line.tsx";
import { countedOf, type KnownPlot, type KnownVisit } from "./plots.ts";

type Props = {
  known: KnownVisit;
  position: PositionState;
  onPlot: (plot: number) => void;
};

/** The plots of a visit, each with the way to it and whether it is counted. */
export function VisitList({ known, position, onPlot }: Props) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const visitName = useVisitName();
  return (
    <section aria-label={visitName(known.visit)} className="grid gap-2">
      <h3 className="flex flex-wrap items-baseline justify-between gap-2 font-semibold">
        {visitName(known.visit)}
        <span className="numeric text-sm font-normal text-ink-2">
          {t("counted_of", {
            n: format.number(countedOf(known)),
            m: format.number(known.plots.length),
          })}
        </span>
      </h3>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {known.plots.map((plot) => (
          <li key={plot.id}>
            <button
              type="button"
              onClick={() => onPlot(plot.id)}
              className="flex min-h-12 w-full items-center gap-2 px-3 text-start"
            >
              <span className="grow font-medium">
                {t("plot")} {plot.number}
              </span>
              <PlotState plot={plot} position={position} />
              <ChevronRight aria-hidden className="size-4 text-ink-3" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function PlotState({ plot, position }: { plot: KnownPlot; position: PositionState }) {
  const { t } = useTranslation("field");
  const distanceText = useDistanceText();
  if (plot.waiting)
    return (
      <Badge tone="watch" shape="waiting">
        {t("state_waiting")}
      </Badge>
    );
  if (plot.measured_at !== null)
    return (
      <Badge tone="good" shape="done">
        {t("counted")}
      </Badge>
    );
  if (!isPosition(position)) return null;
  const { metres, eighth } = wayTo(position, plot);
  return (
    <span className="numeric text-sm text-ink-2">
      {t("way", { distance: distanceText(metres), direction: t(`direction_${eighth}`) })}
    </span>
  );
}
