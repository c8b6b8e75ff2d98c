import type { FieldTask } from "@nihol/contract/planting/field-tasks";
import { survivalLimits } from "@nihol/contract/values/planting/survival";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { TextArea } from "../../../ui/form/text-field.tsx";
import { FieldMap } from "../place/field-map.tsx";
import { isPosition, type PositionState } from "../place/use-position.ts";
import { wayTo } from "../place/way.ts";
import { WayLine } from "../place/way-line.tsx";
import { CountInput } from "./count-input.tsx";
import { type KnownPlot, type KnownVisit, mapPlots } from "./plots.ts";
import { useSaveEntry } from "./save-entry.ts";
import { useVisitName } from "./visit-name.ts";

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

/** A position of the last minutes is where one stands while one counts. */
const freshMs = 120_000;

function counterOf(position: PositionState) {
  if (!isPosition(position) || Date.now() - position.at > freshMs) return null;
  const { latitude, longitude, accuracyM } = position;
  return { latitude, longitude, accuracy_m: Math.min(accuracyM, 100_000) };
}

/** What is typed until it is kept; a count of this plot that waits already gives way to it. */
function usePlotCount({ person, task, known, plot, position, onClose }: Props) {
  const [typed, setTyped] = useState(() => typedOf(plot));
  const { busy, failure, save } = useSaveEntry(onClose);
  const isEmpty = counts.every((one) => typed[one] === "");
  const isTooMany = counts.some((one) => Number(typed[one]) > survivalLimits.treesInPlot);
  async function handleSave() {
    if (isEmpty || isTooMany) return;
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
  return { typed, set, busy, failure, isEmpty, isTooMany, handleSave };
}

/** The way to a plot, and what is counted in it. */
export function PlotForm(props: Props) {
  const { task, known, plot, position, onStart, onClose } = props;
  const { t } = useTranslation(["field", "survival", "errors", "app"]);
  const format = useFormat();
  const visitName = useVisitName();
  const count = usePlotCount(props);
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
      {count.failure && <FieldError text={count.failure} />}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="primary"
          busy={count.busy}
          disabled={count.isEmpty}
          onClick={() => void count.handleSave()}
        >
          {t("keep")}
        </Button>
        <Button onClick={onClose}>{t("app:cancel")}</Button>
      </div>
    </section>
  );
}
