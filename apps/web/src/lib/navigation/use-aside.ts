import { useNavigate, useSearch } from "@tanstack/react-router";
import type { AsideSearch } from "./aside-search.ts";

/** What stands over the screen, and a way to open or close it that keeps the rest of the address. */
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
