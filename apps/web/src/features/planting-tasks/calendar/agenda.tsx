import type { TaskDueDay } from "@nihol/contract/planting/task-views";
import { useTranslation } from "react-i18next";
import { toDay } from "../../../lib/text/date-text.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { weekdays } from "../../../lib/text/format-date.ts";
import { Button } from "../../../ui/button.tsx";
import { DueTask } from "./due-task.tsx";

type Props = {
  label: string;
  days: readonly TaskDueDay[];
  onOpen: (id: string) => void;
  onDay: (date: string) => void;
};

/** The days of a month that have tasks, one below the other. */
export function Agenda({ label, days, onOpen, onDay }: Props) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  return (
    <ol aria-label={label} className="grid gap-3">
      {days.map((day) => (
        <li key={day.date} className="border-t border-line pt-2">
          <h3 className="text-sm font-semibold">
            {`${format.date(day.date)}, ${weekdays[format.language][toDay(day.date).getDay()] ?? ""}`}
          </h3>
          {day.tasks.map((task) => (
            <DueTask key={task.id} task={task} onOpen={onOpen} wraps />
          ))}
          {day.count > day.tasks.length && (
            <Button size="sm" tone="quiet" onClick={() => onDay(day.date)}>
              {t("day_all", { n: format.number(day.count) })}
            </Button>
          )}
        </li>
      ))}
    </ol>
  );
}
