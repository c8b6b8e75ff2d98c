/** Pits of a task that an image shows empty, with what waits on the phone laid over what the server had. */
import type { FieldTask } from "@nihol/contract/planting/field-tasks";
import type { PitAnswer } from "@nihol/contract/values/planting/verdicts";
import type { MapPit } from "../place/field-map.tsx";
import type { Place } from "../place/way.ts";
import type { Entry, PitEntry } from "../queue/entry.ts";

/** A pit as the phone knows it. */
export interface KnownPit extends Place {
  /** Its place in the task's list, from 1. */
  number: number;
  /** Its place as addresses write it: a newer look at the image counts pits otherwise. */
  key: string;
  answer: PitAnswer | null;
  /** Answer that was given here and has not arrived. */
  waiting: PitEntry | undefined;
}

/** Place of a pit as an address writes it. */
export const pitKey = ({ longitude, latitude }: Place): string => `${longitude},${latitude}`;

const isOf = (entry: Entry, place: Place): entry is PitEntry =>
  entry.kind === "pit" &&
  (entry.state === "waiting" || entry.state === "refused") &&
  entry.body.longitude === place.longitude &&
  entry.body.latitude === place.latitude;

/** The pits in the server's order. */
export const listPits = ({ pits }: FieldTask, entries: readonly Entry[]): KnownPit[] =>
  pits.map((pit, i) => {
    const waiting = entries.findLast((entry): entry is PitEntry => isOf(entry, pit));
    return {
      ...pit,
      number: i + 1,
      key: pitKey(pit),
      answer: waiting?.body.answer ?? pit.answer,
      waiting,
    };
  });

/** The pits for the map; `chosen` stands out. */
export const mapPits = (pits: readonly KnownPit[], chosen?: number): MapPit[] =>
  pits.map(({ number, longitude, latitude, answer }) => ({
    ...{ number, longitude, latitude },
    ...{ isAnswered: answer !== null, isChosen: number === chosen },
  }));
