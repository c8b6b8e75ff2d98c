import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import { isClosed } from "@nihol/contract/values/plant-tree-task-states";
import { Plane } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { TaskFlight } from "../../../parts/flight/task-flight.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { SelectField } from "../../../ui/form/select-field.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { useGardenTasks } from "./garden-tasks.tsx";

/** Advice before a flight over one of a garden's tasks: the newest that is not closed first, another by choice. */
export function GardenFlight({ garden }: { garden: string }) {
  const { t } = useTranslation("flight");
  const query = useGardenTasks(garden, true);
  if (query.isError && !query.data)
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <SkeletonLines lines={5} />;
  const { results } = query.data;
  const first = results.find(({ status }) => !isClosed(status)) ?? results[0];
  if (!first) return <EmptyState icon={<Plane />} title={t("no_task")} />;
  return <OfTasks tasks={results} first={first.id} />;
}

function OfTasks({ tasks, first }: { tasks: readonly PlantTreeTask[]; first: number }) {
  const { t } = useTranslation(["flight", "planting"]);
  const format = useFormat();
  const [chosen, setChosen] = useState(first);
  const options = tasks.map(({ id, items, dueDate }) => {
    const types = items.map(({ tree_type }) => format.name(tree_type.name)).join(", ");
    const due = `${t("planting:due")}: ${format.dateShort(dueDate)}`;
    return { value: String(id), label: [`№ ${id}`, types, due].filter(Boolean).join(" · ") };
  });
  return (
    <div className="grid gap-4">
      <SelectField
        name="flight_task"
        label={t("choose_task")}
        value={String(chosen)}
        onChange={(id) => setChosen(Number(id))}
        options={options}
      />
      <TaskFlight key={chosen} task={chosen} />
    </div>
  );
}
