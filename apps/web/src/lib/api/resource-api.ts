/** The writes of a resource's form, typed by its path: bodies and answers are those of the contract. */
import type { ChangeAt, DetailAt, NewAt, ResourcePath } from "@nihol/contract/api/calls";
import { patch, post } from "./api.ts";
import { refresh } from "./query-client.ts";

/**
 * Writes of a resource; each ends with the resource's own lists and records fetched anew. All throw ApiError.
 * @param also resources whose figures follow from this one
 */
export function resourceApi<Path extends ResourcePath>(path: Path, ...also: string[]) {
  type Saved = DetailAt<Path>;
  const refreshed = async <T>(sent: Promise<T>): Promise<T> => {
    const answer = await sent;
    await refresh(path, ...also);
    return answer;
  };
  return {
    create: (body: NewAt<Path>) => refreshed(post<Saved>(path, body)),
    patch: (id: number | string, body: ChangeAt<Path>) =>
      refreshed(patch<Saved>(`${path}/${id}`, body)),
  };
}
