import type { Device } from "@nihol/contract/sensors/devices";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";
import { ReadingBadge } from "../../parts/states/reading-badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { type Summary, silentCount, summariesOf } from "./wall-values.ts";

type Props = {
  rows: readonly Device[];
  /** All that the place has; undefined before the first answer. */
  count: number | undefined;
  isOld: boolean;
};

/** Values of the place now, a tile for each parameter. */
export function WallTiles({ rows, count, isOld }: Props) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const parameters = useParameters();
  const summaries = summariesOf(
    rows,
    parameters.rows.map(({ key }) => key),
  );
  if (count === undefined) return <div />;
  if (count === 0)
    return <EmptyState title={t("wall_no_devices")} text={t("wall_no_devices_text")} />;
  const silent = silentCount(rows);
  return (
    <section aria-label={t("now")} className="flex min-h-0 flex-col gap-[1.5vmin]">
      <p className="text-[clamp(1rem,2vmin,1.75rem)] text-ink-2">
        {t("wall_devices", { n: format.number(count) })}
        {silent > 0 && (
          <strong className="ms-3 font-semibold text-watch">
            {t("wall_silent", { n: format.number(silent) })}
          </strong>
        )}
        {count > rows.length && ` ${t("devices_cut", { shown: rows.length, count })}`}
      </p>
      <ul
        className={cx(
          "grid min-h-0 grow auto-rows-fr grid-cols-[repeat(auto-fit,minmax(min(14rem,100%),1fr))] gap-[1.5vmin]",
          isOld && "opacity-50",
        )}
      >
        {summaries.map((summary) => (
          <Tile key={summary.parameter} summary={summary} />
        ))}
      </ul>
      {summaries.length === 0 && (
        <EmptyState title={t("wall_all_silent")} text={t("wall_all_silent_text")} />
      )}
    </section>
  );
}

function Tile({ summary }: { summary: Summary }) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const parameters = useParameters();
  const { parameter, low, high, devices, worst, inWorst, since } = summary;
  const [first, last] = [low, high].map((value) => parameters.number(parameter, value));
  return (
    <li className="flex min-w-0 flex-col justify-between gap-[1vmin] overflow-hidden rounded-lg border border-line bg-surface p-[2vmin]">
      <span className="text-[clamp(1rem,2.2vmin,2rem)] leading-tight text-ink-2">
        {parameters.name(parameter)}
      </span>
      <span className="numeric text-[clamp(1.75rem,4.2vmin,4rem)] leading-none font-semibold tracking-tight">
        {first === last ? first : `${first}–${last}`}
        <span className="ms-2 text-[0.4em] font-normal text-ink-3">
          {parameters.unitAfter(parameter)}
        </span>
      </span>
      <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-[clamp(0.875rem,1.8vmin,1.5rem)] text-ink-2">
        <ReadingBadge state={worst} />
        {devices > 1 && (
          <span>{t("wall_of", { n: format.number(inWorst), all: format.number(devices) })}</span>
        )}
        <span className="text-ink-3">{format.ago(since)}</span>
      </span>
    </li>
  );
}
