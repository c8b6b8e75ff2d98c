/** People who stood at the pits of an image, their organization then, and what they found. */
import type { PitVisitor } from "@nihol/contract/planting/verdicts";
import { dayOf } from "@nihol/contract/values/planting/programme-day";
import type { PitAnswer } from "@nihol/contract/values/planting/verdicts";
import type { Db } from "@nihol/db/connection";
import { listPitAnswers } from "@nihol/store/verdicts/pit-answers";

/** Each person of each day and organization once, the first answer first; their names are read by `namePeople`. */
export async function listPitVisitors(
  db: Db,
  task: number,
  image: number | undefined,
): Promise<(PitVisitor & { person: number | null })[]> {
  const answers = await listPitAnswers(db, task, image === undefined ? [] : [image]);
  const byVisit = Map.groupBy(
    answers.toReversed(),
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
