import type { SurvivalEstimate } from "@nihol/contract/planting/survival";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { RangeText } from "../../../parts/counts/estimated-range.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";

type Props = { estimate: SurvivalEstimate; reported: number };

/** Figures of the counted plots, each with its range, and where it comes from. */
export function EstimateFigures({ estimate, reported }: Props) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const { survival, no_estimate, living_trees, planting_places } = estimate;
  if (!survival) return <NoEstimate reason={no_estimate} estimate={estimate} />;
  const share = (value: number) => format.share(value, 0);
  const number = (value: number) => format.number(value, 0);
  const days = [...new Set([estimate.from, estimate.to])].map((day) => format.dateShort(day));
  return (
    <div className="grid gap-2.5">
      <Stats>
        <Stat
          label={t("survival")}
          value={share(survival.value)}
          note={<RangeText range={survival} write={share} />}
        />
        {living_trees && (
          <Stat
            label={t("living_trees", { n: format.number(reported) })}
            value={number(living_trees.value)}
            note={<RangeText range={living_trees} write={number} />}
          />
        )}
        {planting_places && (
          <Stat
            label={t("planting_places")}
            value={number(planting_places.value)}
            note={
              <>
                <RangeText range={planting_places} write={number} />
                <br />
                {t("places_note", { n: format.number(reported) })}
              </>
            }
          />
        )}
        <CountedPlots estimate={estimate} />
      </Stats>
      <p className="text-xs text-ink-3">{t("source", { dates: days.join(" – ") })}</p>
    </div>
  );
}

function CountedPlots({ estimate }: { estimate: SurvivalEstimate }) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const { counted_plots, plots, left_out, living, dead, missing } = estimate;
  return (
    <Stat
      label={t("counted_plots")}
      value={[
        t("counted_of", { n: format.number(counted_plots), m: format.number(plots) }),
        ...(left_out > 0 ? [t("plots_left_out", { n: format.number(left_out) })] : []),
      ].join(", ")}
      note={
        counted_plots > 0 &&
        t("trees_counted", {
          living: format.number(living),
          dead: format.number(dead),
          missing: format.number(missing),
        })
      }
    />
  );
}

type ReasonProps = { reason: SurvivalEstimate["no_estimate"]; estimate: SurvivalEstimate };

/** A dash with its reason: that nobody counted is not "none live". */
function NoEstimate({ reason, estimate }: ReasonProps) {
  const { t } = useTranslation("survival");
  return (
    <Stats>
      <Stat label={t("survival")} value="–" note={reason && t(`no_estimate_${reason}`)} />
      {estimate.plots > 0 && <CountedPlots estimate={estimate} />}
    </Stats>
  );
}
