import type { ReportLine } from "@nihol/contract/reports/reports";
import {
  type ComparedFigure,
  changeIn,
  comparedFigures,
} from "@nihol/contract/values/reports/report-change";
import { formatChange, formatMeasured } from "@nihol/locales/format-change";
import type { Scale } from "./figure-scale.ts";

const compared: ReadonlyMap<string, ComparedFigure> = new Map(
  comparedFigures.map((one) => [one.title, one]),
);

type Props = { title: string; line: ReportLine; scale: Scale };

/** Below a figure: by how much it differs from the period before. Nothing where the report has none. */
export function FigureChange({ title, line, scale }: Props) {
  const { t } = scale;
  const { language } = scale.format;
  const figure = compared.get(title);
  if (!figure || !line.before) return null;
  const before = figure.of(line.before);
  const was = formatMeasured(before, figure.unit, language);
  return (
    <span
      className="mt-0.5 block text-2xs font-normal text-ink-3"
      title={t("reports:was", { value: was })}
    >
      {formatChange(changeIn(figure, line), figure.unit, language)}
      <span className="sr-only">{t("reports:was", { value: was })}</span>
    </span>
  );
}
