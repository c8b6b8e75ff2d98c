import type { FieldTask } from "@nihol/contract/planting/field-tasks";
import { maxInPlot } from "@nihol/contract/values/planting/plausible-counts";
import { survivalLimits } from "@nihol/contract/values/planting/survival";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { useVisitName } from "../../../parts/planting/visit-name.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { RestoredNote } from "../../../ui/form/restored-note.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";
import { UnsavedDialog } from "../../../ui/form/unsaved-guard.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { FieldMap } from "../place/field-map.tsx";
import { isPosition, type PositionState } from "../place/use-position.ts";
import { wayTo } from "../place/way.ts";
import { WayLine } from "../place/way-line.tsx";
import { CountInput } from "./count-input.tsx";
import { counterOf } from "./counter.ts";
import { draftKey, useDraft, useFoundDraft } from "./draft.ts";
import { type KnownPlot, type KnownVisit, mapPlots } from "./plots.ts";
import { useSaveEntry } from "./save-entry.ts";

type Props = {
  person: number;
  task: FieldTask;
  known: KnownVisit;
  plot: KnownPlot;
  position: PositionState;
  onStart: () => void;
  onClose: () => void;
};

const counts = ["living", "dead", "missing"] as const;
type Typed = Record<(typeof counts)[number] | "note", string>;

const typedOf = ({ waiting, ...plot }: KnownPlot): Typed => {
  const { living, dead, missing, note } = waiting?.body ?? plot;
  const text = (count: number | null) => (count === null ? "" : String(count));
  return { living: text(living), dead: text(dead), missing: text(missing), note: note ?? "" };
};

/** Holds the typed count until it is saved; a count of this plot that waits already is replaced by it. */
function usePlotCount({ person, task, known, plot, position, onClose, begun }: FieldsProps) {
  const [start] = useState(() => typedOf(plot));
  const [typed, setTyped] = useState(begun ?? start);
  const [isRestored, setIsRestored] = useState(begun !== null);
  const isDirty = JSON.stringify(typed) !== JSON.stringify(start);
  const drop = useDraft(keyOf({ person, task, plot }), person, typed, isDirty);
  const { busy, failure, save } = useSaveEntry(() => void drop().then(onClose));
  const isEmpty = counts.every((one) => typed[one] === "");
  const isTooMany = counts.some((one) => Number(typed[one]) > survivalLimits.treesInPlot);
  const total = counts.reduce((sum, one) => sum + Number(typed[one]), 0);
  const max = maxInPlot(plot.area_m2, task.spacing_m);
  const [asked, setAsked] = useState<number>();
  /** So many trees do not fit into the plot: asked about once, and kept when it is said again. */
  const question = asked === total && total > max ? { n: total, max } : null;
  async function handleSave() {
    if (isEmpty || isTooMany) return;
    if (total > max && !question) return setAsked(total);
    const [living = 0, dead = 0, missing = 0] = counts.map((one) => Number(typed[one]));
    const made_at = new Date().toISOString();
    const entry = {
      ...{ kind: "count" as const, person, task: task.id, garden: task.garden.name, made_at },
      ...{ visit: known.visit.id, plot: plot.id, plot_number: plot.number },
      seen: plot.waiting ? plot.waiting.seen : plot.measured_at,
      body: {
        ...{ living, dead, missing, note: typed.note.trim() },
        ...{ measured_at: made_at, counter: counterOf(position) },
      },
    };
    await save(entry, plot.waiting?.seq);
  }
  const set = (key: keyof Typed) => (text: string) =>
    setTyped((before) => ({ ...before, [key]: text }));
  function startAgain() {
    setTyped(start);
    setIsRestored(false);
  }
  const state = { busy, failure, isEmpty, isTooMany, isDirty, isRestored, question };
  return { typed, set, ...state, drop, startAgain, handleSave };
}

const keyOf = ({ person, task, plot }: Pick<Props, "person" | "task" | "plot">) =>
  draftKey(person, task.id, `plot-${plot.id}`);

/** The way to a plot, and what is counted in it; what was begun before is there again. */
export function PlotForm(props: Props) {
  const begun = useFoundDraft<Typed>(keyOf(props));
  return begun === undefined ? <SkeletonLines /> : <Fields {...props} begun={begun} />;
}

type FieldsProps = Props & { begun: Typed | null };

function Fields(props: FieldsProps) {
  const { task, known, plot, position, onStart, onClose } = props;
  const { t } = useTranslation(["field", "survival", "errors", "app"]);
  const format = useFormat();
  const visitName = useVisitName();
  const count = usePlotCount(props);
  const [isAsking, setIsAsking] = useState(false);
  const handleLeave = () => void count.drop().then(onClose);
  const me = isPosition(position) ? position : undefined;
  const isInside = me && wayTo(me, plot).metres <= known.radiusM;
  return (
    <section aria-label={t("plot_title", { n: plot.number })} className="grid gap-4">
      <div>
        <h2 className="text-lg font-semibold">{t("plot_title", { n: plot.number })}</h2>
        <p className="text-sm text-ink-2">
          {visitName(known.visit)} · {t("plot_radius", { n: format.number(known.radiusM, 1) })}
        </p>
      </div>
      <FieldMap boundary={task.boundary} plots={mapPlots(known, plot.id)} me={me} />
      <WayLine
        to={plot}
        position={position}
        onStart={onStart}
        arrived={isInside ? t("in_plot") : undefined}
      />
      <RestoredNote form={count} />
      <p className="text-sm text-ink-2">{t("count_hint")}</p>
      <div className="grid grid-cols-3 gap-2">
        {counts.map((one) => (
          <CountInput
            key={one}
            name={one}
            label={t(`survival:${one}`)}
            value={count.typed[one]}
            onChange={count.set(one)}
          />
        ))}
      </div>
      <TextArea
        name="note"
        label={t("survival:note")}
        rows={2}
        optional
        value={count.typed.note}
        onChange={count.set("note")}
      />
      {count.isTooMany && <FieldError text={t("errors:plot_count_range")} />}
      {count.question && (
        <FieldError
          text={t("survival:really", {
            n: format.number(count.question.n),
            max: format.number(count.question.max),
          })}
        />
      )}
      {count.failure && <FieldError text={count.failure} />}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          busy={count.busy}
          disabled={count.isEmpty}
          onClick={() => void count.handleSave()}
        >
          {t(count.question ? "survival:really_yes" : "keep")}
        </Button>
        <Button onClick={() => (count.isDirty ? setIsAsking(true) : handleLeave())}>
          {t("app:cancel")}
        </Button>
      </div>
      <UnsavedDialog open={isAsking} onStay={() => setIsAsking(false)} onLeave={handleLeave} />
    </section>
  );
}
