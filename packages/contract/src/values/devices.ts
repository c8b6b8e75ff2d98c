export const deviceTypes = ["air", "soil", "water"] as const;
export type DeviceType = (typeof deviceTypes)[number];
/** silent: nothing for three intervals, or never; faulty: the newest value of a parameter cannot be right. */
export const deviceStates = ["online", "silent", "faulty", "retired"] as const;
export type DeviceState = (typeof deviceStates)[number];
/**
 * Conditions that the newest values of a device ask for, the worst first: of its parameters the worst one speaks for it. A device
 * that has fallen silent says nothing of now; `unsent` has never said anything.
 */
export const deviceConditions = [
  "faulty",
  "act",
  "silent",
  "watch",
  "good",
  "unsent",
  "retired",
] as const;
export type DeviceCondition = (typeof deviceConditions)[number];
/** Somebody has to look after these. */
export const attentionConditions = [
  "faulty",
  "act",
  "silent",
] as const satisfies readonly DeviceCondition[];
/** A condition, or all of `attentionConditions`. */
export const conditionFilters = ["attention", ...deviceConditions] as const;
/** Reasons for which a device's position or garden is written anew: it was carried there, or it never stood where it was written. */
export const placeChanges = ["moved", "corrected"] as const;
export type PlaceChange = (typeof placeChanges)[number];
/** Parameters that tell of a device itself and not of what it measures. */
export const deviceVitals = ["battery", "signal"] as const;
export const isVital = (parameter: string) => deviceVitals.some((one) => one === parameter);
/** A device is silent after so many of its intervals without a reading. */
export const silentAfterIntervals = 3;

/** Spans over which a map shows how devices were. */
export const pastSpanNames = ["day", "week"] as const;
/** So many steps of so many hours, the last of which is now. */
export const pastSpans = {
  day: { steps: 24, hours: 1 },
  week: { steps: 28, hours: 6 },
} as const satisfies Record<(typeof pastSpanNames)[number], unknown>;
export type PastSpan = (typeof pastSpanNames)[number];

/**
 * State of a device over one step, a letter each: of the values of its parameters the worst one speaks; faulty where it
 * sent no right value, none where it sent nothing.
 */
export const pastStates = {
  good: "g",
  watch: "w",
  act: "a",
  faulty: "f",
  no_limits: "l",
  none: "-",
} as const;
export type PastState = keyof typeof pastStates;
