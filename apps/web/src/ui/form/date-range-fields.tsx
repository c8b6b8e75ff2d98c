import { useId } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../lib/cx.ts";
import { DateBox } from "./date-box.tsx";

/** Both inclusive, YYYY-MM-DD; without one, open at that end. */
export type DateRangeValue = { from?: string | undefined; to?: string | undefined };

type Props = {
  value: DateRangeValue;
  onChange: (next: DateRangeValue) => void;
  /** Earliest and latest day of both. */
  min?: string;
  max?: string;
  /** In a toolbar: the word before the field instead of above it. */
  inline?: boolean;
};

/** From one day to another, for filters. A beginning after the end empties the end, and so back. */
export function DateRangeFields({ value, onChange, inline, ...limits }: Props) {
  function handleEnd(end: "from" | "to", date: string) {
    const next = { ...value, [end]: date || undefined };
    const isTurned = next.from && next.to && next.from > next.to;
    onChange(isTurned ? { from: undefined, to: undefined, [end]: date } : next);
  }
  return (
    <div className={inline ? "flex flex-wrap items-center gap-2" : "grid grid-cols-2 gap-2"}>
      {(["from", "to"] as const).map((end) => (
        <End
          key={end}
          {...limits}
          end={end}
          inline={inline}
          value={value[end]}
          onChange={(date) => handleEnd(end, date)}
        />
      ))}
    </div>
  );
}

type EndProps = {
  end: "from" | "to";
  value: string | undefined;
  onChange: (date: string) => void;
  min?: string;
  max?: string;
  inline?: boolean | undefined;
};

function End({ end, inline, ...box }: EndProps) {
  const { t } = useTranslation("app");
  const id = useId();
  return (
    <div className={inline ? "flex items-center gap-1.5" : "grid min-w-0 gap-1"}>
      <label htmlFor={id} className={cx("text-ink-3", inline ? "text-xs" : "text-sm")}>
        {t(`date_${end}`)}
      </label>
      <DateBox {...box} id={id} name={end} clearable className={cx("text-sm", inline && "w-40")} />
    </div>
  );
}
