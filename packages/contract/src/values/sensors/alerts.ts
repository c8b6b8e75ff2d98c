/** Closed lists of alerts, and what a rule may ask for. */

/**
 * above, below: right values beyond a limit for so long; rise, fall: by so much within so long; silent: no reading for so
 * long; faulty: values that no sensor can measure, for so long.
 */
export const alertKinds = ["above", "below", "rise", "fall", "silent", "faulty"] as const;
export type AlertKind = (typeof alertKinds)[number];

/** The worst first. */
export const alertSeverities = ["critical", "major", "minor"] as const;
export type AlertSeverity = (typeof alertSeverities)[number];

export const alertStates = ["active", "cleared"] as const;
export type AlertState = (typeof alertStates)[number];

/** Ends of an alert: readings were back, a person said so, the rule was changed or switched off, the device was retired. */
export const alertEnds = ["reading", "person", "rule", "device"] as const;

/** Rules of these kinds compare a value of one parameter with a limit. */
const limitKinds: readonly AlertKind[] = ["above", "below", "rise", "fall"];
export const hasLimit = (kind: AlertKind) => limitKinds.includes(kind);
/** Rules of these kinds compare values with earlier ones. */
export const isRate = (kind: AlertKind) => kind === "rise" || kind === "fall";

/** Longest silence: a quarter of a year. */
export const alertMinutesMax = 92 * 1440;
/** Time of values, for which they hold or within which they change: a week. */
export const valueMinutesMax = 7 * 1440;
/** Days of the past on which a rule can be tried. */
export const trialDays = { max: 92, usual: 30 } as const;
/** Alerts of a trial that are shown one by one: the newest. */
export const trialExamples = 20;
/** Outcomes of telling people of an alert: it may wait for the end of quiet hours, or be more than a day's number. */
export const alertTellings = ["waiting", "quiet", "told", "over", "limit"] as const;
/** Alerts of one device and rule that people are told of within a day. */
export const dailyMax = 100;
/** The same of a rule that holds at once, where its author says nothing. */
export const dailyUsual = 5;
/** Rules that hold with one reading: a value that goes to and fro raises an alert each time. */
export const isSudden = ({ kind, minutes }: { kind: AlertKind; minutes: number }) =>
  isRate(kind) || minutes === 0;
/** Rules of a garden or a device, and of the whole programme. */
export const ruleMax = { place: 50, all: 200 } as const;
export const alertCommentMax = 2000;
