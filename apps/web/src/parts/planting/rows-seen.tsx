import type { RowsSeen } from "@nihol/contract/values/planting/verdicts";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";

/** Says how many saplings in rows and empty pits an image shows, and of which day it is. */
export function RowsSeenText({ rows }: { rows: RowsSeen }) {
  const { t } = useTranslation("verdicts");
  const format = useFormat();
  const number = (value: number) => format.number(value, 0);
  return t(rows.pits ? "rows_seen_pits" : "rows_seen", {
    date: format.date(rows.captured_on),
    ...{ occupied: number(rows.occupied), low: number(rows.low), high: number(rows.high) },
    pits: number(rows.pits ?? 0),
  });
}
