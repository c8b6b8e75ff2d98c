import type { ListSearch } from "../../lib/list-search.ts";

export function RegionsScreen({ search }: { search: ListSearch }) {
  return <p>{search.search}</p>;
}
