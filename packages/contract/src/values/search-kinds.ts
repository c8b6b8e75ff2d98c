import type { Permission } from "./permissions.ts";

/**
 * Kinds of record that the search finds, and the right that the list of each asks for: without it the kind is left out.
 * In the order in which kinds that fit equally well are shown.
 */
export const searchKinds = {
  garden: "garden.view",
  task: "planttreetask.view",
  image: "wholeimage.view",
  device: "device.view",
  violation: null,
  district: "district.view",
  region: "region.view",
  person: "user.view",
  employee: "ministryemployee.view",
  organization: "ministry.view",
} as const satisfies Record<string, Permission | null>;
export type SearchKind = keyof typeof searchKinds;

/** Signs that a search takes. One letter says nothing. */
export const searchLength = { min: 2, max: 100 } as const;
/** Rows of a kind. */
export const searchLimit = { default: 5, max: 20 } as const;
