/** Answers of people who stood at pits that an image shows empty, and which of them weigh (decision 129). */
import { isCounterFar } from "@nihol/contract/values/planting/plausible-counts";
import type { PitAnswer } from "@nihol/contract/values/planting/verdicts";
import type { RowsFacts } from "@nihol/counting/verdict/facts";
import type { Db } from "@nihol/db/connection";
import { metresApart } from "@nihol/geo/draw-plots";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { bboxOf } from "@nihol/geo/polygon";
import { type SqlBool, sql } from "kysely";
import { organizationNameThen } from "../processes/given-by.ts";
import { isOwn } from "./own-side.ts";

/** A pit by its place in the rows of an image. WGS 84, degrees. */
export interface PitPlace {
  longitude: number;
  latitude: number;
}

/** An answer, with what decides whether a verdict on the task may rest on it. */
interface WeighedAnswer extends PitPlace {
  image: number;
  answer: PitAnswer;
  answeredAt: Date;
  /** Account; null where it is gone. */
  person: number | null;
  /** Name of the organization that they were of then. */
  organization: Record<string, string> | null;
  /** Of the side that reports the task when it was given or when it came, or not known any more. */
  isOwnSide: boolean;
  /** Stood farther away than positions explain. */
  isFar: boolean;
}

/**
 * Answers about pits of the images around a garden as they weigh in a verdict on the task, the newest first. Answers in
 * other gardens may be among them, and those about pits that another run of the image does not find.
 */
export async function listPitAnswers(
  db: Db,
  task: number,
  boundary: MultiPolygon,
  images: readonly number[],
): Promise<WeighedAnswer[]> {
  if (images.length === 0) return [];
  const [west, south, east, north] = bboxOf(boundary);
  const rows = await db
    .selectFrom("pit_answer as a")
    .where("a.whole_image_id", "in", images)
    .where(sql<SqlBool>`a.longitude between ${west} and ${east}`)
    .where(sql<SqlBool>`a.latitude between ${south} and ${north}`)
    .select(["a.whole_image_id as image", "a.longitude", "a.latitude", "a.answer", "a.accuracy_m"])
    .select(["a.counter_longitude", "a.counter_latitude"])
    .select(["a.answered_by as person", "a.answered_at as answeredAt"])
    .select(
      sql<boolean>`(${isOwn(task, "a.answered_by", "a.answered_at")}
        or ${isOwn(task, "a.answered_by", "a.received_at")})`.as("isOwnSide"),
    )
    .select(organizationNameThen("a.answered_by", "a.answered_at").as("organization"))
    .orderBy("a.answered_at", "desc")
    .orderBy("a.id", "desc")
    .execute();
  return rows.map(({ counter_longitude, counter_latitude, accuracy_m, ...answer }) => {
    const isFar =
      counter_longitude !== null &&
      counter_latitude !== null &&
      isCounterFar(
        metresApart(answer, { longitude: counter_longitude, latitude: counter_latitude }),
        0,
        accuracy_m,
      );
    return { ...answer, isFar };
  });
}

/** Says whether a verdict may rest on an answer. */
export const isIndependent = ({ isOwnSide, isFar }: WeighedAnswer): boolean => !isOwnSide && !isFar;

export const pitKey = ({ longitude, latitude }: PitPlace): string => `${longitude} ${latitude}`;

/** Finds at these pits: of each the newest independent answer, and how many others refute in vain. */
export function visitedAmong(
  pits: readonly PitPlace[],
  answers: readonly WeighedAnswer[],
): Pick<RowsFacts, "pitsVisited" | "pitsRefutedInVain"> {
  const byPit = Map.groupBy(answers, pitKey);
  const visited = { empty: 0, planted: 0, no_pit: 0 };
  let inVain = 0;
  for (const pit of pits) {
    const own = byPit.get(pitKey(pit)) ?? [];
    const weighs = own.find(isIndependent);
    if (weighs) visited[weighs.answer] += 1;
    else if (own.some(({ answer }) => answer !== "empty")) inVain += 1;
  }
  const isVisited = visited.empty + visited.planted + visited.no_pit > 0;
  return {
    ...(isVisited && { pitsVisited: visited }),
    ...(inVain > 0 && { pitsRefutedInVain: inVain }),
  };
}
