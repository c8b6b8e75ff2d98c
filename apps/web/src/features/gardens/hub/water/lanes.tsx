import { useTranslation } from "react-i18next";
import { useFormat } from "../../../../lib/text/format.ts";
import { shortMonths } from "../../../../lib/text/format-date.ts";
import type { DayValues } from "./dry-days.ts";

type LaneProps = {
  title: string;
  /** The days of the axis, which all lanes share. */
  days: readonly string[];
  values: DayValues;
  write: (value: number) => string;
  /** A line across: the limit of what is good. */
  limit?: number | null;
  /** Days whose ground is shaded. */
  isShaded?: (value: number) => boolean;
  isBars?: boolean;
};

/** Units of the drawing: high, and wide for each day. */
const high = 100;
const wide = 4;

/** Days without a value part a line: nothing is drawn over them. */
function stretchesOf(days: readonly string[], values: DayValues): { x: number; value: number }[][] {
  const stretches: { x: number; value: number }[][] = [];
  let isOpen = false;
  days.forEach((day, place) => {
    const value = values.get(day);
    if (value !== undefined) {
      if (!isOpen) stretches.push([]);
      stretches.at(-1)?.push({ x: (place + 0.5) * wide, value });
    }
    isOpen = value !== undefined;
  });
  return stretches;
}

/** A value of each day, over the axis that it shares with others; nothing where it never was. */
export function Lane({ title, days, values, write, limit = null, isShaded, isBars }: LaneProps) {
  const known = days.flatMap((day) => values.get(day) ?? []);
  if (known.length === 0) return null;
  const bounds = [...known, ...(limit === null ? [] : [limit]), ...(isBars ? [0] : [])];
  const [low, top] = [Math.min(...bounds), Math.max(...bounds)];
  const yOf = (value: number) => high - ((value - low) / (top - low || 1)) * high;
  return (
    <LaneFrame title={title} low={write(low)} high={write(top)}>
      <svg
        aria-hidden
        viewBox={`0 -4 ${days.length * wide} ${high + 8}`}
        preserveAspectRatio="none"
        className="h-20 w-full"
      >
        {isShaded &&
          days.map((day, place) => {
            const value = values.get(day);
            return value !== undefined && isShaded(value) ? (
              <rect
                key={day}
                x={place * wide}
                y="-4"
                width={wide}
                height={high + 8}
                className="fill-watch"
                opacity="0.28"
              />
            ) : null;
          })}
        {limit !== null && (
          <line
            x1="0"
            x2={days.length * wide}
            y1={yOf(limit)}
            y2={yOf(limit)}
            strokeDasharray="4 4"
            vectorEffect="non-scaling-stroke"
            className="stroke-watch"
          />
        )}
        {isBars
          ? days.map((day, place) => {
              const value = values.get(day) ?? 0;
              return value > 0 ? (
                <rect
                  key={day}
                  x={place * wide}
                  y={yOf(value)}
                  width={wide}
                  height={high - yOf(value)}
                  className="fill-info"
                />
              ) : null;
            })
          : stretchesOf(days, values).map((stretch) => (
              <path
                key={stretch[0]?.x}
                d={`M ${stretch[0]?.x} ${yOf(stretch[0]?.value ?? 0)} ${stretch.map(({ x, value }) => `L ${x} ${yOf(value).toFixed(1)}`).join(" ")} h 0.5`}
                vectorEffect="non-scaling-stroke"
                strokeWidth="1.75"
                className="fill-none stroke-accent"
              />
            ))}
      </svg>
    </LaneFrame>
  );
}

type DotProps = Pick<LaneProps, "title" | "days" | "values" | "write">;

/** Something that is seen now and then: a dot with its value on each day; nothing where it never was in this time. */
export function DotLane({ title, days, values, write }: DotProps) {
  const format = useFormat();
  const dots = days.flatMap((day, place) => {
    const value = values.get(day);
    return value === undefined ? [] : [{ day, place, value }];
  });
  if (dots.length === 0) return null;
  return (
    <LaneFrame title={title} low={write(0)} high={write(1)}>
      <div aria-hidden className="relative h-20">
        {dots.map(({ day, place, value }) => (
          <span
            key={day}
            title={`${format.date(day)} · ${write(value)}`}
            style={{
              insetInlineStart: `${((place + 0.5) / days.length) * 100}%`,
              bottom: `${value * 100}%`,
            }}
            className="absolute -ms-1 -mb-1 size-2 rounded-full bg-tree-green"
          />
        ))}
      </div>
    </LaneFrame>
  );
}

type FrameProps = { title: string; low: string; high: string; children: React.ReactNode };

function LaneFrame({ title, low, high: top, children }: FrameProps) {
  return (
    <figure className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2">
      <figcaption className="col-span-2 text-xs text-ink-2">{title}</figcaption>
      <div className="numeric flex flex-col justify-between text-end text-2xs text-ink-3">
        <span>{top}</span>
        <span>{low}</span>
      </div>
      <div className="min-w-0 rounded-sm border-y border-line">{children}</div>
    </figure>
  );
}

/** Names of the months below the lanes. */
export function MonthTicks({ days }: { days: readonly string[] }) {
  const format = useFormat();
  const { t } = useTranslation("gardens");
  const firsts = days.flatMap((day, place) => (day.endsWith("-01") ? [{ day, place }] : []));
  return (
    <div aria-hidden className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-2 text-2xs text-ink-3">
      <span className="text-end">{t("water_month")}</span>
      <div className="relative h-4">
        {firsts.map(({ day, place }) => (
          <span
            key={day}
            style={{ insetInlineStart: `${(place / days.length) * 100}%` }}
            className="absolute border-s border-line-strong ps-1 max-sm:odd:hidden"
          >
            {shortMonths[format.language][Number(day.slice(5, 7)) - 1]}
          </span>
        ))}
      </div>
    </div>
  );
}
