/** The five calls of a resource, typed by its path: rows and bodies are those of the contract. */
import type { ChangeAt, NewAt, RecordAt, ResourcePath } from "@nihol/contract/api/calls";
import { del, patch, post } from "./api.ts";
import { refresh } from "./query-client.ts";

/**
 * Writes of a resource; each ends with the resource's own lists and records fetched anew. All throw ApiError.
 * @param also resources whose figures follow from this one
 */
export function resourceApi<Path extends ResourcePath>(path: Path, ...also: string[]) {
  type Row = RecordAt<Path>;
  const refreshed = async <T>(sent: Promise<T>): Promise<T> => {
    const answer = await sent;
    await refresh(path, ...also);
    return answer;
  };
  return {
    create: (body: NewAt<Path>) => refreshed(post<Row>(path, body)),
    patch: (id: number | string, body: ChangeAt<Path>) =>
      refreshed(patch<Row>(`${path}/${id}`, body)),
    /** Fetches nothing anew: the panel of the record is closed first. */
    remove: (id: number | string) => del(`${path}/${id}`),
    refresh: () => refresh(path, ...also),
  };
}
