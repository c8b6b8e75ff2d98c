/** All rows of a list one part after the other: a cursor of the database, so that nothing is skipped or sorted again. */
import type { Db } from "@nihol/db/connection";
import { CompiledQuery, sql } from "kysely";

/** A list that is read to its end, in one transaction. */
export interface ListCursor {
  /** Number of rows of the list, once it was counted. */
  count?: number;
  isOpen: () => boolean;
  /** The next rows of a query, which is the same one each time. */
  next: <Row>(query: CompiledQuery<Row>, rows: number) => Promise<Row[]>;
}

/** Opens no cursor yet: the list's own query does, with its first part. `snapshot` is a transaction. */
export async function openListCursor(snapshot: Db): Promise<ListCursor> {
  // Every row is fetched: the quickest way to all of them, not to the first ones.
  await sql`set local cursor_tuple_fraction = 1`.execute(snapshot);
  let isOpen = false;
  return {
    isOpen: () => isOpen,
    async next<Row>({ sql: text, parameters }: CompiledQuery<Row>, rows: number) {
      if (!isOpen)
        await snapshot.executeQuery(
          CompiledQuery.raw(`declare list_rows no scroll cursor for ${text}`, [...parameters]),
        );
      isOpen = true;
      const fetch = CompiledQuery.raw(`fetch forward ${Math.trunc(rows)} from list_rows`);
      return (await snapshot.executeQuery(fetch)).rows as Row[];
    },
  };
}
