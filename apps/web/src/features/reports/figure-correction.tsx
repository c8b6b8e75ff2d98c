import type { ReportCorrection } from "@nihol/contract/reports/report-periods";
import { correctedText } from "./correction-text.ts";
import type { Scale } from "./figure-scale.ts";

type Props = { title: string; corrections: readonly ReportCorrection[]; scale: Scale };

/** Below an approved figure: what it is now, and since when. Nothing where it stands as approved. */
export function FigureCorrection({ title, corrections, scale }: Props) {
  const { t, format } = scale;
  const found = corrections.find((one) => one.title === title);
  if (!found) return null;
  const now = correctedText(found.now, format);
  return (
    <span className="mt-0.5 block text-2xs font-medium text-act">
      {found.since
        ? t("reports:corrected_since", { now, date: format.dateShort(found.since) })
        : t("reports:corrected", { now })}
    </span>
  );
}
