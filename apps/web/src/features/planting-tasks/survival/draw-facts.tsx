import type { SurvivalDraw, SurvivalVisit } from "@nihol/contract/planting/survival";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";

/** Facts of the draw of plots, so that anybody can repeat it. */
export function DrawFacts({ draw }: { draw: SurvivalDraw }) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const made = t("draw_made", {
    n: format.number(draw.number),
    plots: format.number(draw.plot_count),
    radius: format.number(draw.radius_m, 2),
    date: format.dateTime(draw.drawn_at),
    name: draw.drawn_by ?? "–",
  });
  return (
    <p className="text-xs break-words text-ink-3">
      {made}. {t("draw_repeat", { algorithm: draw.algorithm, seed: String(draw.seed) })}
    </p>
  );
}

const countedOf = ({ plots }: SurvivalDraw) =>
  plots.filter(({ measured_at }) => measured_at !== null).length;

/** Draws that were replaced: what was counted in them, and why they do not count. */
export function EarlierDraws({ visit: { draw, earlier_draws } }: { visit: SurvivalVisit }) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  if (earlier_draws.length === 0) return null;
  const later = [draw, ...earlier_draws];
  return (
    <section className="grid gap-1.5">
      <h4 className="text-sm font-semibold">{t("earlier_draws")}</h4>
      <ol className="grid gap-2">
        {earlier_draws.map((one, index) => (
          <li key={one.number} className="grid gap-0.5 text-sm">
            <span>{t("earlier_counted", { n: format.number(countedOf(one)) })}</span>
            <span className="break-words">
              {t("replaced_reason", { reason: later[index]?.reason ?? "" })}
            </span>
            <DrawFacts draw={one} />
          </li>
        ))}
      </ol>
    </section>
  );
}
