import { useNavigate, useSearch } from "@tanstack/react-router";
import type { AsideSearch } from "./aside-search.ts";

/** Returns what is open over the screen, and a function that opens or closes it and keeps the rest of the address. */
export function useAside() {
  const search: AsideSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const change = (next: { [Key in keyof AsideSearch]: AsideSearch[Key] | undefined }) =>
    void navigate({
      to: ".",
      search: (before: Record<string, unknown>) => ({ ...before, ...next }),
    });
  return { ...search, change };
}
