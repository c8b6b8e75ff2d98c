/** The writes of a resource's form, typed by its path: bodies and answers are those of the contract. */
import type { ChangeAt, NewAt, WritablePath } from "@nihol/contract/api/calls";
import { askChange, askNew } from "./ask.ts";
import { refresh } from "./query-client.ts";

/**
 * Writes of a resource; each ends with the resource's own lists and records fetched anew. All throw ApiError.
 * @param also resources whose figures follow from this one
 */
export function resourceApi<Path extends WritablePath>(path: Path, ...also: string[]) {
  const refreshed = async <T>(sent: Promise<T>): Promise<T> => {
    const answer = await sent;
    await refresh(path, ...also);
    return answer;
  };
  return {
    create: (body: NewAt<Path>) => refreshed(askNew(path, body)),
    patch: (id: number | string, body: ChangeAt<Path>) => refreshed(askChange(path, id, body)),
  };
}
