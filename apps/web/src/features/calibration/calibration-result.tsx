import type { Calibration, PlotSource } from "@nihol/contract/imagery/calibration";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Badge } from "../../ui/badge.tsx";
import { textLink } from "../../ui/button.tsx";
import { Stat, Stats } from "../../ui/stat.tsx";

type Props = { calibration: Calibration };

/** The count with its range, and where that comes from. */
export function CountAndRange({ calibration }: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  const { total, low, high, from_windows: isOwn, from_kind: ofKind } = calibration;
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
          <Badge
            tone={isOwn ? "good" : ofKind ? "info" : "unknown"}
            shape={isOwn ? "done" : ofKind ? "dot" : "none"}
          >
            {t(isOwn ? "basis_windows" : ofKind ? "basis_kind" : "basis_model")}
          </Badge>
        </p>
      )}
      {ofKind ? (
        <OtherImages source={ofKind} />
      ) : (
        <p className="text-sm text-ink-2">
          {t(low === null ? "range_unknown" : isOwn ? "from_windows" : "from_model")}
        </p>
      )}
    </section>
  );
}

/** Images whose sample plots the range rests on: others of one source, season and resolution. */
function OtherImages({ source: { images, windows, listed } }: { source: PlotSource }) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  return (
    <div className="grid gap-1 text-sm text-ink-2">
      <p>{t("from_kind", { images: format.number(images), windows: format.number(windows) })}</p>
      <ul className="grid gap-0.5">
        {listed.map((image) => (
          <li key={image.id} className="flex flex-wrap items-baseline gap-x-2">
            <Link
              to="/admin/image_processing_ai/$image/calibration"
              params={{ image: String(image.id) }}
              className={`${textLink} inline-flex min-h-6 items-center wrap-anywhere pointer-coarse:min-h-11`}
            >
              {image.file_name}
            </Link>
            <span className="numeric text-xs text-ink-3">
              {format.date(image.date)} ·{" "}
              {t("counted_windows", { n: format.number(image.windows) })}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** People's annotations against the count in the same sample plots. */
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
        <ul className="grid list-disc gap-0.5 ps-4 text-sm text-ink-2 marker:text-ink-3">
          <li>{t("precision", { n: format.number(100 * now.precision, 0) })}</li>
          <li>{t("recall", { n: format.number(100 * now.recall, 0) })}</li>
        </ul>
      )}
      <OutsideRange calibration={calibration} />
    </section>
  );
}

/** Warns where the detector's own number lies outside the range from the sample plots. */
function OutsideRange({ calibration: { found, low, high, from_windows } }: Props) {
  const { t } = useTranslation("calibration");
  const format = useFormat();
  if (!from_windows || low === null || high === null) return null;
  if (found >= low && found <= high) return null;
  return (
    <p className="text-sm text-watch">
      {t(found < low ? "more_trees" : "fewer_trees", { n: format.number(found) })}
    </p>
  );
}
