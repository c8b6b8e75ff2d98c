import type { GreenByIndex } from "@nihol/contract/coverage";
import { greenLevelsText } from "@nihol/locales/coverage-text";
import { formatHectares } from "@nihol/locales/format-number";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { Stat } from "../../ui/stat.tsx";
import { useCoverageWords } from "./coverage-line.tsx";

type Props = {
  levels: readonly GreenByIndex[];
  /** True where any image shows the ground: where none does, that is the reason and stands elsewhere. */
  isSeen: boolean;
};

/**
 * The green level by the index that covers most, and over how much ground; those by other indices beside it.
 * Levels by different indices are never one figure.
 */
export function GreenLevel({ levels, isSeen }: Props) {
  const { t } = useTranslation("coverage");
  const format = useFormat();
  const words = useCoverageWords();
  const [first, ...others] = levels;
  const note = first
    ? t("by_index", { index: first.index, seen: formatHectares(first.seen_m2, format.language) })
    : isSeen && t("green_unknown");
  return (
    <Stat
      label={t("green_level")}
      value={format.percent(first?.percent)}
      note={others.length > 0 ? `${note}; ${greenLevelsText(others, words)}` : note}
    />
  );
}
