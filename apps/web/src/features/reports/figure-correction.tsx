import type { ReportCorrection } from "@nihol/contract/reports/report-periods";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { correctedText } from "./correction-text.ts";

type Props = { title: string; corrections: readonly ReportCorrection[] };

/** Below an approved figure: what it is now, and since when. Nothing where it stands as approved. */
export function FigureCorrection({ title, corrections }: Props) {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const found = corrections.find((one) => one.title === title);
  if (!found) return null;
  const now = correctedText(found.now, format);
  return (
    <span className="mt-0.5 block text-2xs font-medium text-act">
      {found.since
        ? t("corrected_since", { now, date: format.dateShort(found.since) })
        : t("corrected", { now })}
    </span>
  );
}
