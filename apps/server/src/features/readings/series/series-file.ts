/** Files of what the table of several series shows: the same moments, values to the same decimals, gaps and faulty values. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReadingSeries, SeriesSet } from "@nihol/contract/sensors/readings";
import type { tableFormats } from "@nihol/contract/values/exports";
import { dayOf } from "@nihol/contract/values/planting/programme-day";
import { type TableRow, tableRows } from "@nihol/contract/values/sensors/series-rows";
import type { TextLanguage } from "@nihol/locales/text";
import type { ParameterFacts, Parameters } from "@nihol/store/readings/parameters";
import { openFile } from "../../../shared/files/file-writer.ts";
import type { CellValue, Heading } from "../../../shared/files/list-export.ts";
import { type Words, wordsOf } from "../../../shared/files/words.ts";
import type { Wanted } from "./series.ts";

interface SeriesFileRequest {
  set: SeriesSet;
  /** In the order of the set. */
  wanted: readonly Wanted[];
  parameters: Parameters;
  language: TextLanguage;
  format: (typeof tableFormats)[number];
  time_zone: string;
}

/** A series as columns: its name, and whether steps have a lowest and a highest. */
interface Column {
  name: string;
  decimals: number;
  hasBand: boolean;
  /** Tells of a moment, or of the step that begins then, whether a rule of quality asks about it. */
  isSuspect: (ts: number) => boolean;
}

const stepMs = { raw: 1, hour: 3_600_000, day: 86_400_000 } as const;

/** Rows that are handed to the writer at once. */
const atOnce = 1000;

function columnOf(
  device: string,
  facts: ParameterFacts | undefined,
  { step, bad_intervals }: ReadingSeries,
  words: Words,
): Column {
  const suspect = bad_intervals
    .filter(({ sets_aside }) => !sets_aside)
    .map(({ from, to }) => [Date.parse(from), to === null ? Infinity : Date.parse(to)] as const);
  const unit = words.name(facts?.unit_name);
  const parameter = words.name(facts?.name);
  return {
    name: `${device} · ${unit ? `${parameter}, ${unit}` : parameter}`,
    decimals: facts?.decimals ?? 2,
    isSuspect: (ts) => suspect.some(([from, to]) => from < ts + stepMs[step] && to > ts),
    hasBand: step !== "raw" && (facts?.averaging === "mean" || facts?.averaging === "energy"),
  };
}

function headingsOf(columns: readonly Column[], isDays: boolean, words: Words): Heading[] {
  const own = (key: string) => words.text(`monitoring.${key}`);
  const number = (title: string, digits: number): Heading => ({ title, kind: "number", digits });
  return [
    isDays
      ? { title: own("day"), kind: "date", digits: 0 }
      : { title: own("time"), kind: "moment", digits: 0 },
    ...columns.flatMap(({ name, decimals, hasBand }) => [
      number(name, decimals),
      ...(hasBand
        ? [
            number(`${name}: ${own("lowest")}`, decimals),
            number(`${name}: ${own("highest")}`, decimals),
          ]
        : []),
    ]),
    { title: own("mark"), kind: "text", digits: 0 },
  ];
}

/** The cells of a line: the moment, what each series has then, and in words what is no value. */
function cellsOf(row: TableRow, columns: readonly Column[], isDays: boolean, words: Words) {
  const iso = new Date(row.ts).toISOString();
  const moment = isDays ? dayOf(new Date(row.ts)) : iso;
  const values = columns.flatMap(({ decimals, hasBand }, line): CellValue[] => {
    const point = row.kind === "values" ? row.cells[line] : undefined;
    const shown = point && [point.value, ...(hasBand ? [point.min, point.max] : [])];
    return (
      shown?.map((one) => Number(one.toFixed(decimals))) ?? (hasBand ? [null, null, null] : [null])
    );
  });
  return [moment, ...values, noteOf(row, columns, isDays, words)];
}

/** Names the series whose value of this moment a rule of quality asks about. */
function suspectNote(
  { ts, cells }: Extract<TableRow, { kind: "values" }>,
  columns: readonly Column[],
  words: Words,
): string | null {
  const names = columns
    .filter(({ isSuspect }, line) => cells[line] !== undefined && isSuspect(ts))
    .map(({ name }) => name);
  return names.length > 0 ? `${names.join(", ")}: ${words.text("monitoring.suspect")}` : null;
}

function noteOf(row: TableRow, columns: readonly Column[], isDays: boolean, words: Words) {
  if (row.kind === "values") return suspectNote(row, columns, words);
  const { name = "", decimals = 2 } = columns[row.line] ?? {};
  const to = (ts: number) => {
    const at = new Date(ts);
    return isDays ? words.date(dayOf(at)) : words.moment(at.toISOString());
  };
  const text =
    row.kind === "faulty"
      ? words.text("monitoring.faulty_row", { value: words.number(row.value, decimals) })
      : words.text("monitoring.gap_row", { to: to(row.to) });
  return `${name}: ${text}`;
}

/**
 * Makes the file of a set of series.
 * @returns its bytes, and its name in the reader's language
 */
export async function makeSeriesFile(request: SeriesFileRequest) {
  const { set, wanted, parameters, language, format, time_zone } = request;
  const words = wordsOf(language, time_zone);
  const isDays = set.step === "day";
  const columns = set.series.map((series, i) =>
    columnOf(wanted[i]?.device.name ?? "", parameters.byKey.get(series.parameter), series, words),
  );
  const title = words.text("monitoring.readings");
  const folder = await mkdtemp(join(tmpdir(), "nihol-series-"));
  try {
    const path = join(folder, "file");
    const writer = await openFile(format, {
      ...{ path, title, words, list: "readings", timeZone: time_zone },
      headings: headingsOf(columns, isDays, words),
    });
    try {
      const rows = tableRows(set.series, Date.parse(set.to));
      for (let from = 0; from < rows.length; from += atOnce)
        await writer.write(
          rows
            .slice(from, from + atOnce)
            .map((row) => ({ cells: cellsOf(row, columns, isDays, words), shape: null })),
        );
      await writer.end();
    } finally {
      await writer.release();
    }
    const day = dayOf(new Date(set.to));
    return { bytes: await readFile(path), name: `${title} ${day}.${format}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
