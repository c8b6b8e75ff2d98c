/** Checks of `doctor`: each says what it found and, where something is wrong, the remedy (`mend`). */
import { spawnSync } from "node:child_process";
import { constants, existsSync } from "node:fs";
import { access, chmod, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { createServer, isIPv6 } from "node:net";
import { availableParallelism, tmpdir, totalmem } from "node:os";
import { dirname, join } from "node:path";
import { connect } from "@nihol/db/connection";
import { env, productDir } from "@nihol/db/env";
import { type Account, accountFor } from "@nihol/db/launcher/account";
import { requireOwnFolder } from "@nihol/db/launcher/data-folder";
import { inspectDatabase } from "@nihol/db/launcher/launcher";
import { findPrograms } from "@nihol/db/launcher/package";
import { openDatabase } from "@nihol/db/open-database";
import { findCage, firstErrorLine, mendCage, runInVision } from "../cage.ts";
import { findOwnBaseMap, problemWords } from "../http/own-base-map.ts";
import { checkBackups } from "./backup-check.ts";
import { checkMail } from "./mail-check.ts";

/** Line of the report. `wrong`: the product cannot run; `weak`: a part of it cannot. */
export interface CheckResult {
  subject: string;
  state: "good" | "weak" | "wrong";
  text: string;
  mend?: string;
}

const checkResult = (
  subject: string,
  state: CheckResult["state"],
  text: string,
  mend?: string,
): CheckResult => ({ subject, state, text, mend });

const gibibyte = 1024 ** 3;
/** Bytes on disk, chosen: with less than the first Nihol is said not to run, with less than the second it is warned of. */
const minFree = gibibyte / 4;
const lowFree = 5 * gibibyte;
/** Bytes: machines sold with 2 GiB report a little less. */
const minMemory = 1.9 * gibibyte;
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const inGiB = (bytes: number) => `${(bytes / gibibyte).toFixed(1)} GiB`;

function checkNode(): CheckResult {
  const good = Number(process.versions.node.split(".")[0]) >= 24;
  const mend = "run it through npm: npm run nihol -- doctor";
  return checkResult(
    "Node",
    good ? "good" : "wrong",
    process.versions.node,
    good ? undefined : mend,
  );
}

async function checkServerDatabase(connectionString: string): Promise<CheckResult> {
  const { pool, close } = connect({ connectionString }, { max: 1 });
  try {
    const { rows } = await pool.query(
      `select current_setting('server_version_num')::int as number, s.ssl
          or coalesce(inet_server_addr() <<= any('{127.0.0.0/8,::1/128}'), true) as safe
        from pg_stat_ssl s where pid = pg_backend_pid()`,
    );
    const { number, safe } = rows[0];
    const major = Math.floor(number / 10_000);
    const found = `${major}, by DATABASE_URL`;
    if (major < 15)
      return checkResult("PostgreSQL", "wrong", found, "PostgreSQL 15 or newer is needed");
    if (safe) return checkResult("PostgreSQL", "good", found);
    const remedy = "add ?sslmode=verify-full&sslrootcert=FILE to DATABASE_URL";
    return checkResult("PostgreSQL", "weak", `${found}, over a line that is not encrypted`, remedy);
  } catch (error) {
    const mend = "check the address in DATABASE_URL and that the server lets this machine in";
    return checkResult("PostgreSQL", "wrong", reasonOf(error), mend);
  } finally {
    await close();
  }
}

/**
 * Version of the embedded PostgreSQL, which runs here. Where the account cannot read `node_modules` the programs are
 * copied into the data folder, as the start does; where there is none yet, into a folder that is removed again.
 */
async function versionOfPrograms(account: Account | undefined): Promise<string> {
  if (existsSync(env.dataDir)) return (await findPrograms(env.dataDir, account)).version;
  const folder = await mkdtemp(join(tmpdir(), "nihol-doctor-"));
  try {
    await chmod(folder, 0o755);
    return (await findPrograms(folder, account)).version;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function checkDatabase(): Promise<CheckResult> {
  if (env.databaseUrl !== undefined) return checkServerDatabase(env.databaseUrl);
  try {
    const { exists, running } = await inspectDatabase(env.dataDir);
    const account = await accountFor(join(env.dataDir, "postgres"));
    const version = await versionOfPrograms(account);
    const state = running ? "running" : exists ? "not running" : "made at the first start";
    const user = account ? `, as user ${account.uid}` : "";
    return checkResult("PostgreSQL", "good", `embedded ${version}${user}, ${state}`);
  } catch (error) {
    return checkResult("PostgreSQL", "wrong", reasonOf(error), "npm ci, or set DATABASE_URL");
  }
}

function checkGdal(): CheckResult {
  const { status, stdout } = spawnSync("gdalinfo", ["--version"], { encoding: "utf8" });
  if (status === 0) return checkResult("GDAL", "good", stdout.trim());
  const mend =
    "Debian, Ubuntu: sudo apt-get install gdal-bin · macOS: brew install gdal · Windows: OSGeo4W, with its bin folder on PATH";
  return checkResult("GDAL", "weak", "not found: only simple 8-bit images can be read", mend);
}

/** Checks GDAL's driver of HEIF, which phones' HEIC photos need and no other file does. */
function checkHeic(): CheckResult {
  const { status, stdout } = spawnSync("gdalinfo", ["--formats"], { encoding: "utf8" });
  if (status === 0 && /^ {2}HEIF -/m.test(stdout))
    return checkResult("HEIC photos", "good", "by GDAL's driver of HEIF");
  const mend =
    "Debian, Ubuntu: sudo apt-get install gdal-bin gdal-plugins libheif1, and libheif-plugin-libde265 where there is such a package; then restart";
  return checkResult("HEIC photos", "weak", "not read: GDAL has no driver of HEIF", mend);
}

/** Names the sandbox ("cage") in which programs of GDAL read what people upload (vision's gdal-cage.ts). */
function checkCage(): CheckResult {
  const { text, isWhole } = findCage();
  return checkResult(
    "GDAL's cage",
    isWhole ? "good" : "weak",
    text,
    isWhole ? undefined : mendCage,
  );
}

/** Loads a native package in a process of its own, which may crash. */
function checkPackage(subject: string, script: string, mend: string): CheckResult {
  const { status, stdout, stderr } = runInVision(script);
  if (status === 0) return checkResult(subject, "good", stdout.trim());
  return checkResult(subject, "wrong", firstErrorLine(status, stderr), mend);
}

async function checkModels(): Promise<CheckResult> {
  if (env.model !== undefined) {
    if (existsSync(env.model)) return checkResult("Model", "good", `${env.model} (NIHOL_MODEL)`);
    return checkResult("Model", "wrong", `${env.model} is not there`, "set NIHOL_MODEL to a card");
  }
  const names = await readdir(join(productDir, "models")).catch(() => []);
  const models = names.filter((name) => name.endsWith(".onnx"));
  if (models.length > 0) return checkResult("Model", "good", models.join(", "));
  return checkResult(
    "Model",
    "weak",
    "none in models/",
    "restore the folder models/ of the release",
  );
}

/**
 * Reason why the data cannot lie in the folder; undefined where it can. @param place the part of its path that is there
 */
async function problemOfFolder(place: string): Promise<string | undefined> {
  try {
    if (env.databaseUrl === undefined) await requireOwnFolder(env.dataDir);
  } catch (error) {
    return reasonOf(error);
  }
  return access(place, constants.W_OK).then(
    () => undefined,
    () => `${env.dataDir} is not writable`,
  );
}

async function checkDataFolder(): Promise<CheckResult[]> {
  let place = env.dataDir;
  while (!existsSync(place) && place !== dirname(place)) place = dirname(place);
  const problem = await problemOfFolder(place);
  const results: CheckResult[] = [
    problem === undefined
      ? checkResult("Data folder", "good", env.dataDir)
      : checkResult(
          "Data folder",
          "wrong",
          problem,
          "make it writable for this user, or set NIHOL_DATA to another folder",
        ),
  ];
  const { bavail, bsize } = await statfs(place);
  const free = bavail * bsize;
  const state = free < minFree ? "wrong" : free < lowFree ? "weak" : "good";
  const mend =
    state === "good" ? undefined : "free some space; one image needs up to three times its size";
  results.push(checkResult("Disk", state, `${inGiB(free)} free`, mend));
  return results;
}

function checkMemory(): CheckResult {
  const memory = Math.min(process.constrainedMemory() || totalmem(), totalmem());
  const enough = memory >= minMemory;
  const text = `${inGiB(memory)}, ${availableParallelism()} cores`;
  const mend = enough ? undefined : "2 GiB are needed to find trees in images";
  return checkResult("Memory", enough ? "good" : "weak", text, mend);
}

/** Remedy by the system's code; any other: a program uses it. */
const mendOfPort: Record<string, string> = {
  EACCES: "ports below 1024 are for root: choose another with PORT",
  EADDRNOTAVAIL: "this machine has no such address: set HOST to one that it has",
  ENOTFOUND: "nobody knows this name: set HOST to an address of this machine",
};

async function checkPort(): Promise<CheckResult> {
  const { host, port } = env;
  const server = createServer();
  const code = await new Promise<string | undefined>((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => resolve(undefined));
  });
  if (code === undefined) {
    await new Promise((resolve) => server.close(resolve));
    return checkResult("Port", "good", `${host}:${port} is free`);
  }
  const health = await fetch(`http://${isIPv6(host) ? `[${host}]` : host}:${port}/api/health`, {
    signal: AbortSignal.timeout(3000),
  }).catch(() => undefined);
  if (health?.ok) return checkResult("Port", "good", `${host}:${port}, where Nihol is running`);
  const mend = mendOfPort[code] ?? "end the program that uses it, or choose another with PORT";
  return checkResult("Port", "wrong", `${host}:${port} cannot be opened (${code})`, mend);
}

function checkPanel(): CheckResult {
  const built = existsSync(join(productDir, "apps", "web", "dist", "index.html"));
  if (built) return checkResult("Panel", "good", "built");
  return checkResult("Panel", "weak", "not built yet", "npm start builds it");
}

async function checkBaseMap(): Promise<CheckResult> {
  const own = await findOwnBaseMap(env.dataDir);
  if (!own) return checkResult("Base map", "good", "the panel's own");
  const problem = problemWords(own.facts);
  if (!problem) return checkResult("Base map", "good", `${own.file} (${own.facts.schema})`);
  const mend = "mend or remove the file; the panel's own is used until the server starts again";
  return checkResult("Base map", "weak", `${own.file}: ${problem}`, mend);
}

/** Names the orthophoto beneath the map; skipped while the database does not run, since doctor starts none. */
async function checkOrthophoto(): Promise<CheckResult[]> {
  const isThere =
    env.databaseUrl !== undefined ||
    (await inspectDatabase(env.dataDir).catch(() => undefined))?.running;
  if (!isThere) return [];
  const database = await openDatabase(env.dataDir).catch(() => undefined);
  if (!database) return [];
  const { pool, close } = connect(database.config, { max: 1 });
  try {
    const { rows } = await pool.query<{ name: string; address: string }>(
      "select name ->> 'en' as name, address from imagery_source where is_base_layer",
    );
    const [source] = rows;
    const text = source ? `${source.name}, ${new URL(source.address).host}` : "none";
    return [checkResult("Orthophoto", "good", text)];
  } catch {
    // A database of an earlier version knows of none.
    return [];
  } finally {
    await close();
    await database.stop();
  }
}

async function mailResult(): Promise<CheckResult> {
  const { text, mend } = await checkMail();
  return checkResult("Mail", mend ? "weak" : "good", text, mend);
}

async function backupResult(): Promise<CheckResult> {
  const { text, mend } = await checkBackups();
  return checkResult("Backups", mend ? "weak" : "good", text, mend);
}

/** Runs all checks, in the order of the report. */
export async function checkAll(): Promise<CheckResult[]> {
  return [
    checkNode(),
    await checkDatabase(),
    checkGdal(),
    checkHeic(),
    checkCage(),
    checkPackage(
      "sharp",
      "import sharp from 'sharp'; console.log(sharp.versions.sharp, '· libvips', sharp.versions.vips)",
      "npm ci",
    ),
    checkPackage(
      "onnxruntime",
      "import { runtimeVersion } from '@nihol/vision/native/onnx-session'; console.log(runtimeVersion)",
      "npm ci",
    ),
    await checkModels(),
    ...(await checkDataFolder()),
    checkMemory(),
    await checkPort(),
    await mailResult(),
    await backupResult(),
    checkPanel(),
    await checkBaseMap(),
    ...(await checkOrthophoto()),
  ];
}
