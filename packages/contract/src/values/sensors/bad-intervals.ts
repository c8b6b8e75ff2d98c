/** Times over which values of a device are wrong: reasons and bounds. */
import { qualityKinds } from "./quality.ts";

/** Reasons, as a field engineer names them; `other` asks for a note. */
export const badIntervalReasons = [
  "damaged",
  "serviced",
  "misplaced",
  "uncalibrated",
  "wrong_unit",
  "wrong_clock",
  "other",
] as const;
/** Reasons of people and of rules of quality. */
export const allReasons = [...new Set([...badIntervalReasons, ...qualityKinds])] as const;
export type BadIntervalReason = (typeof allReasons)[number];
export type PersonReason = (typeof badIntervalReasons)[number];

/** Proposals of rules: nobody has decided, they are wrong, or right. */
export const proposalStates = ["proposed", "confirmed", "dismissed"] as const;

export const badIntervalLimits = {
  /** Longest time that is set aside at once; one that goes on may have begun as long ago. */
  days: 400,
  /** Values that are set aside in one transaction, during which what the device sends waits. */
  values: 1_000_000,
  note: 1000,
  /** Intervals that one answer lists, the newest ones. */
  shown: 200,
} as const;
