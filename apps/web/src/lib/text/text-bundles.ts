/**
 * Groups the files of `packages/locales` by the screens that show them together: each group comes as one script per
 * language. A slow line waits for each script, and a screen of the map asked for ten. Texts of few screens stand alone.
 */
export const textBundles = {
  /** Texts that every screen shows. */
  frame: ["app", "errors", "lists"],
  /** Country, territories and gardens on the map; figures above it. */
  places: ["map", "coverage", "dashboard", "home", "survival"],
  tasks: ["planting", "tasks", "verdicts", "flight"],
  monitoring: ["monitoring", "guidance", "devices", "alerts"],
  gardens: ["gardens"],
  territory: ["territory", "boundary"],
  reports: ["reports"],
  compare: ["compare"],
  field: ["field"],
  violations: ["violations", "notices"],
  imagery: ["imagery"],
  /** Files on their way to the server. */
  sending: ["uploads", "ingest"],
  /** Images that watched sources have, and the dates of what came. */
  captures: ["captures", "offers"],
  sources: ["sources"],
  /** Checks by people of single fragments. */
  checks: ["calibration", "grounds", "opinions", "conflicts", "corrections"],
  files: ["files", "documents"],
  organizations: ["organizations"],
  people: ["users", "roles"],
  audit: ["audit"],
  operations: ["operations"],
  search: ["search"],
  "open-data": ["open-data"],
} as const satisfies Record<string, readonly string[]>;

/** The bundle of all texts of a language, which comes while nothing else is to do: one script in place of twenty. */
export const wholeBundle = "whole";

/** A file of texts. */
export type TextName = (typeof textBundles)[keyof typeof textBundles][number];

/** Every file of texts that the panel shows. What only the server refuses comes with its answer. */
export const textNames: readonly TextName[] = Object.values(textBundles).flat();

/** The bundle with this file of texts. */
export const bundleOf = (name: string): string | undefined =>
  Object.entries(textBundles).find(([, names]) => names.some((one) => one === name))?.[0];
