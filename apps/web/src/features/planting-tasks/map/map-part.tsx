import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ask } from "../../../lib/api/ask.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { TaskState } from "../../../parts/states/task-state.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorPanel } from "../../../ui/error-panel.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { lazyPart } from "../../../ui/missing-part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import type { ViewFilters } from "../task/view-filters.ts";

// The map's library comes after the screen.
const LazyTasksMap = lazyPart(() => import("./tasks-map.tsx"));

type Props = {
  filters: ViewFilters;
  at: string | undefined;
  onAt: (at: string | undefined) => void;
  onOpen: (id: string) => void;
  /** Shows all the tasks of a garden in the list. */
  onGarden: (id: number) => void;
};

/** The tasks at their gardens; pressing a garden names its tasks. */
export function TaskMap({ filters, at, onAt, onOpen, onGarden }: Props) {
  const { t } = useTranslation("tasks");
  const format = useFormat();
  const [chosen, setChosen] = useState<number>();
  const query = useQuery({
    queryKey: [paths.plantTreeTask, "places", filters],
    queryFn: ({ signal }) => ask("GET /plant-tree-task/places", { query: filters, signal }),
    placeholderData: keepPreviousData,
  });
  if (query.isError && !query.data)
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />;
  const waiting = <Skeleton className="h-full w-full rounded-none" />;
  const { places = [], without_place: without = 0 } = query.data ?? {};
  return (
    <div className="relative flex min-h-96 grow flex-col border-t border-line">
      {without > 0 && (
        <p className="px-5 py-1.5 text-xs text-ink-2">
          {t("map_without", { n: format.number(without) })}
        </p>
      )}
      <div className="relative min-h-0 grow">
        {query.data ? (
          <Suspense fallback={waiting}>
            <LazyTasksMap
              places={places}
              at={at}
              onAt={onAt}
              chosen={chosen}
              onChoose={setChosen}
            />
          </Suspense>
        ) : (
          waiting
        )}
      </div>
      {chosen !== undefined && (
        <GardenTasks
          key={chosen}
          garden={chosen}
          filters={filters}
          onOpen={onOpen}
          onList={() => onGarden(chosen)}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  );
}

type GardenProps = {
  garden: number;
  filters: ViewFilters;
  onOpen: (id: string) => void;
  onList: () => void;
  onClose: () => void;
};

const named = 6;

function GardenTasks({ garden, filters, onOpen, onList, onClose }: GardenProps) {
  const { t } = useTranslation(["tasks", "planting", "app"]);
  const format = useFormat();
  const asked = { ...filters, garden: String(garden), ordering: "days_left", page_size: named };
  const { data } = useQuery({
    queryKey: [paths.plantTreeTask, "at-garden", asked],
    queryFn: ({ signal }) => ask("GET /plant-tree-task", { query: asked, signal }),
  });
  const [first] = data?.results ?? [];
  if (!data || !first) return null;
  const name = format.name(first.garden.name);
  return (
    <section
      aria-label={name}
      className="popup absolute inset-e-2.5 bottom-14.5 inset-s-2.5 z-10 grid gap-2 p-3 @min-2xl/list:inset-s-auto @min-2xl/list:w-96"
    >
      <h2 className="flex items-start gap-2 text-sm font-semibold">
        <span className="min-w-0 grow break-words">{name}</span>
        <IconButton label={t("app:close")} onClick={onClose} className="-my-1 -me-1">
          <X />
        </IconButton>
      </h2>
      <ul className="grid max-h-56 gap-1 overflow-y-auto">
        {data.results.map((task) => (
          <li key={task.id}>
            <button
              type="button"
              onClick={() => onOpen(String(task.id))}
              className="flex w-full flex-wrap items-center gap-2 rounded px-1 py-1 text-start text-sm hover:bg-sunken"
            >
              <span className="numeric">{t("planting:number", { id: task.id })}</span>
              <TaskState task={task} />
              <span className="numeric text-xs text-ink-2">{format.dateShort(task.dueDate)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className="flex items-center justify-between gap-2 text-sm text-ink-2">
        <span className="numeric">{t("map_count", { n: format.number(data.count) })}</span>
        <Button size="sm" onClick={onList}>
          {t("map_in_list")}
        </Button>
      </div>
    </section>
  );
}
