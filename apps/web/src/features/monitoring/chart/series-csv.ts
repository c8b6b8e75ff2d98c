import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import { formatPlainNumber, hasDecimalComma } from "@nihol/locales/format-number";
import type { Format } from "../../../lib/text/format.ts";
import { tableRows } from "./table-rows.ts";

type Words = Record<
  "time" | "device" | "value" | "lowest" | "highest" | "state" | "faulty" | "suspect",
  string
>;

const stepMs = { raw: 1, hour: 3_600_000, day: 86_400_000 } as const;

/** True of a value, an hour or a day that a rule asks about. */
const isSuspect = ({ bad_intervals, step }: ReadingSeries, ts: number) =>
  bad_intervals.some(
    ({ from, to, sets_aside }) =>
      !sets_aside && Date.parse(from) < ts + stepMs[step] && (to === null || Date.parse(to) > ts),
  );

/**
 * The shown readings as a file for a table program: one line a reading, newest first, times in
 * ISO 8601 UTC, numbers with two decimals more than the screen has, as the language writes them, faulty values and those that a rule asks about named as such.
 */
export function seriesCsv(
  series: readonly ReadingSeries[],
  names: readonly string[],
  words: Words,
  { format: { language }, decimals: shown }: { format: Pick<Format, "language">; decimals: number },
): string {
  const divider = hasDecimalComma(language) ? ";" : ",";
  const lines: string[][] = [
    [words.time, words.device, words.value, words.lowest, words.highest, words.state],
  ];
  const decimals = shown + 2;
  const number = (value: number) => formatPlainNumber(value, language, decimals);
  for (const row of tableRows(series, 0)) {
    const time = new Date(row.ts).toISOString();
    if (row.kind === "faulty")
      lines.push([time, names[row.line] ?? "", number(row.value), "", "", words.faulty]);
    if (row.kind !== "values") continue;
    row.cells.forEach((point, line) => {
      if (!point) return;
      const { value, min, max } = point;
      const own = series[line];
      const state = own && isSuspect(own, row.ts) ? words.suspect : "";
      lines.push([time, names[line] ?? "", number(value), number(min), number(max), state]);
    });
  }
  // The byte order mark lets spreadsheets read letters beyond ASCII.
  return `\u{feff}${lines.map((line) => line.map((one) => quoted(one, divider)).join(divider)).join("\r\n")}\r\n`;
}

/** Quoted where it must be; a text that a table program would take for a formula is made a text. */
function quoted(text: string, divider: string): string {
  const safe = /^[=@\t\r]|^[+-](?![\d.,])/.test(text) ? `'${text}` : text;
  return /["\r\n]/.test(safe) || safe.includes(divider) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
