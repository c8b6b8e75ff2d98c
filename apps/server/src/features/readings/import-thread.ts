/** Runs in a worker thread: reads and writes the files of readings that it is given, one after the other. */
import type { ReadingImport } from "@nihol/contract/sensors/readings";
import { connect } from "@nihol/db/connection";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import { takeProgrammeZone } from "@nihol/db/programme-zone";
import type { Actor } from "../../http/actor.ts";
import { type PackedError, packError } from "../../shared/threads/thread-errors.ts";
import { type ImportQuery, importReadings } from "./import-readings.ts";

/** Order that the thread is given. */
export interface ImportOrder {
  config: DatabaseConfig;
  /** The actor: the scope for reading, and the name in the audit log. */
  actor: Actor;
  bytes: Uint8Array;
  query: ImportQuery;
}
export type ImportAnswer = { result: ReadingImport } | { error: PackedError };

/** Reads and writes the readings of a file, over a connection of its own. */
export default async function answerFor({
  config,
  actor,
  bytes,
  query,
}: ImportOrder): Promise<ImportAnswer> {
  const db = connect(config, { applicationName: "nihol readings", max: 1 });
  try {
    await takeProgrammeZone(db.sql);
    const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return { result: await importReadings(db.sql, actor, file, query) };
  } catch (error) {
    return { error: packError(error) };
  } finally {
    await db.close();
  }
}
