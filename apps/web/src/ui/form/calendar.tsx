import { ChevronLeft, ChevronRight } from "lucide-react";
import { DayPicker, type Labels, type Modifiers } from "react-day-picker";
import { useTranslation } from "react-i18next";
import { fromDay, toDay } from "../../lib/text/date-text.ts";
import { useFormat } from "../../lib/text/format.ts";
import { monthNames, weekdayNames, weekdays } from "../../lib/text/format-date.ts";
import { Button } from "../button.tsx";

type Props = {
  /** YYYY-MM-DD */
  value: string | undefined;
  min?: string | undefined;
  max?: string | undefined;
  onPick: (date: string) => void;
  /** Offers to empty the field. */
  onClear?: (() => void) | undefined;
};

/** A month of days, loaded when it is first opened. Names are our own: no library has all four. */
export default function Calendar({ value, min, max, onPick, onClear }: Props) {
  const { t } = useTranslation("app");
  const { language } = useFormat();
  const today = fromDay(new Date());
  const selected = value ? toDay(value) : undefined;
  const month = (day: Date) => monthNames[language][day.getMonth()] ?? "";
  const monthAndYear = (day: Date) => `${month(day)} ${day.getFullYear()}`;
  const outside = [
    ...(min ? [{ before: toDay(min) }] : []),
    ...(max ? [{ after: toDay(max) }] : []),
  ];
  const isTodayOffered = (!min || today >= min) && (!max || today <= max);
  return (
    <div className="grid gap-1 p-2">
      <DayPicker
        mode="single"
        autoFocus
        fixedWeeks
        showOutsideDays
        lang={language}
        weekStartsOn={1}
        captionLayout="dropdown"
        navLayout="around"
        selected={selected}
        defaultMonth={selected ?? toDay(max && max < today ? max : today)}
        startMonth={toDay(min ?? "2000-01-01")}
        endMonth={toDay(max ?? `${new Date().getFullYear() + 10}-12-01`)}
        disabled={outside}
        onDayClick={(day, modifiers) => !modifiers.disabled && onPick(fromDay(day))}
        components={{ Chevron: Arrow }}
        classNames={classNames}
        formatters={{
          formatCaption: monthAndYear,
          formatMonthDropdown: month,
          formatWeekdayName: (day) => weekdayNames[language][(day.getDay() + 6) % 7] ?? "",
        }}
        labels={useLabels(monthAndYear)}
      />
      <div className="flex justify-between gap-2">
        <Button tone="quiet" size="sm" disabled={!isTodayOffered} onClick={() => onPick(today)}>
          {t("today")}
        </Button>
        {onClear && (
          <Button tone="quiet" size="sm" onClick={onClear}>
            {t("clear")}
          </Button>
        )}
      </div>
    </div>
  );
}

function useLabels(monthAndYear: (day: Date) => string): Partial<Labels> {
  const { t } = useTranslation("app");
  const format = useFormat();
  const weekday = (day: Date) => weekdays[format.language][day.getDay()] ?? "";
  const dayLabel = (day: Date, modifiers?: Modifiers) =>
    [
      modifiers?.today ? t("today") : "",
      `${weekday(day)}, ${format.date(fromDay(day))}`,
      modifiers?.selected ? t("chosen") : "",
    ]
      .filter(Boolean)
      .join(", ");
  return {
    labelDayButton: dayLabel,
    labelGridcell: dayLabel,
    labelGrid: monthAndYear,
    labelWeekday: weekday,
    labelNext: () => t("month_next"),
    labelPrevious: () => t("month_previous"),
    labelMonthDropdown: () => t("month"),
    labelYearDropdown: () => t("year"),
  };
}

function Arrow({ orientation }: { orientation?: "up" | "down" | "left" | "right" }) {
  return orientation === "left" ? (
    <ChevronLeft className="size-4" />
  ) : (
    <ChevronRight className="size-4" />
  );
}

const arrow =
  "absolute top-0 inline-flex size-8 items-center justify-center rounded-md text-ink-2 hover:bg-sunken aria-disabled:opacity-35 pointer-coarse:size-11";

const classNames = {
  root: "text-sm",
  months: "relative",
  month: "relative grid gap-1",
  month_caption: "flex h-8 items-center justify-center px-9 pointer-coarse:h-11",
  dropdowns: "flex items-center gap-1",
  dropdown:
    "h-8 cursor-pointer rounded-md bg-raised px-1 font-medium hover:bg-sunken pointer-coarse:h-11",
  caption_label: "hidden",
  button_previous: `${arrow} inset-s-0`,
  button_next: `${arrow} inset-e-0`,
  month_grid: "border-collapse",
  weekday: "h-7 w-9 text-center text-xs font-normal text-ink-3",
  day: "size-9 p-0 text-center pointer-coarse:size-11",
  day_button:
    "numeric inline-flex size-8 items-center justify-center rounded-md hover:not-disabled:bg-sunken pointer-coarse:size-11",
  outside: "text-ink-3",
  today: "font-semibold text-accent-strong [&>button]:ring-1 [&>button]:ring-line-strong",
  selected:
    "[&>button]:bg-accent [&>button]:font-semibold [&>button]:text-accent-ink [&>button]:hover:not-disabled:bg-accent-strong",
  disabled: "text-ink-3 [&>button]:line-through [&>button]:opacity-60",
};
