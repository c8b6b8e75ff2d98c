import type { FieldTask } from "@nihol/contract/planting/field-tasks";
import type { TaskSurvival } from "@nihol/contract/planting/survival";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { NewButton } from "../../../ui/new-button.tsx";
import { FieldMap } from "../place/field-map.tsx";
import { isPosition, type PositionState } from "../place/use-position.ts";
import { metresToArea, middleOf } from "../place/way.ts";
import { WayLine } from "../place/way-line.tsx";
import { type Entry, isOpen, treesWaiting } from "../queue/entry.ts";
import { draftKey, useIsBegun } from "./draft.ts";
import { HandIn } from "./hand-in.tsx";
import { PitList } from "./pit-list.tsx";
import { listPits, mapPits } from "./pits.ts";
import { type KnownVisit, mapPlots } from "./plots.ts";
import { TaskState, TreesWaiting, useTaskName } from "./task-state.tsx";
import { VisitList } from "./visit-list.tsx";

type Props = {
  person: number;
  task: FieldTask;
  /** Entries made for it on this phone. */
  entries: readonly Entry[];
  visits: readonly KnownVisit[];
  /** Reason why this person neither draws nor counts plots here. */
  blocked: TaskSurvival["can"]["blocked"];
  position: PositionState;
  onStart: () => void;
  onReport: () => void;
  onPlot: (plot: number) => void;
  onPit: (pit: string) => void;
  onHandedIn: () => void;
};

/** View of one task: where it is, the way there, what to plant, and what may be reported or counted. */
export function TaskView(props: Props) {
  const { person, task, entries, visits, blocked, position } = props;
  const { onStart, onReport, onPlot, onPit, onHandedIn } = props;
  const { t } = useTranslation(["field", "planting", "survival"]);
  const taskName = useTaskName();
  const isBegun = useIsBegun(draftKey(person, task.id, "report"));
  const { boundary } = task;
  const me = isPosition(position) ? position : undefined;
  const isInside = me && boundary && metresToArea(me, boundary) === 0;
  const plots = visits.flatMap((known) => mapPlots(known));
  const pits = listPits(task, entries);
  return (
    <section
      aria-label={taskName({ task: task.id, garden: task.garden.name })}
      className="grid gap-4"
    >
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold break-words">
          {taskName({ task: task.id, garden: task.garden.name })}
        </h2>
        <TaskState task={task} />
      </div>
      <Returned task={task} />
      <FieldMap boundary={boundary} plots={plots} pits={mapPits(pits)} me={me} />
      <PitList task={task} pits={pits} position={position} onPit={onPit} />
      {boundary && (
        <WayLine
          to={middleOf(boundary)}
          position={position}
          onStart={onStart}
          arrived={isInside ? t("in_garden") : undefined}
        />
      )}
      <TaskItems task={task} entries={entries} />
      {task.can.report && (
        <NewButton onClick={onReport}>
          {t(isBegun ? "report_go_on" : "planting:report_new")}
        </NewButton>
      )}
      <HandIn
        task={task}
        isWaiting={entries.some((one) => one.kind !== "pit" && isOpen(one))}
        onHandedIn={onHandedIn}
      />
      {blocked && (
        <p className="rounded-lg bg-sunken px-3 py-2.5 text-sm text-ink-2">
          {t(`survival:blocked_${blocked}`)}
        </p>
      )}
      {task.survival_due && !blocked && visits.length === 0 && (
        <p className="rounded-lg bg-sunken px-3 py-2.5 text-sm text-ink-2">{t("no_plots")}</p>
      )}
      {visits.map((known) => (
        <VisitList key={known.visit.id} known={known} position={position} onPlot={onPlot} />
      ))}
    </section>
  );
}

/** Says why it was given back, so that whoever stands in the garden knows what to mend. */
function Returned({ task: { returned } }: { task: FieldTask }) {
  const { t } = useTranslation("field");
  const format = useFormat();
  if (!returned) return null;
  const { comment, by, at } = returned;
  return (
    <section aria-label={t("returned")} className="rounded-lg bg-watch-soft px-3 py-2.5 text-sm">
      <p className="font-medium text-watch">{t("returned")}</p>
      <p lang="mul" className="break-words whitespace-pre-line">
        {comment}
      </p>
      <p className="text-xs text-ink-2">{[by, format.dateTime(at)].filter(Boolean).join(" · ")}</p>
    </section>
  );
}

function TaskItems({ task, entries }: Pick<Props, "task" | "entries">) {
  const { t } = useTranslation(["planting", "field"]);
  const format = useFormat();
  return (
    <section aria-label={t("items")} className="grid gap-1">
      <h3 className="font-semibold">{t("items")}</h3>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface px-3">
        {task.items.map(({ tree_type, quantity, submitted, stock_height_cm }) => (
          <li key={tree_type.id} className="flex justify-between gap-3 py-2 text-sm">
            <span>
              {format.name(tree_type.name)}
              {stock_height_cm !== null && (
                <span className="block text-xs text-ink-3">
                  {t("stock_height", { n: format.number(stock_height_cm) })}
                </span>
              )}
            </span>
            <span className="numeric text-ink-2">
              {t("field:planted_of", { n: format.number(submitted), m: format.number(quantity) })}
              <TreesWaiting n={treesWaiting(entries, tree_type.id)} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
