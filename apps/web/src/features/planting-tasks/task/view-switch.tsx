import { CalendarDays, Columns3, List, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Segmented } from "../../../ui/form/segmented.tsx";

const taskViews = ["list", "board", "calendar", "map"] as const;
export type TaskView = (typeof taskViews)[number];

/** The view that an address names; the list where it names none. */
export const readView = (text: string | undefined): TaskView =>
  taskViews.find((one) => one === text) ?? "list";

const icons: Record<TaskView, ReactNode> = {
  list: <List />,
  board: <Columns3 />,
  calendar: <CalendarDays />,
  map: <MapPin />,
};

type Props = { value: TaskView; onChange: (view: TaskView) => void };

/** The same tasks, under the same filters, in four ways. */
export function ViewSwitch({ value, onChange }: Props) {
  const { t } = useTranslation("tasks");
  return (
    <Segmented
      label={t("views")}
      value={value}
      onChange={onChange}
      options={taskViews.map((view) => ({
        value: view,
        label: t(`view_${view}`),
        icon: icons[view],
      }))}
    />
  );
}
