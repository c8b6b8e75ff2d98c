import { SearchX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { clearedSearch, isFiltered } from "../../lib/list/use-list.ts";
import { Button } from "../button.tsx";
import { EmptyState } from "../empty-state.tsx";

type Props = {
  /** The search and the filters of the list as its address has them. */
  search: Record<string, unknown>;
  /** Writes what takes them all off. */
  onClear: (cleared: Record<string, undefined>) => void;
};

/** In place of rows when the search or the filters leave none: says so, and takes them off. */
export function NothingFits({ search, onClear }: Props) {
  const { t } = useTranslation(["lists", "app"]);
  const words = typeof search.search === "string" ? search.search : "";
  const filtered = isFiltered(search);
  const clear = words && filtered ? "clear_all" : words ? "clear_search" : "clear_filters";
  return (
    <EmptyState
      icon={<SearchX />}
      title={words ? t("app:nothing_found", { search: words }) : t("app:nothing_here")}
      text={t(words ? (filtered ? "nothing_fits_both" : "nothing_fits_search") : "nothing_fits")}
      action={<Button onClick={() => onClear(clearedSearch(search))}>{t(clear)}</Button>}
    />
  );
}
