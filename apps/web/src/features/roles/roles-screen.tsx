import type { ListSearch } from "../../lib/list-search.ts";

export function RolesScreen({ search }: { search: ListSearch }) {
  return <p>{search.search}</p>;
}
