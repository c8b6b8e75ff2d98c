import { del } from "../api/api.ts";
import { ApiError } from "../api/api-error.ts";

/** Outcome for each row: done, or left with the error. */
export type EachResult<Row> = { done: Row[]; left: { row: Row; error: unknown }[] };

/** At once: each has its own transaction and line in the log, and the server serves others too. */
const atOnce = 4;

/** Does one thing with row after row, so that one that is refused keeps no other. `hear` counts those done. */
export async function eachRow<Row>(
  rows: readonly Row[],
  act: (row: Row) => Promise<unknown>,
  hear: (done: number) => void,
): Promise<EachResult<Row>> {
  const result: EachResult<Row> = { done: [], left: [] };
  const waiting = [...rows];
  async function work() {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      try {
        await act(row);
        result.done.push(row);
      } catch (error) {
        result.left.push({ row, error });
      }
      hear(result.done.length);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return result;
}

/** Deletes one record. Somebody else may have deleted it meanwhile: it is gone, as was wished. */
export async function deleteWished(path: string): Promise<void> {
  try {
    await del(path);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
