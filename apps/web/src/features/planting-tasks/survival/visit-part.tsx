import type { PlantTreeTask } from "@nihol/contract/planting/plant-tree-tasks";
import type { SurvivalVisit, TaskSurvival } from "@nihol/contract/planting/survival";
import { ChevronRight } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../../../lib/cx.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { useVisitName } from "../../../parts/planting/visit-name.ts";
import { Badge } from "../../../ui/badge.tsx";
import { DrawFacts, EarlierDraws } from "./draw-facts.tsx";
import { EstimateFigures } from "./estimate-figures.tsx";
import { PlotDownloads } from "./plot-downloads.tsx";
import { PlotTable } from "./plot-table.tsx";
import { PlotsMap } from "./plots-map-part.tsx";
import { ReplantPart } from "./replant-part.tsx";
import type { Replanting } from "./replant-proposal.ts";
import { VisitActions } from "./visit-actions.tsx";

type Props = {
  task: PlantTreeTask;
  visit: SurvivalVisit;
  survival: TaskSurvival;
  onReplant: (replanting: Replanting) => void;
  isShown: boolean;
  onShow: (isShown: boolean) => void;
};

/** Part of one visit: its state in a line, and everything about it when it is opened. */
export function VisitPart({ isShown, onShow, ...shown }: Props) {
  const { visit } = shown;
  const visitName = useVisitName();
  const id = useId();
  return (
    <section aria-label={visitName(visit)} className="grid gap-3 py-2.5">
      <button
        type="button"
        aria-expanded={isShown}
        aria-controls={id}
        onClick={() => onShow(!isShown)}
        className="flex min-h-8 items-start gap-2 text-start"
      >
        <ChevronRight
          aria-hidden
          className={cx("mt-0.5 size-4 shrink-0 text-ink-3", isShown && "rotate-90")}
        />
        <VisitLine visit={visit} />
      </button>
      {isShown && (
        <div id={id} className="grid gap-4">
          <VisitDetails {...shown} />
        </div>
      )}
    </section>
  );
}

function VisitLine({ visit }: { visit: SurvivalVisit }) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const visitName = useVisitName();
  const { survival } = visit.estimate;
  return (
    <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span className="font-medium">{visitName(visit)}</span>
      <VisitState visit={visit} />
      <span className="text-ink-3">{t("due_on", { date: format.dateShort(visit.due_date) })}</span>
      {survival && (
        <span className="numeric ms-auto">
          {visit.age_days !== null && (
            <span className="me-2 text-ink-3">
              {t("age_days", { n: format.number(visit.age_days) })}
            </span>
          )}
          {format.share(survival.value, 0)}
        </span>
      )}
    </span>
  );
}

const styles = {
  planned: { tone: "unknown", shape: "waiting" },
  drawn: { tone: "info", shape: "dot" },
  done: { tone: "good", shape: "done" },
  cancelled: { tone: "unknown", shape: "stopped" },
} as const;

function VisitState({ visit: { state, due, missed } }: { visit: SurvivalVisit }) {
  const { t } = useTranslation("survival");
  return (
    <span className="inline-flex flex-wrap gap-1">
      <Badge {...styles[state]}>{t(`state_${state}`)}</Badge>
      {due && (
        <Badge tone="act" shape="failed">
          {t("due")}
        </Badge>
      )}
      {missed && (
        <Badge tone="watch" shape="warning">
          {t("missed")}
        </Badge>
      )}
    </span>
  );
}

function VisitDetails({ task, visit, survival, onReplant }: Omit<Props, "isShown" | "onShow">) {
  const { t } = useTranslation("survival");
  const { draw } = visit;
  const at = { task: task.id, visit: visit.id };
  return (
    <>
      {visit.purpose && (
        <p lang="mul" className="text-sm break-words">
          {visit.purpose}
        </p>
      )}
      {visit.missed && <p className="text-sm text-ink-2">{t("missed_text")}</p>}
      {visit.reason && (
        <p lang="mul" className="text-sm break-words text-ink-2">
          {visit.reason}
        </p>
      )}
      <EstimateFigures estimate={visit.estimate} reported={survival.reported} />
      {visit.early && <p className="text-sm text-ink-2">{t("early")}</p>}
      <ReplantPart {...{ task, visit, onReplant }} />
      <VisitActions at={at} visit={visit} survival={survival} />
      {draw && (
        <>
          <PlotsMap draw={draw} />
          <PlotTable key={draw.number} at={at} draw={draw} spacingM={survival.spacing_m} />
          <PlotDownloads task={task} draw={draw} />
          <DrawFacts draw={draw} />
        </>
      )}
      <EarlierDraws visit={visit} />
    </>
  );
}
