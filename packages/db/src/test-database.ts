/** Databases for tests: a real PostgreSQL, a fresh migrated database for each caller. */
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { inject } from "vitest";
import { type Connection, type ConnectOptions, connect } from "./connection.ts";
import type { DatabaseConfig } from "./launcher/database-config.ts";
import { openEmbedded } from "./launcher/launcher.ts";
import { migrate } from "./migrate.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder of the one embedded cluster of this run; test/global-setup.ts makes and removes it. */
    testClusterDir: string;
  }
}

const template = "nihol_template";
const templateLock = 5_082_713_994;

/** A database of its own for a test, with the address to open more connections. */
export interface FreshDatabase extends Connection {
  config: DatabaseConfig;
}

async function ensureTemplate(admin: Connection, config: DatabaseConfig): Promise<void> {
  const client = await admin.pool.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [templateLock]);
    const { rowCount } = await client.query("select from pg_database where datname = $1", [
      template,
    ]);
    if (rowCount) return;
    // Renamed when whole, so that a failing migration leaves no half-made template.
    await client.query("drop database if exists nihol_template_new");
    await client.query("create database nihol_template_new");
    const fresh = connect({ ...config, database: "nihol_template_new" });
    await migrate(fresh.pool).finally(() => fresh.close());
    await client.query(`alter database nihol_template_new rename to ${template}`);
  } finally {
    client.release(true);
  }
}

let cluster: Promise<{ admin: Connection; config: DatabaseConfig }> | undefined;

// On first use: a run of tests without a database starts none.
async function openCluster() {
  const { config } = await openEmbedded(inject("testClusterDir"), { durable: false });
  const admin = connect({ ...config, database: "postgres" }, { max: 1 });
  await ensureTemplate(admin, config);
  return { admin, config };
}

/** PostgreSQL's code of an object that somebody uses. */
const inUse = "55006";

/** A database that no process uses any more goes: hundreds of them, each of 860 files, would fill the memory that they lie in. */
async function dropUnused(admin: Connection, database: string): Promise<void> {
  const used =
    "select from pg_stat_activity where datname = $1 and backend_type = 'client backend'";
  // Leftovers of a test, a worker that is just ending for instance, may be using it still.
  for (let look = 0; look < 5; look++) {
    const { rowCount } = await admin.pool.query(used, [database]);
    if (!rowCount) {
      const dropped = admin.pool.query(`drop database if exists ${database}`);
      // Somebody came between the look and the drop: then it goes with the cluster.
      return void (await dropped.catch((error: { code?: string }) => {
        if (error.code !== inUse) throw error;
      }));
    }
    await wait(20);
  }
}

/**
 * A new migrated database in about 0.1 s. `close` it in afterAll / afterEach: it is dropped then, or
 * goes with the cluster at the end of the run.
 */
export async function freshDatabase(options: ConnectOptions = {}): Promise<FreshDatabase> {
  cluster ??= openCluster();
  const { admin, config } = await cluster;
  const database = `test_${randomUUID().replaceAll("-", "")}`;
  // Copied as files: written through the log, as is usual, it takes twice the processor's time.
  await admin.pool.query(`create database ${database} template ${template} strategy file_copy`);
  const own = { ...config, database };
  const connection = connect(own, { max: 5, ...options });
  const close = () => connection.close().finally(() => dropUnused(admin, database));
  return { ...connection, close, config: own };
}
