/** Compares readings with what is there: what is new, what repeats it, and what contradicts it. */
import type { NewReading, Values } from "./reading-values.ts";

/** The values that a moment holds already. */
export interface Moment {
  values: Values;
  faulty: Values;
}

/** A value for a moment and parameter that holds another one. */
export interface Conflict {
  ts: Date;
  /** Key. */
  parameter: string;
  value: number;
}

/** accepted + duplicates + conflicts is how many readings were compared. */
export interface IntakeCounts {
  /** Readings that brought a value. */
  accepted: number;
  /** Of the accepted, those whose moment was there already, without this value. */
  completed: number;
  /** Readings of which every value was there already. */
  duplicates: number;
  /** Readings with a value other than the one that is there. What else they bring is taken. */
  conflicts: number;
  /** Readings that brought a value that no sensor can measure. */
  faulty: number;
}

interface Intake {
  counts: IntakeCounts;
  /** What is to be written, by moments in order of time. */
  added: NewReading[];
  conflicts: Conflict[];
}

export const noReadings: Readonly<IntakeCounts> = {
  accepted: 0,
  completed: 0,
  duplicates: 0,
  conflicts: 0,
  faulty: 0,
};

export function addCounts(a: IntakeCounts, b: IntakeCounts): IntakeCounts {
  return {
    accepted: a.accepted + b.accepted,
    completed: a.completed + b.completed,
    duplicates: a.duplicates + b.duplicates,
    conflicts: a.conflicts + b.conflicts,
    faulty: a.faulty + b.faulty,
  };
}

/** Right values are kept in single precision, faulty ones in double. */
function holds(moment: Moment, kind: keyof Moment, key: string, value: number): boolean {
  const held = moment[kind][key];
  if (held === undefined) return false;
  return kind === "faulty" ? held === value : Math.fround(held) === Math.fround(value);
}

/** Takes the values of one reading into a moment. */
function take(moment: Moment, { ts, values, faulty }: NewReading) {
  const added: Moment = { values: {}, faulty: {} };
  const conflicts: Conflict[] = [];
  const sent = { values, faulty };
  for (const kind of ["values", "faulty"] as const)
    for (const [parameter, value] of Object.entries(sent[kind])) {
      if (holds(moment, kind, parameter, value)) continue;
      const isHeld =
        moment.values[parameter] !== undefined || moment.faulty[parameter] !== undefined;
      if (isHeld) conflicts.push({ ts, parameter, value });
      else {
        moment[kind][parameter] = value;
        added[kind][parameter] = value;
      }
    }
  return { added, conflicts };
}

const isEmpty = (values: Values) => Object.keys(values).length === 0;

/**
 * Compares readings of one device, in the order in which they came, with the moments that it has.
 * @param known the moments that are there, by milliseconds since 1970; what is new is added to it
 */
export function compareReadings(
  readings: readonly NewReading[],
  known: Map<number, Moment>,
): Intake {
  const counts = { ...noReadings };
  const conflicts: Conflict[] = [];
  const fresh = new Map<number, NewReading>();
  for (const reading of readings) {
    const at = reading.ts.getTime();
    const before = known.get(at);
    const moment = before ?? { values: {}, faulty: {} };
    known.set(at, moment);
    const taken = take(moment, reading);
    const isFaulty = !isEmpty(taken.added.faulty);
    const isNew = isFaulty || !isEmpty(taken.added.values);
    conflicts.push(...taken.conflicts);
    if (isFaulty) counts.faulty += 1;
    if (taken.conflicts.length > 0) counts.conflicts += 1;
    else if (!isNew) counts.duplicates += 1;
    else counts.accepted += 1;
    if (taken.conflicts.length === 0 && isNew && before) counts.completed += 1;
    if (!isNew) continue;
    const row = fresh.get(at) ?? { ts: reading.ts, values: {}, faulty: {} };
    Object.assign(row.values, taken.added.values);
    Object.assign(row.faulty, taken.added.faulty);
    fresh.set(at, row);
  }
  const added = [...fresh.values()].sort((a, b) => a.ts.getTime() - b.ts.getTime());
  return { counts, added, conflicts };
}
