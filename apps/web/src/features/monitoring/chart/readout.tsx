import type { ReadingSeries } from "@nihol/contract/sensors/readings";
import { dayOf } from "@nihol/contract/values/planting/programme-day";
import { type Ranges, readingStateOf } from "@nihol/contract/values/sensors/sensor-guidance";
import { noValue } from "@nihol/locales/format-number";
import { useTranslation } from "react-i18next";
import { useParameters } from "../../../lib/sensors/parameters.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { fingerScreen, useMedia } from "../../../lib/use-media.ts";
import { ReadingBadge } from "../../../parts/states/reading-badge.tsx";
import { type ChartData, nearestIndex } from "./chart-data.ts";
import { LineSwatch } from "./line-swatch.tsx";
import type { Line } from "./lines.ts";

/** Values at the crosshair: a time, and each line's value near it. */
type Reading = {
  time: string;
  values: { name: string; text: string; value: number | undefined }[];
};

type Options = {
  data: ChartData;
  series: readonly ReadingSeries[];
  lines: readonly Line[];
  index: number | null;
};

/** The reading at an index of the chart, in the reader's words; undefined away from it. */
export function useReading({ data, series, lines, index }: Options): Reading | undefined {
  const format = useFormat();
  const parameters = useParameters();
  const x = index === null ? undefined : data.xs[index];
  if (index === null || x === undefined) return undefined;
  const values = series.flatMap((one, line) => {
    const shown = lines[line];
    if (!shown) return [];
    const { name, parameter } = shown;
    const number = (value: unknown) =>
      parameters.number(parameter, typeof value === "number" ? value : null);
    const cells = data.lines[line] ?? [];
    const place = nearestIndex(data, cells, index, one.gap_after_s / 2);
    if (place === undefined) return [{ name, text: noValue, value: undefined }];
    const [low, high] = [data.lows[line]?.[place], data.highs[line]?.[place]];
    const span = low === high ? "" : ` (${number(low)}–${number(high)})`;
    const value = cells[place] ?? undefined;
    return [{ name, text: `${number(value)} ${parameters.unit(parameter)}${span}`, value }];
  });
  return { time: stepTime(x * 1000, series[0]?.step, format), values };
}

/** A moment of a series: the day alone when points are days of the programme. */
export function stepTime(
  time: number,
  step: ReadingSeries["step"] | undefined,
  format: ReturnType<typeof useFormat>,
): string {
  const moment = new Date(time);
  return step === "day" ? format.date(dayOf(moment)) : format.dateTime(moment.toISOString());
}

type Props = { reading: Reading | undefined; ranges: Ranges | null | undefined };

/** The values at the crosshair; keeps its height, so that the chart below does not jump. */
export function Readout({ reading, ranges }: Props) {
  const { t } = useTranslation("monitoring");
  const isFinger = useMedia(fingerScreen);
  if (!reading)
    return (
      <p data-print="no" className="flex min-h-6 items-center text-xs text-ink-3">
        {t(isFinger ? "readout_hint_touch" : "readout_hint")}
      </p>
    );
  return (
    <div className="flex min-h-6 flex-wrap items-center gap-x-5 gap-y-1 text-sm">
      <span className="numeric font-medium">{reading.time}</span>
      {reading.values.map(({ name, text, value }, place) => (
        <span key={name} className="flex items-center gap-1.5">
          {reading.values.length > 1 && <LineSwatch place={place} />}
          {reading.values.length > 1 && <span className="text-ink-2">{name}</span>}
          <span className="numeric whitespace-nowrap">{text}</span>
          {ranges && value !== undefined && <ReadingBadge state={readingStateOf(value, ranges)} />}
        </span>
      ))}
    </div>
  );
}
