import { del } from "./api.ts";
import { ApiError } from "./api-error.ts";

export type DeleteResult<Row> = { deleted: Row[]; left: { row: Row; reason: string }[] };

/** At once: each has its own transaction and line in the log, and the server serves others too. */
const atOnce = 4;

/** Deletes record by record, so that one that must stay keeps no other. `hear` counts those deleted. */
export async function deleteEach<Row>(
  rows: readonly Row[],
  pathOf: (row: Row) => string,
  hear: (deleted: number) => void,
): Promise<DeleteResult<Row>> {
  const result: DeleteResult<Row> = { deleted: [], left: [] };
  const waiting = [...rows];
  async function work() {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      try {
        await del(pathOf(row));
        result.deleted.push(row);
      } catch (error) {
        // Somebody else has deleted it meanwhile: it is gone, as was wished.
        if (error instanceof ApiError && error.status === 404) result.deleted.push(row);
        else result.left.push({ row, reason: error instanceof ApiError ? error.detail : "" });
      }
      hear(result.deleted.length);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work));
  return result;
}
