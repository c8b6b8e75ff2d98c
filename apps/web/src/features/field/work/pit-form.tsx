import type { FieldTask } from "@nihol/contract/planting/field-tasks";
import { type PitAnswer, pitAnswers } from "@nihol/contract/values/planting/verdicts";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldError } from "../../../ui/form/field.tsx";
import { FieldMap } from "../place/field-map.tsx";
import { isPosition, type PositionState } from "../place/use-position.ts";
import { wayTo } from "../place/way.ts";
import { WayLine } from "../place/way-line.tsx";
import { counterOf } from "./counter.ts";
import { type KnownPit, mapPits } from "./pits.ts";
import { useSaveEntry } from "./save-entry.ts";

type Props = {
  person: number;
  task: FieldTask;
  pits: readonly KnownPit[];
  pit: KnownPit;
  position: PositionState;
  onStart: () => void;
  onClose: () => void;
};

/** Metres from which one sees what is in a pit. */
const atPitM = 5;

/** The way to a pit, and what is found there: a press keeps it. */
export function PitForm({ person, task, pits, pit, position, onStart, onClose }: Props) {
  const { t } = useTranslation(["field", "app"]);
  const format = useFormat();
  const { busy, failure, save } = useSaveEntry(onClose);
  const me = isPosition(position) ? position : undefined;
  const isThere = me && wayTo(me, pit).metres <= atPitM + me.accuracyM;
  const title = t("pit_title", { n: format.number(pit.number) });
  const image = task.rows_seen?.image;
  async function handleAnswer(answer: PitAnswer) {
    if (image === undefined) return;
    const made_at = new Date().toISOString();
    const { longitude, latitude } = pit;
    const body = { image, longitude, latitude, answer, answered_at: made_at };
    const entry = {
      ...{ kind: "pit" as const, person, task: task.id, garden: task.garden.name, made_at },
      ...{ pit_number: pit.number, body: { ...body, counter: counterOf(position) } },
    };
    await save(entry, pit.waiting?.seq);
  }
  return (
    <section aria-label={title} className="grid gap-4">
      <h2 className="text-lg font-semibold">{title}</h2>
      <FieldMap boundary={task.boundary} pits={mapPits(pits, pit.number)} me={me} />
      <WayLine
        to={pit}
        position={position}
        onStart={onStart}
        arrived={isThere ? t("in_pit") : undefined}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">{t("pit_question")}</legend>
        {pitAnswers.map((one) => (
          <Button
            key={one}
            aria-pressed={pit.answer === one}
            tone={pit.answer === one ? "primary" : "plain"}
            disabled={busy}
            onClick={() => void handleAnswer(one)}
          >
            {t(`pit_${one}`)}
          </Button>
        ))}
      </fieldset>
      <p className="text-sm text-ink-2">{t("pits_own_side")}</p>
      {failure && <FieldError text={failure} />}
      <div>
        <Button onClick={onClose}>{t("app:cancel")}</Button>
      </div>
    </section>
  );
}
