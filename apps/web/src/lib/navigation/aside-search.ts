/** What stands over any screen and has its own address: a page of the guide, one's notices, one's own data. */
export type AsideSearch = { guide?: string; notices?: "open"; me?: OwnTab };

export const ownTabs = ["own", "notices", "password", "rights"] as const;
export type OwnTab = (typeof ownTabs)[number];

/** Reads them from an address; what makes no sense is left out. */
export function asideSearch(search: Record<string, unknown>): AsideSearch {
  const guide = typeof search.guide === "string" && /^[a-z_]+$/.test(search.guide);
  const me = ownTabs.find((tab) => tab === search.me);
  return {
    ...(guide && { guide: search.guide as string }),
    ...(search.notices === "open" && { notices: "open" as const }),
    ...(me && { me }),
  };
}
