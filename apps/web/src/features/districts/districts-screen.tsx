import type { ListSearch } from "../../lib/list-search.ts";

export function DistrictsScreen({ search }: { search: ListSearch }) {
  return <p>{search.search}</p>;
}
