/** Says whether a folder may become, or is, the data folder of an embedded database: before anything is written in it. */
import { existsSync } from "node:fs";
import { mkdir, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@nihol/contract/values/thrown";
import { clusterPaths, LauncherError } from "./cluster.ts";

/** Names of what the product makes in a data folder. */
export const ownNames =
  /^(postgres(\..+|-.+)?|files|scratch|log|first-sign-in\.txt|audit-anchors\.txt)$/;
/** Names that people put there for the product, and those that disks and file managers bring along. */
const allowedNames = /^(basemap\.pmtiles|source\.key|lost\+found|\.DS_Store|\.gitkeep)$/;
const maxNamed = 5;

const remedy = "Set NIHOL_DATA to an empty folder, or to one that is not there yet.";

/**
 * Makes the folder where it is not there.
 * @throws LauncherError where something else than a folder is in the way
 */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o755 });
  } catch (error) {
    const code = codeOf(error);
    if (code !== "EEXIST" && code !== "ENOTDIR") throw error;
    throw new LauncherError(
      `The data needs a folder, and ${dataDir} is a file or lies below one. ${remedy}`,
    );
  }
}

/** Names in a folder; none where it is not there or may not be read. */
const namesIn = (dir: string) => readdir(dir).catch((): string[] => []);

/**
 * Refuses a folder with things of others in it: who deletes it, or gives it to another program, would delete the
 * database too. `postgres.password` says that a folder is ours, whatever else lies there.
 * @throws LauncherError that says what lies there and what to do
 */
export async function requireOwnFolder(dataDir: string): Promise<void> {
  const { cluster, password } = clusterPaths(dataDir);
  const found = await stat(dataDir).catch(() => undefined);
  if (!found) return;
  if (!found.isDirectory()) return makeDataFolder(dataDir);
  const isCluster = existsSync(join(cluster, "PG_VERSION"));
  if (!isCluster && (await namesIn(cluster)).length > 0)
    throw new LauncherError(`${cluster} is not empty and holds no PostgreSQL database. ${remedy}`);
  if (existsSync(password)) return;
  if (isCluster)
    throw new LauncherError(
      `${cluster} holds a PostgreSQL database, but ${password}, which says that it is Nihol's, is not there. If this is a copy of a data folder, copy that file too. ${remedy}`,
    );
  const foreign = (await namesIn(dataDir))
    .filter((name) => !ownNames.test(name) && !allowedNames.test(name))
    .sort();
  if (foreign.length === 0) return;
  const named = foreign.slice(0, maxNamed).join(", ");
  const more = foreign.length > maxNamed ? ` and ${foreign.length - maxNamed} more` : "";
  throw new LauncherError(
    `${dataDir} is no data folder of Nihol (there is no postgres.password in it), and it is not empty: ${named}${more}. ${remedy}`,
  );
}
