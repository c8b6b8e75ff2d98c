/** Planting tasks, at the middle of their garden: their layer of the map as a value. */
import type { TaskPlace } from "@nihol/contract/planting/task-views";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { useTaskPlaces } from "../../data/point-data.ts";
import { Card, CardLink } from "../../points/card.tsx";
import type { MapSymbol } from "../../points/cluster-layer.tsx";
import { type CardProps, type PointsAsk, pointLayer } from "../../points/point-layer.tsx";
import { signIcon, signName, taskSigns } from "./task-icons.ts";
import { TaskKey } from "./task-key.tsx";
import { TaskLayers } from "./task-layers.tsx";

function useTasks({ wanted, area, choice }: PointsAsk) {
  const { data } = useTaskPlaces(wanted && !choice.places, area);
  const rows = choice.places ?? data?.places;
  const without = choice.places ? 0 : (data?.without_place ?? 0);
  return rows && { rows, count: rows.length + without, without };
}

/** The tasks of one garden, whose id it is. */
function TaskCard({ id, area }: CardProps) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const places = useTaskPlaces(true, area).data?.places;
  const place = places?.find(({ garden }) => garden.id === id);
  if (!place) return <p>{t("tasks_unknown")}</p>;
  return (
    <Card title={format.name(place.garden.name)}>
      <li>{t("tasks_here", { count: format.number(place.count) })}</li>
      {place.overdue > 0 && <li>{t("tasks_overdue", { count: format.number(place.overdue) })}</li>}
      <li>
        <CardLink to="/admin/tree_task" search={{ garden: String(id) }}>
          {t("open_tasks")}
        </CardLink>
      </li>
    </Card>
  );
}

export const tasks = pointLayer<TaskPlace>({
  kind: "tasks",
  hit: "task",
  right: "planttreetask.view",
  usePoints: useTasks,
  symbols: taskSigns.map((sign): MapSymbol => [signName(sign), () => signIcon(sign)]),
  Layer: TaskLayers,
  Legend: TaskKey,
  Card: TaskCard,
  clusterOffset: -2.3,
  withoutPlace: "points_without_place",
});
