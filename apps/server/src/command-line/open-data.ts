/** Opening the data for a command: the running server's database, or one started for the moment. */
import { existsSync } from "node:fs";
import { type Connection, connect } from "@nihol/db/connection";
import { env } from "@nihol/db/env";
import { migrate } from "@nihol/db/migrate";
import { openDatabase } from "@nihol/db/open-database";
import { CommandError } from "./run-command.ts";

/**
 * Runs `work` on the product's database and gives it back.
 * @throws CommandError when there is no data folder yet: only the server makes one
 */
export async function withData<Result>(work: (db: Connection) => Promise<Result>): Promise<Result> {
  if (env.databaseUrl === undefined && !existsSync(`${env.dataDir}/postgres`)) {
    throw new CommandError(`there is no data in ${env.dataDir} yet; begin with: npm start`);
  }
  const database = await openDatabase(env.dataDir);
  const db = connect(database.config, { applicationName: "nihol command", max: 2 });
  try {
    await migrate(db.pool);
    return await work(db);
  } finally {
    await db.close();
    await database.stop();
  }
}
