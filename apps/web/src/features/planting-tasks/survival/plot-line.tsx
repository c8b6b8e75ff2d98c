import type { SurvivalPlot } from "@nihol/contract/planting/survival";
import { maxInPlot } from "@nihol/contract/values/planting/plausible-counts";
import { type FocusEvent, type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { useFailureText } from "../../../ui/error-panel.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { countPlot, refreshSurvival, type VisitAt } from "./survival-data.ts";

type Props = {
  at: VisitAt;
  plot: SurvivalPlot;
  radiusM: number;
  /** Metres between trees; null where nobody has said it. */
  spacingM: number | null;
  onNext: () => void;
};

const counts = ["living", "dead", "missing"] as const;
type Typed = Record<(typeof counts)[number] | "note", string>;

const textOf = (count: number | null) => (count === null ? "" : String(count));
const typedOf = (plot: SurvivalPlot): Typed => ({
  living: textOf(plot.living),
  dead: textOf(plot.dead),
  missing: textOf(plot.missing),
  note: plot.note,
});
const cell = "px-1.5 py-1 align-top first:ps-0 last:pe-0";

/** Line of one plot: numbers to read, or fields that save themselves on Enter and when the row is left. */
export function PlotLine({ at, plot, radiusM, spacingM, onNext }: Props) {
  const { t } = useTranslation("survival");
  const entry = usePlotEntry(at, plot, spacingM);
  const { typed, set, save } = entry;
  const label = (what: string) => t("cell", { what, n: String(plot.number) });

  async function handleKey(event: KeyboardEvent) {
    if (event.key !== "Enter") return;
    event.preventDefault();
    if (await save({ isSure: true })) onNext();
  }
  function handleBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) void save();
  }

  return (
    <tr
      className="border-t border-line"
      onBlur={handleBlur}
      onKeyDown={(event) => void handleKey(event)}
    >
      <th scope="row" className={`${cell} numeric pt-2.5 text-start font-medium`}>
        {plot.number}
      </th>
      {counts.map((one) => (
        <td key={one} className={`${cell} numeric text-end`}>
          {plot.can.count ? (
            <input
              type="text"
              inputMode="numeric"
              autoComplete="off"
              aria-label={label(t(one))}
              className="control w-16 text-end"
              value={typed[one]}
              onChange={({ target }) => set(one, target.value.replace(/\D/g, "").slice(0, 5))}
            />
          ) : (
            <span className="block pt-1.5">{textOf(plot[one]) || "–"}</span>
          )}
        </td>
      ))}
      <td className={`${cell} min-w-32`}>
        {plot.can.count ? (
          <input
            type="text"
            autoComplete="off"
            maxLength={2000}
            aria-label={label(t("note"))}
            className="control"
            value={typed.note}
            onChange={({ target }) => set("note", target.value)}
          />
        ) : (
          plot.note && (
            <span lang="mul" className="block pt-1.5 break-words">
              {plot.note}
            </span>
          )
        )}
        <PlotNotes plot={plot} radiusM={radiusM} />
        {entry.failure && <FieldError text={entry.failure} />}
      </td>
    </tr>
  );
}

/** Holds what is typed into a row until it is saved. */
function usePlotEntry(at: VisitAt, plot: SurvivalPlot, spacingM: number | null) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const failureText = useFailureText();
  const [typed, setTyped] = useState(() => typedOf(plot));
  const [failure, setFailure] = useState<string>();
  const sent = useRef<string>(undefined);
  const asked = useRef<string>(undefined);
  const isDirty = JSON.stringify(typed) !== JSON.stringify(typedOf(plot));
  const isEmpty = counts.every((one) => typed[one] === "");

  /** Says whether the row is as it should be: saved, or not touched. Only Enter answers "really?" with yes. */
  async function save({ isSure = false } = {}): Promise<boolean> {
    if (!isDirty || isEmpty) return true;
    const [living = 0, dead = 0, missing = 0] = counts.map((one) => Number(typed[one]));
    const body = { living, dead, missing, note: typed.note.trim() };
    const [total, max] = [living + dead + missing, maxInPlot(plot.area_m2, spacingM)];
    if (total > max && !(isSure && asked.current === JSON.stringify(body))) {
      asked.current = JSON.stringify(body);
      setFailure(
        `${t("really", { n: format.number(total), max: format.number(max) })} ${t("really_enter")}`,
      );
      return false;
    }
    // Enter saves, and going on leaves the row: the same counts are sent once.
    if (sent.current === JSON.stringify(body)) return true;
    sent.current = JSON.stringify(body);
    setFailure(undefined);
    try {
      await countPlot(at, plot.id, { ...body, seen: plot.measured_at });
      setTyped({ ...body, living: `${living}`, dead: `${dead}`, missing: `${missing}` });
      return true;
    } catch (error) {
      sent.current = undefined;
      setFailure(failureText(error));
      // Shows what somebody else counted beside what was typed; saving again replaces it.
      await refreshSurvival(at.task);
      return false;
    }
  }
  const set = (key: keyof Typed, text: string) =>
    setTyped((before) => ({ ...before, [key]: text }));
  return { typed, set, save, failure };
}

function PlotNotes({ plot, radiusM }: { plot: SurvivalPlot; radiusM: number }) {
  const { t } = useTranslation("survival");
  const format = useFormat();
  const { area_m2, measured_at, measured_by, counter_distance_m: distance, doubt } = plot;
  const organization = format.name(plot.measured_by_organization?.name);
  const isCut = area_m2 < 0.995 * Math.PI * radiusM ** 2;
  const notes = [
    measured_at &&
      t("counted_by", {
        date: format.dateShort(measured_at),
        name: [measured_by ?? "–", organization].filter(Boolean).join(", "),
      }),
    isCut && t("edge", { area: format.number(area_m2, 0) }),
    measured_at && distance !== null && t("counter_far", { n: format.number(distance, 0) }),
  ].filter((note) => note);
  return (
    <p className="pt-1 text-xs text-ink-3">
      {notes.join(" · ")}
      {doubt && <strong className="block font-medium text-act">{t(`doubt_${doubt}`)}</strong>}
    </p>
  );
}
