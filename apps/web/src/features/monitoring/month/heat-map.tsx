import type { Averaging } from "@nihol/contract/values/sensors/sensor-guidance";
import { noValue } from "@nihol/locales/format-number";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";
import type { HourCell, HourTable } from "./month-window.ts";
import { shadeOf, shades } from "./shades.ts";

type Props = {
  table: HourTable;
  /** Values are written into the cells. */
  isNumbers: boolean;
  averaging: Averaging;
  /** Device and parameter. */
  name: string;
  unit: string;
  number: (value: number) => string;
};

const two = (hour: number) => String(hour).padStart(2, "0");

/**
 * A month as a table of its days and hours, each cell in the shade of its value. The same table is read by screen
 * readers and, with numbers, by whoever sees no shades.
 */
export function HeatMap({ table, isNumbers, averaging, name, unit, number }: Props) {
  const { t } = useTranslation("monitoring");
  const format = useFormat();
  const [pointed, setPointed] = useState<HourCell | null>(null);
  const { rows, filled, passed, emptyDays, low, high } = table;
  const label = t("month_label", { name });
  const textOf = ({ value, isAhead }: HourCell) =>
    value === null ? (isAhead ? t("month_ahead") : t("month_missing")) : `${number(value)} ${unit}`;
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-xs text-ink-2">
        {t(averaging === "sum" || averaging === "vector" ? `${averaging}_hour` : "month_mean")}{" "}
        {t("month_filled", { n: format.number(filled), all: format.number(passed) })}
        {emptyDays > 0 && ` ${t("month_empty_days", { n: format.number(emptyDays) })}`}
      </p>
      <p aria-hidden className="numeric min-h-6 text-sm">
        {pointed &&
          `${format.date(pointed.day)}, ${two(pointed.hour)}:00–${two((pointed.hour + 1) % 24)}:00 · ${textOf(pointed)}`}
      </p>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        aria-label={label}
        className="overflow-x-auto rounded-md print:overflow-visible"
      >
        <table
          aria-label={label}
          className="w-full min-w-160 table-fixed border-separate border-spacing-px text-2xs"
          onMouseLeave={() => setPointed(null)}
        >
          <thead className="text-ink-3">
            <tr>
              <th scope="col" className="w-12 px-1 text-start font-normal">
                {t("day")}
              </th>
              {rows[0]?.map(({ hour }) => (
                <th key={hour} scope="col" className="numeric text-center font-normal">
                  {two(hour)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row[0]?.day}>
                <th scope="row" className="numeric px-1 text-start font-normal text-ink-3">
                  {format.dateShort(row[0]?.day).slice(0, 5)}
                </th>
                {row.map((cell) => (
                  <td
                    key={cell.hour}
                    onMouseEnter={() => setPointed(cell)}
                    style={cellStyle(cell, low, high)}
                    className={cx(
                      "numeric h-5 overflow-hidden rounded-xs text-center",
                      cell.value === null && !cell.isAhead && "no-value",
                    )}
                  >
                    <span className={cx(!isNumbers && "sr-only")}>
                      {cell.value === null ? (cell.isAhead ? "" : noValue) : number(cell.value)}
                    </span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <Legend low={low} high={high} write={(value) => `${number(value)} ${unit}`} />
    </div>
  );
}

function cellStyle({ value }: HourCell, low: number, high: number) {
  if (value === null) return undefined;
  const { fill, ink } = shadeOf(value, low, high);
  return { backgroundColor: fill, color: ink, printColorAdjust: "exact" as const };
}

type LegendProps = { low: number; high: number; write: (value: number) => string };

function Legend({ low, high, write }: LegendProps) {
  const { t } = useTranslation("monitoring");
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-2">
      <span className="numeric">{write(low)}</span>
      <span aria-hidden className="flex">
        {shades.map(({ fill }) => (
          <span key={fill} className="h-3 w-6" style={{ backgroundColor: fill }} />
        ))}
      </span>
      <span className="numeric">{write(high)}</span>
      <span className="flex items-center gap-1.5">
        <span aria-hidden className="no-value h-3 w-6 rounded-xs" />
        {t("month_missing")}
      </span>
    </div>
  );
}
