import type { Alert } from "@nihol/contract/sensors/alerts";
import type { AlertSeverity } from "@nihol/contract/values/sensors/alerts";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { useParameters } from "../../lib/sensors/parameters.ts";
import { useFormat } from "../../lib/text/format.ts";

const edges: Record<AlertSeverity, string> = {
  critical: "border-act text-act",
  major: "border-watch text-watch",
  minor: "border-line-strong text-ink-2",
};

type Props = {
  /** Undefined before the first answer. */
  rows: readonly Alert[] | undefined;
  count: number;
  isOld: boolean;
};

/** Active alerts of the place, the newest first, and how many there are. */
export function WallAlerts({ rows, count, isOld }: Props) {
  const { t } = useTranslation(["monitoring", "alerts"]);
  const format = useFormat();
  const parameters = useParameters();
  if (!rows) return <div />;
  return (
    <section
      aria-label={t("wall_alerts")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      className={cx("min-h-0 overflow-y-auto", isOld && "opacity-50")}
    >
      <h2 className="pb-[1vmin] text-[clamp(1.125rem,2.4vmin,2rem)] font-semibold">
        {t("wall_alerts")}: <span className="numeric">{format.number(count)}</span>
      </h2>
      {count === 0 && (
        <p className="text-[clamp(1rem,2vmin,1.75rem)] text-good">{t("wall_no_alerts")}</p>
      )}
      <ul className="grid gap-[1vmin]">
        {rows.map(({ id, severity, rule, device, garden, parameter, worst, began_at }) => (
          <li
            key={id}
            className={cx(
              "grid gap-0.5 rounded-md border-s-4 bg-surface px-4 py-2 text-[clamp(1rem,1.9vmin,1.625rem)]",
              edges[severity],
            )}
          >
            <span className="flex flex-wrap justify-between gap-x-4 font-semibold">
              <span>
                {t(`alerts:severity_${severity}`)} · <span className="text-ink">{rule.name}</span>
              </span>
              {parameter !== null && worst !== null && (
                <span className="numeric text-ink">
                  {parameters.number(parameter, worst)} {parameters.unit(parameter)}
                </span>
              )}
            </span>
            <span className="flex flex-wrap justify-between gap-x-4 text-[0.85em] text-ink-2">
              <span lang="mul">
                {[device.name, garden && format.name(garden.name)].filter(Boolean).join(" · ")}
              </span>
              <span>{format.ago(began_at)}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
