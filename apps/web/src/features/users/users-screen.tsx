import type { ListSearch } from "../../lib/list-search.ts";

export function UsersScreen({ search }: { search: ListSearch }) {
  return <p>{search.search}</p>;
}
