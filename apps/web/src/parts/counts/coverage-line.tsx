import type { Coverage } from "@nihol/contract/coverage";
import {
  type CoverageWords,
  coverageText,
  givenByText,
  type SeenGardens,
} from "@nihol/locales/coverage-text";
import { Handshake } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Tooltip } from "../../ui/tooltip.tsx";

/** Texts and dates for coverage, in the language that is shown. */
export function useCoverageWords(): CoverageWords {
  const { t } = useTranslation("coverage");
  const format = useFormat();
  return {
    language: format.language,
    text: (key, params) => t(key, { ...params }),
    date: format.date,
    name: format.name,
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

/** Sign beside a number in a list: it rests on images that another organization gave; nothing where it does not. */
export function GivenByOthers({ given_by }: Pick<Coverage, "given_by">) {
  const said = givenByText({ given_by }, useCoverageWords());
  if (!said) return null;
  return (
    <Tooltip text={said}>
      <span className="ms-1 inline-block align-middle text-watch">
        <Handshake aria-hidden className="size-3.5" />
        <span className="sr-only">{said}</span>
      </span>
    </Tooltip>
  );
}
