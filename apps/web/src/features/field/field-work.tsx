import { useTranslation } from "react-i18next";
import { EmptyState } from "../../ui/empty-state.tsx";
import type { FieldSearch } from "./field-search.ts";
import { usePosition } from "./place/use-position.ts";
import type { KeptTasks } from "./queue/database.ts";
import { type Entry, isReport } from "./queue/entry.ts";
import { PitForm } from "./work/pit-form.tsx";
import { listPits } from "./work/pits.ts";
import { PlotForm } from "./work/plot-form.tsx";
import { countableVisits } from "./work/plots.ts";
import { ReportForm } from "./work/report-form.tsx";
import { TaskList } from "./work/task-list.tsx";
import { TaskView } from "./work/task-view.tsx";

type Props = {
  search: FieldSearch;
  person: number;
  kept: KeptTasks;
  entries: readonly Entry[];
  onShow: (search: FieldSearch) => void;
  /** A task was handed in: what is known of it is fetched anew. */
  onHandedIn: () => void;
};

/** The list of tasks, one task, or a form of it: what the address says. */
export function FieldWork({ search, person, kept, entries, onShow, onHandedIn }: Props) {
  const { t } = useTranslation("field");
  const { position, start: onStart } = usePosition();
  const here = { position, onStart };
  if (search.task === undefined)
    return <TaskList kept={kept} entries={entries} {...here} onTask={(task) => onShow({ task })} />;
  const task = kept.tasks.find(({ id }) => id === search.task);
  if (!task) return <EmptyState title={t("task_gone")} text={t("task_gone_text")} />;
  const survival = kept.survival[task.id];
  const visits = countableVisits(survival, entries);
  const own = entries.filter((one) => one.task === task.id);
  const onClose = () => onShow({ task: task.id });
  if (search.add === "report" && task.can.report)
    return (
      <ReportForm
        person={person}
        task={task}
        types={kept.tree_types}
        entry={own.filter(isReport).find(({ seq }) => seq === search.entry)}
        {...here}
        onClose={search.entry ? () => onShow({ view: "queue" }) : onClose}
      />
    );
  const known = visits.find(({ plots }) => plots.some(({ id }) => id === search.plot));
  const plot = known?.plots.find(({ id }) => id === search.plot);
  if (known && plot)
    return (
      <PlotForm
        key={plot.id}
        person={person}
        task={task}
        known={known}
        plot={plot}
        {...here}
        onClose={onClose}
      />
    );
  const pits = listPits(task, own);
  const pit = pits.find(({ key }) => key === search.pit);
  if (pit && task.may_answer)
    return (
      <PitForm key={pit.key} person={person} {...{ task, pits, pit }} {...here} onClose={onClose} />
    );
  return (
    <TaskView
      person={person}
      task={task}
      entries={own}
      visits={visits}
      blocked={survival?.can.blocked ?? null}
      {...here}
      onHandedIn={onHandedIn}
      onReport={() => onShow({ task: task.id, add: "report" })}
      onPlot={(one) => onShow({ task: task.id, plot: one })}
      onPit={(one) => onShow({ task: task.id, pit: one })}
    />
  );
}
