import type { SelectQueryBuilder } from "kysely";

/** Counts the rows of a query before it is cut into pages; what it selects does not matter. */
export async function countRows<DB, TB extends keyof DB, O>(
  rows: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
  const { count } = await rows
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .$castTo<{ count: number }>()
    .executeTakeFirstOrThrow();
  return Number(count);
}
