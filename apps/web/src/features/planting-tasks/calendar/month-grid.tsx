import type { TaskDueDay } from "@nihol/contract/planting/task-views";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { fromDay, toDay } from "../../../lib/text/date-text.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { weekdayNames } from "../../../lib/text/format-date.ts";
import { DueTask } from "./due-task.tsx";
import { monthAfter, weeksOf } from "./month.ts";

type Props = {
  label: string;
  month: string;
  days: ReadonlyMap<string, TaskDueDay>;
  onMonth: (month: string) => void;
  onOpen: (id: string) => void;
  onDay: (date: string) => void;
};

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
};
const pages: Record<string, number> = { PageUp: -1, PageDown: 1 };

/** The day that a key leads to from another one; undefined for keys that lead nowhere. */
function dayAfterKey(date: string, key: string): string | undefined {
  const day = toDay(date);
  if (key in pages) {
    const month = monthAfter(date.slice(0, 7), pages[key] ?? 0);
    const last = weeksOf(month).flat().findLast(Boolean) ?? `${month}-01`;
    const same = `${month}-${date.slice(8)}`;
    return same > last ? last : same;
  }
  if (!(key in steps)) return undefined;
  day.setDate(day.getDate() + (steps[key] ?? 0));
  return fromDay(day);
}

/** Seven days a row, each with its first tasks; one day is in the tab order, arrows go to the others. */
export function MonthGrid({ label, month, days, onMonth, onOpen, onDay }: Props) {
  const { language } = useFormat();
  const table = useRef<HTMLTableElement>(null);
  const today = fromDay(new Date());
  const [focused, setFocused] = useState<string>();
  const wanted = useRef<string>(undefined);
  const start = today.startsWith(month) ? today : `${month}-01`;
  const current = focused?.startsWith(month) ? focused : start;

  useEffect(() => {
    if (wanted.current !== current) return;
    wanted.current = undefined;
    table.current?.querySelector<HTMLElement>(`[data-day="${current}"]`)?.focus();
  }, [current]);

  function handleKey(event: KeyboardEvent<HTMLElement>) {
    const date = event.target instanceof HTMLElement ? event.target.dataset.day : undefined;
    const next = date && dayAfterKey(date, event.key);
    if (!next) return;
    event.preventDefault();
    wanted.current = next;
    setFocused(next);
    if (!next.startsWith(month)) onMonth(next.slice(0, 7));
  }

  return (
    <table
      ref={table}
      aria-label={label}
      onKeyDown={handleKey}
      className="w-full table-fixed border-collapse text-sm"
    >
      <thead className="text-xs text-ink-3">
        <tr>
          {weekdayNames[language].map((name) => (
            <th key={name} scope="col" className="py-1 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, index) => (
          <tr key={week.find(Boolean) ?? index}>
            {week.map((date, weekday) =>
              date === null ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a day of another month is its place
                <td key={weekday} className="border border-line bg-sunken/50" />
              ) : (
                <DayCell
                  key={date}
                  date={date}
                  day={days.get(date)}
                  isToday={date === today}
                  isCurrent={date === current}
                  {...{ onOpen, onDay }}
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type CellProps = {
  date: string;
  day: TaskDueDay | undefined;
  isToday: boolean;
  isCurrent: boolean;
  onOpen: (id: string) => void;
  onDay: (date: string) => void;
};

function DayCell({ date, day, isToday, isCurrent, onOpen, onDay }: CellProps) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  const count = day?.count ?? 0;
  const more = count - (day?.tasks.length ?? 0);
  return (
    <td className="h-28 border border-line p-1 align-top">
      <button
        type="button"
        data-day={date}
        tabIndex={isCurrent ? 0 : -1}
        aria-current={isToday ? "date" : undefined}
        aria-label={t("day_tasks", { date: format.date(date), n: format.number(count) })}
        onClick={() => count > 0 && onDay(date)}
        className={cx(
          "numeric inline-flex size-6 items-center justify-center rounded-md text-xs hover:bg-sunken",
          isToday && "bg-accent font-semibold text-accent-ink hover:bg-accent-strong",
        )}
      >
        {Number(date.slice(8))}
      </button>
      {day?.tasks.map((task) => (
        <DueTask key={task.id} task={task} onOpen={onOpen} />
      ))}
      {more > 0 && (
        <button
          type="button"
          onClick={() => onDay(date)}
          className="rounded px-1 text-xs font-medium text-accent hover:underline"
        >
          {t("day_all", { n: format.number(count) })}
        </button>
      )}
    </td>
  );
}
