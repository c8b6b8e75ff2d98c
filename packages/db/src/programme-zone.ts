/** The zone of the programme's days, as the database keeps it. */
import { setProgrammeZone } from "@nihol/contract/values/planting/programme-day";
import { sql } from "kysely";
import type { Db } from "./connection.ts";

/** Takes over the database's zone into this process; every process that says which day it is calls it first. */
export async function takeProgrammeZone(db: Db): Promise<string> {
  const { rows } = await sql<{ zone: string }>`select programme_zone() as zone`.execute(db);
  const zone = rows[0]?.zone ?? "";
  setProgrammeZone(zone);
  return zone;
}

/**
 * Sets the zone of a database that nobody works in yet, and takes it over.
 * @param wanted of the settings; undefined: whatever the database keeps
 * @throws where somebody works in it already and it keeps another: what is stored was counted by its days
 */
export async function chooseProgrammeZone(
  db: Db,
  wanted: string | undefined,
  isNew: boolean,
): Promise<void> {
  const kept = await takeProgrammeZone(db);
  if (wanted === undefined || wanted === kept) return;
  if (!isNew)
    throw new Error(
      `NIHOL_TIME_ZONE is ${wanted}, and this programme has kept the days of ${kept} since its first start: readings, reports and cases are stored by them. Take the setting away, or write ${kept}`,
    );
  await sql`create or replace function programme_zone() returns text
    language sql immutable parallel safe return ${sql.lit(wanted)}::text`.execute(db);
  await takeProgrammeZone(db);
}
