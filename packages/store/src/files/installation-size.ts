/** Measures an installation once a local day, so that growth is seen before the disk is full. */
import type { Db } from "@nihol/db/connection";
import { sql } from "kysely";
import type { FileStore } from "./file-store.ts";

/** Measures the day (2026-05-14) unless that was done; walks the whole folder of files. */
export async function measureInstallation(db: Db, files: FileStore, day: string): Promise<void> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from installation_size where day = ${day}::date) as is`.execute(db);
  if (rows[0]?.is === true) return;
  let bytes = 0;
  let count = 0;
  for await (const { size } of files.list("")) {
    bytes += size;
    count++;
  }
  await sql`insert into installation_size (day, database_bytes, file_bytes, file_count)
    values (${day}::date, pg_database_size(current_database()), ${bytes}, ${count})
    on conflict (day) do nothing`.execute(db);
}
