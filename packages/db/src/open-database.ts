import { env } from "./env.ts";
import { type OpenDatabase, openEmbedded } from "./launcher/launcher.ts";

/**
 * Opens the product's database: that of DATABASE_URL where it is set (nothing is started or
 * stopped), the one a parent process handed down, else the embedded one of the data folder.
 * @throws NoEmbeddedPostgres, LauncherError
 */
export async function openDatabase(dataDir: string): Promise<OpenDatabase> {
  const config = env.databaseUrl ? { connectionString: env.databaseUrl } : env.handedDatabase;
  if (config) return { config, origin: "server", stop: async () => {} };
  return openEmbedded(dataDir);
}
