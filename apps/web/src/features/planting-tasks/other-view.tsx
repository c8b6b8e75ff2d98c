import { useMapSearchChange } from "../../map/data/use-map-search.ts";
import { Board } from "./board/board.tsx";
import { readMonth } from "./calendar/month.ts";
import { TaskCalendar } from "./calendar/task-calendar.tsx";
import { TaskMap } from "./map/map-part.tsx";
import type { TaskSearch, ViewFilters } from "./task/view-filters.ts";
import type { TaskView } from "./task/view-switch.tsx";

type Props = {
  view: Exclude<TaskView, "list">;
  search: TaskSearch;
  filters: ViewFilters;
  onChange: (next: Partial<TaskSearch>) => void;
};

/** The tasks as a board, a calendar or a map. */
export function OtherView({ view, search, filters, onChange }: Props) {
  const changeMap = useMapSearchChange();
  const handleOpen = (id: string) => onChange({ open: id });
  const asList = { view: undefined, month: undefined, at: undefined };
  if (view === "board") return <Board filters={filters} open={search.open} onOpen={handleOpen} />;
  if (view === "calendar")
    return (
      <TaskCalendar
        filters={filters}
        month={readMonth(search.month)}
        onMonth={(month) => onChange({ month })}
        onOpen={handleOpen}
        onDay={(date) => onChange({ ...asList, due_from: date, due_to: date })}
      />
    );
  return (
    <TaskMap
      filters={filters}
      at={search.at}
      onAt={(at) => changeMap({ at })}
      onOpen={handleOpen}
      onGarden={(id) => onChange({ ...asList, garden: String(id) })}
    />
  );
}
