/** People who stood at the pits of an image, their organization then, and what they found. */
import type { PitVisitor } from "@nihol/contract/planting/verdicts";
import { dayOf } from "@nihol/contract/values/planting/programme-day";
import type { PitAnswer, VerdictReason } from "@nihol/contract/values/planting/verdicts";
import type { Db } from "@nihol/db/connection";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { listPits } from "@nihol/store/verdicts/garden-rows";
import { listPitAnswers, pitKey } from "@nihol/store/verdicts/pit-answers";

/**
 * Lists people who stood at pits of the garden on the image whose pits the reasons state. Each person of each day once,
 * the first answer first; their names are read by `namePeople`.
 */
export async function listPitVisitors(
  db: Db,
  task: number,
  boundary: MultiPolygon | null,
  reasons: readonly VerdictReason[],
): Promise<(PitVisitor & { person: number | null })[]> {
  const image = reasons.find(({ figures }) => "pits_image" in figures)?.figures.pits_image;
  if (!boundary || image === undefined) return [];
  const pits = new Set((await listPits(db, boundary, Number(image))).map(pitKey));
  const answers = await listPitAnswers(db, task, boundary, [Number(image)]);
  const byVisit = Map.groupBy(
    answers.filter((one) => pits.has(pitKey(one))).toReversed(),
    ({ person, answeredAt }) => `${person} ${dayOf(answeredAt)}`,
  );
  return [...byVisit.values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { person, organization, answeredAt } = first;
    const of = (answer: PitAnswer) => own.filter((one) => one.answer === answer).length;
    return [
      {
        ...{ person, name: null, organization, visited_on: dayOf(answeredAt) },
        ...{ empty: of("empty"), planted: of("planted"), no_pit: of("no_pit") },
        own_side: own.some(({ isOwnSide }) => isOwnSide),
        far: own.filter(({ isFar }) => isFar).length,
      },
    ];
  });
}
