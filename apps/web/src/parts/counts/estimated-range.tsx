import type { EstimatedRange } from "@nihol/contract/paging";
import { useTranslation } from "react-i18next";

type Props = {
  range: EstimatedRange;
  /** Writes one value: a share, a count. */
  write: (value: number) => string;
};

/** The bounds of an estimate, in words that need no chart. */
export function RangeText({ range, write }: Props) {
  const { t } = useTranslation("survival");
  return t("range", { low: write(range.low), high: write(range.high) });
}
