import { isPosition, type PositionState } from "../place/use-position.ts";

/** A position of the last minutes is where one stands while one counts. */
const freshMs = 120_000;

/** Where the person stands, as it is sent with what they counted or found; null where the phone does not know it. */
export function counterOf(position: PositionState) {
  if (!isPosition(position) || Date.now() - position.at > freshMs) return null;
  const { latitude, longitude, accuracyM } = position;
  return { latitude, longitude, accuracy_m: Math.min(accuracyM, 100_000) };
}
