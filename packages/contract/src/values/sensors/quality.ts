/** Rules of quality: what they look for in the readings of a parameter. Decision 118. */

/**
 * By the tests of IOOS QARTOD: flat line, spike and rate of change; values that fit another unit of the parameter; and those
 * that depart from devices around them (buddy check: Gandin 1988; TITAN, Båserud et al. 2020).
 */
export const qualityKinds = ["stuck", "spike", "jump", "wrong_unit", "neighbours"] as const;
export type QualityKind = (typeof qualityKinds)[number];

/** Kinds whose rule may set values aside before a person has looked: the others only ask. */
export const failingKinds: readonly QualityKind[] = ["stuck", "spike", "neighbours"];

/** Unit of a rule's two numbers: of a kind by itself, else that of the parameter. */
export const ruleUnits = {
  stuck: "hours",
  spike: null,
  jump: null,
  wrong_unit: "percent",
  neighbours: null,
} as const;

export const qualityLimits = {
  /** Days of the past on which a rule is tried. */
  trialDays: 90,
  /** Proposals that are decided in one call. */
  decidedAtOnce: 200,
  source: 300,
  /** Hours of the same value that a rule may ask for. */
  hours: 24 * 31,
  /** Of neighbours: kilometres within which devices are compared, times their spread, metres of altitude between them. */
  radiusKm: 200,
  factor: 20,
  altitudeM: 5000,
} as const;
