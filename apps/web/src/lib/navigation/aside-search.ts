/** Parts that open over any screen and have their own address: a guide page, notices, open data, the person's own data. */
export type AsideSearch = { guide?: string; notices?: "open"; open_data?: "open"; me?: OwnTab };

/** Keys of an address that say what is open over the screen, and choose no rows of a list. */
export const asides: readonly string[] = [
  "guide",
  "notices",
  "open_data",
  "me",
] satisfies (keyof AsideSearch)[];

const ownTabs = ["own", "notices", "password", "tokens", "rights"] as const;
export type OwnTab = (typeof ownTabs)[number];

/** Reads them from an address; what makes no sense is left out. */
export function asideSearch(search: Record<string, unknown>): AsideSearch {
  const guide = typeof search.guide === "string" && /^[a-z_]+$/.test(search.guide);
  const me = ownTabs.find((tab) => tab === search.me);
  return {
    ...(guide && { guide: search.guide as string }),
    ...(search.notices === "open" && { notices: "open" as const }),
    ...(search.open_data === "open" && { open_data: "open" as const }),
    ...(me && { me }),
  };
}
