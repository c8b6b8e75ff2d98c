/** Lease of the call that writes to the file of an upload, in the upload's row. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";

/** Seconds after which a server that was killed has let go. */
const leaseSeconds = 8;
const leased = sql<Date>`now() + ${leaseSeconds} * interval '1 second'`;

/** Takes it when nobody has it; otherwise asks whoever has it to let go. @returns whether it was taken, or is gone */
export async function takeWriter(db: Db, id: string, writer: string): Promise<boolean> {
  const taken = await db
    .updateTable("upload")
    .set({ writer, writer_until: leased, writer_wanted: false })
    .where("id", "=", id)
    .where((eb) => eb.or([eb("writer", "is", null), eb("writer_until", "<", sql<Date>`now()`)]))
    .returning("id")
    .executeTakeFirst();
  if (taken) return true;
  const asked = await db
    .updateTable("upload")
    .set({ writer_wanted: true })
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  // Without a row it was deleted, which tus finds by its file.
  return asked === undefined;
}

/** Renews the lease. @returns whether another call wants it, or has taken it */
export async function renewWriter(db: Db, id: string, writer: string): Promise<boolean> {
  const row = await db
    .updateTable("upload")
    .set({ writer_until: leased })
    .where("id", "=", id)
    .where("writer", "=", writer)
    .returning("writer_wanted")
    .executeTakeFirst();
  return row?.writer_wanted ?? true;
}

/** Ends the lease. */
export async function releaseWriter(db: Db, id: string, writer: string): Promise<void> {
  await db
    .updateTable("upload")
    .set({ writer: null, writer_until: null, writer_wanted: false })
    .where("id", "=", id)
    .where("writer", "=", writer)
    .execute();
}
