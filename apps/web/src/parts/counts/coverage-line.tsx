import type { Coverage } from "@nihol/contract/coverage";
import { type CoverageWords, coverageText, type SeenGardens } from "@nihol/locales/coverage-text";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Texts and dates for coverage, in the language that is shown. */
export function useCoverageWords(): CoverageWords {
  const { t } = useTranslation("coverage");
  const format = useFormat();
  return {
    language: format.language,
    text: (key, params) => t(key, { ...params }),
    date: format.date,
  };
}

type Props = {
  coverage: Coverage;
  gardens?: SeenGardens;
  /** The figures are of a chosen period. */
  inPeriod?: boolean | undefined;
};

/** "seen 10.2 of 53 ha, 1 of 5 gardens, last 14 Nov 2026": what the total above it rests on. */
export function CoverageLine({ coverage, gardens, inPeriod }: Props) {
  const words = useCoverageWords();
  return (
    <p className="numeric text-xs text-pretty text-ink-2">
      {coverageText(coverage, words, { gardens, inPeriod: inPeriod ?? false })}
    </p>
  );
}
