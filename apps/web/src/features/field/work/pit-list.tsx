import type { FieldTask } from "@nihol/contract/planting/field-tasks";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../../lib/text/format.ts";
import { RowsSeenText } from "../../../parts/planting/rows-seen.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { isPosition, type PositionState } from "../place/use-position.ts";
import { wayTo } from "../place/way.ts";
import { useDistanceText } from "../place/way-line.tsx";
import type { KnownPit } from "./pits.ts";

type Props = {
  task: FieldTask;
  pits: readonly KnownPit[];
  position: PositionState;
  onPit: (pit: string) => void;
};

/** Pits in the list at first: the next ones are walked to, the others are on the map. */
const shownAtFirst = 6;

/** Those without an answer first, the nearest first where the phone knows where it is. */
function inOrder(pits: readonly KnownPit[], position: PositionState): KnownPit[] {
  const metresTo = (pit: KnownPit) => (isPosition(position) ? wayTo(position, pit).metres : 0);
  return pits.toSorted(
    (a, b) =>
      Number(a.answer !== null) - Number(b.answer !== null) ||
      metresTo(a) - metresTo(b) ||
      a.number - b.number,
  );
}

/** Says how many pits an image shows empty, and lists them to say what is there; the map has them as dots, also without a line. */
export function PitList({ task, pits, position, onPit }: Props) {
  const { t } = useTranslation("field");
  const format = useFormat();
  const [isWhole, setIsWhole] = useState(false);
  const { rows_seen } = task;
  if (!rows_seen?.pits) return null;
  const answered = pits.filter(({ answer }) => answer !== null).length;
  const listed = inOrder(pits, position);
  return (
    <section aria-label={t("pits")} className="grid gap-2">
      <div className="rounded-lg bg-watch-soft px-3 py-2.5 text-sm">
        <p className="numeric font-medium text-watch">
          <RowsSeenText rows={rows_seen} />
        </p>
        <p className="text-ink-2">{t("pits_note")}</p>
      </div>
      {task.may_answer && pits.length > 0 && (
        <>
          <p className="numeric text-sm text-ink-2">
            {t("pits_of", { n: format.number(answered), m: format.number(pits.length) })}
          </p>
          <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
            {(isWhole ? listed : listed.slice(0, shownAtFirst)).map((pit) => (
              <li key={pit.key}>
                <button
                  type="button"
                  onClick={() => onPit(pit.key)}
                  className="flex min-h-12 w-full items-center gap-2 px-3 text-start"
                >
                  <span className="grow font-medium">
                    {t("pit_title", { n: format.number(pit.number) })}
                  </span>
                  <PitState pit={pit} position={position} />
                  <ChevronRight aria-hidden className="size-4 text-ink-3" />
                </button>
              </li>
            ))}
          </ul>
          {!isWhole && pits.length > shownAtFirst && (
            <Button onClick={() => setIsWhole(true)}>{t("pits_all")}</Button>
          )}
        </>
      )}
    </section>
  );
}

function PitState({ pit, position }: { pit: KnownPit; position: PositionState }) {
  const { t } = useTranslation("field");
  const distanceText = useDistanceText();
  if (pit.answer !== null)
    return (
      <Badge tone={pit.waiting ? "watch" : "good"} shape={pit.waiting ? "waiting" : "done"}>
        {t(`pit_${pit.answer}`)}
      </Badge>
    );
  if (!isPosition(position)) return null;
  const { metres, eighth } = wayTo(position, pit);
  return (
    <span className="numeric text-sm text-ink-2">
      {t("way", { distance: distanceText(metres), direction: t(`direction_${eighth}`) })}
    </span>
  );
}
