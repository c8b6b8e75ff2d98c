import { useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import type { DateRange } from "../data/period-kinds.ts";
import { positionOf } from "./date-steps.ts";

type Props = {
  /** Capture dates of what is in view, ascending. */
  dates: readonly string[];
  value: DateRange;
  /** Until which date, inclusive; undefined: until today. */
  onChange: (to: string | undefined) => void;
};

/** A key that is held down passes many dates: asked for is the one at which it rests. */
const restMs = 200;

/** Steps through the days on which the ground in view was captured; its end is today. */
export function DateSlider({ dates, value, onChange }: Props) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const id = useId();
  const settled = positionOf(dates, value.to);
  const [moved, setMoved] = useState<number>();
  useEffect(() => {
    if (moved === undefined) return;
    const timer = setTimeout(() => {
      setMoved(undefined);
      if (moved !== settled) onChange(moved >= dates.length - 1 ? undefined : dates[moved]);
    }, restMs);
    return () => clearTimeout(timer);
  }, [moved, settled, dates, onChange]);
  if (dates.length < 2) return null;
  const at = moved ?? settled;
  const isNewest = at === dates.length - 1;
  const day = format.date(dates[at] ?? "");
  const text = isNewest ? t("slider_newest", { date: day }) : t("slider_until", { date: day });
  return (
    <div className="grid gap-0.5 pt-1.5">
      <label htmlFor={id} className="flex flex-wrap justify-between gap-x-2 text-xs text-ink-2">
        <span>{t("slider")}</span>
        <span className="numeric font-medium" aria-live="polite">
          {text}
        </span>
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={dates.length - 1}
        step={1}
        value={at}
        aria-valuetext={text}
        onChange={(event) => setMoved(Number(event.target.value))}
        className="w-full accent-(--accent) pointer-coarse:h-8"
      />
      <span aria-hidden className="numeric flex justify-between text-2xs text-ink-3">
        <span>{format.dateShort(dates[0] ?? "")}</span>
        <span>{format.dateShort(dates.at(-1) ?? "")}</span>
      </span>
    </div>
  );
}
