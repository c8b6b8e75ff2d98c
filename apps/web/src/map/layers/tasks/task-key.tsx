import type { TaskPlace } from "@nihol/contract/planting/task-views";
import { useTranslation } from "react-i18next";
import { signColors, signOf, signPaths, taskSigns } from "./task-icons.ts";

/** The signs of the tasks that are on the map. */
export function TaskKey({ rows }: { rows: readonly TaskPlace[] }) {
  const { t } = useTranslation("planting");
  const shown = new Set(rows.map(signOf));
  return (
    <ul className="flex flex-wrap gap-x-3">
      {taskSigns
        .filter((sign) => shown.has(sign))
        .map((sign) => (
          <li key={sign} className="flex items-center gap-1.5">
            <svg aria-hidden viewBox="0 0 24 24" className="size-4">
              <circle cx="12" cy="12" r="10" fill={signColors[sign]} />
              <path d={signPaths[sign]} fill="none" stroke="#fff" strokeWidth="2" />
            </svg>
            {sign === "overdue" ? t("overdue") : t(`status_${sign}`)}
          </li>
        ))}
    </ul>
  );
}
