import type { GardenAnalytics } from "@nihol/contract/gardens";
import type { ChangeFigure } from "@nihol/contract/imagery/image-compare";
import { noValue } from "@nihol/locales/format-number";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Film, GitCompare } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { buttonClass } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { Stat, Stats } from "../../../ui/stat.tsx";
import { type CapturePair, changeQuery, lastPair } from "./garden-queries.ts";

const shown = ["planted", "lost", "kept", "not_visible"] as const;

/** Change of the garden's trees between its two newest dates. */
export function GardenChange({ analytics }: { analytics: GardenAnalytics }) {
  const { t } = useTranslation("gardens");
  const pair = lastPair(analytics.captures);
  if (!pair) return <EmptyState icon={<GitCompare />} title={t("change_one_image")} />;
  return <Change garden={analytics.garden} pair={pair} />;
}

function Change({ garden, pair }: { garden: number; pair: CapturePair }) {
  const { t } = useTranslation(["gardens", "compare"]);
  const format = useFormat();
  const query = useQuery(changeQuery(garden, pair));
  if (query.isError) return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={4} />;
  const { totals } = query.data;
  const compared = {
    garden: String(garden),
    before: String(pair.before.whole_image),
    after: String(pair.after.whole_image),
  };
  const days = { before: format.date(pair.before.date), after: format.date(pair.after.date) };
  return (
    <section className="grid gap-4">
      <h3 className="text-sm font-semibold">{t("change_between", days)}</h3>
      {totals ? (
        <Stats>
          {shown.map((state) => (
            <ChangeStat key={state} label={t(`compare:state_${state}`)} figure={totals[state]} />
          ))}
        </Stats>
      ) : (
        <p className="text-ink-2">{t("change_not_made")}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Link to="/admin/image_compare" search={compared} className={buttonClass("plain", "sm")}>
          <GitCompare aria-hidden className="size-4" />
          {t("change_open")}
        </Link>
        <Link
          to="/admin/image_compare"
          search={{ ...compared, mode: "lapse" }}
          className={buttonClass("plain", "sm")}
        >
          <Film aria-hidden className="size-4" />
          {t("compare:mode_lapse")}
        </Link>
      </div>
    </section>
  );
}

/** A count with its 90 % range, and how many of the trees are a guess. */
export function ChangeStat({ label, figure }: { label: string; figure: ChangeFigure }) {
  const { t } = useTranslation(["compare", "survival", "coverage"]);
  const format = useFormat();
  if (figure.withheld)
    return <Stat label={label} value={noValue} note={t("coverage:unfamiliar")} />;
  return (
    <Stat
      label={label}
      value={format.number(figure.count)}
      note={
        <>
          {figure.low !== null &&
            t("survival:range", {
              low: format.number(figure.low),
              high: format.number(figure.high),
            })}
          {figure.unsure > 0 && (
            <span className="block">
              {t("unsure_count", { number: format.number(figure.unsure) })}
            </span>
          )}
        </>
      }
    />
  );
}
