import { type ChildProcessWithoutNullStreams, type StdioOptions, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { type Cage, COMMAND, cages, guardOf, OPENED, placeForRoot, WRAPPER } from "./gdal-cage.ts";
import { requireOwnPixels } from "./tiff-metadata.ts";

/** GDAL's command-line programs are not installed. */
export class GdalMissing extends Error {
  override name = "GdalMissing";
}

/** The program ran past its time limit and was ended. */
export class GdalTimedOut extends Error {
  override name = "GdalTimedOut";
}

/** The program ended with an error, a signal, or out of memory; `stderr` holds its own words. */
export class GdalFailed extends Error {
  override name = "GdalFailed";
  readonly stderr: string;
  constructor(program: string, stderr: string) {
    super(`${program}: ${stderr.trim().split("\n").slice(-3).join(" ").slice(0, 400) || "failed"}`);
    this.stderr = stderr;
  }
}

/** `cacheMb` is GDAL's block cache; `memoryMb` bounds the whole address space of the child. */
export type GdalOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  memoryMb?: number;
  cacheMb?: number;
  input?: string;
  maxOutputBytes?: number;
  onOutput?: (text: string) => void;
};

export type GdalResult = { stdout: string; stderr: string };

/** The one image that a program may read and the one folder that it may write to: absolute paths. */
export type GdalFiles = { image?: string; folder?: string };

/** Under which names the program finds them. */
export type GdalNames = { image: string; folder: string };

/**
 * Milliseconds for which what a killed program has started may hold its pipes: bubblewrap that is killed while it sets
 * up its cage leaves a process behind that waits for ever.
 */
const ORPHAN_MS = 2_000;

const DEFAULTS = { timeoutMs: 60_000, memoryMb: 2_048, cacheMb: 64, maxOutputBytes: 8 << 20 };

/**
 * Runs one GDAL program that reads no file. Throws `GdalMissing`, `GdalTimedOut`, `GdalFailed`, or the signal's reason.
 */
export async function runGdal(
  program: string,
  args: string[],
  options: GdalOptions = {},
): Promise<GdalResult> {
  options.signal?.throwIfAborted();
  const { cage, formats } = await cageInUse({});
  return await start(cage, {}, skipped(formats), program, () => args, options);
}

/**
 * Runs one GDAL program over one TIFF: it sees that file and the folder that it is to write to, under the names handed
 * to `args`, and no other file and no network where the system can hide them (gdal-cage.ts). Only the drivers of TIFF
 * are there; with `ownVrt` that of VRT too, for a view of our own. Throws as `runGdal`, and `ImageRefused` when
 * something in the file could make GDAL open another one.
 */
export async function runGdalOn(
  files: GdalFiles & { image: string },
  program: string,
  args: (names: GdalNames) => string[],
  options: GdalOptions & { ownVrt?: boolean } = {},
): Promise<GdalResult> {
  options.signal?.throwIfAborted();
  await requireOwnPixels(plainPath(files.image));
  const { cage, formats } = await cageInUse(files);
  const skip = skipped(formats, options.ownVrt ? ["VRT"] : []);
  return await start(cage, files, skip, program, args, options);
}

/** Drivers beside that of TIFF by which a file may be read, each alone. */
export type ForeignDriver = "HEIF" | "JP2OpenJPEG" | "JPEG" | "PNG";

/**
 * The same over one file of another format, read by that format's driver alone and written as TIFF. Throws as `runGdal`,
 * and `GdalMissing` where GDAL came without that driver.
 */
export async function runGdalOnForeign(
  driver: ForeignDriver,
  files: GdalFiles & { image: string },
  program: string,
  args: (names: GdalNames) => string[],
  options: GdalOptions = {},
): Promise<GdalResult> {
  plainPath(files.image);
  const { cage, formats } = await cageInUse(files);
  if (!driverNames(formats).includes(driver))
    throw new GdalMissing(`GDAL has no driver of ${driver}`);
  return await start(cage, files, skipped(formats, [driver]), program, args, options);
}

let inUse: Promise<{ cage: Cage; formats: string }> | undefined;

/**
 * The best cage that this system lets a program start in, tried once a process on real files, and GDAL's own list of
 * its drivers. Throws `GdalMissing`.
 */
export function cageInUse(files: GdalFiles = {}): Promise<{ cage: Cage; formats: string }> {
  inUse ??= findCage(files).catch((error: unknown) => {
    // It may be installed while we run.
    inUse = undefined;
    throw error;
  });
  return inUse;
}

async function findCage(files: GdalFiles): Promise<{ cage: Cage; formats: string }> {
  let reason: unknown;
  for (const cage of cages())
    try {
      const list = () => ["--formats"];
      const { stdout } = await start(cage, files, "", "gdalinfo", list, { timeoutMs: 15_000 });
      return { cage, formats: stdout };
    } catch (error) {
      reason = error;
    }
  throw reason;
}

const driverNames = (formats: string) =>
  [...formats.matchAll(/^ {2}(\S.*?) -/gm)].map(([, name = ""]) => name);

/** Drivers that a program goes without: all but those of TIFF (and of pixels in memory, which warping needs). */
function skipped(formats: string, more: string[] = []): string {
  const wanted = new Set(["GTiff", "COG", "MEM", ...more]);
  return driverNames(formats)
    .filter((name) => !wanted.has(name))
    .join(",");
}

async function start(
  cage: Cage,
  files: GdalFiles,
  skip: string,
  program: string,
  args: (names: GdalNames) => string[],
  options: GdalOptions,
): Promise<GdalResult> {
  const limits = { ...DEFAULTS, ...withoutUndefined(options) };
  const opened = files.image === undefined ? undefined : await open(files.image, "r");
  try {
    const names = namesIn(cage, files);
    const { image = "", folder = "" } = files;
    const words = [
      limits.memoryMb * 1024,
      limits.cacheMb,
      skip,
      image,
      folder,
      placeForRoot(files),
    ];
    const script = `${WRAPPER} ${guardOf(cage)} exec ${cage.prefix} ${COMMAND}`;
    const argv = ["-c", script, "sh", ...words.map(String), program, ...args(names)];
    const stdio = ["pipe", "pipe", "pipe", ...(opened ? [opened.fd] : [])] satisfies StdioOptions;
    options.signal?.throwIfAborted();
    const child = spawn("/bin/sh", argv, { stdio }) as ChildProcessWithoutNullStreams;
    return await outcome(child, program, limits);
  } finally {
    await opened?.close();
  }
}

function namesIn(cage: Cage, { image = "", folder = "" }: GdalFiles): GdalNames {
  return {
    image: cage.image === OPENED && !existsSync("/proc/self/fd") ? image : cage.image,
    folder: cage.folder || folder,
  };
}

/** Waits for the program's end, or ends it. */
function outcome(
  child: ChildProcessWithoutNullStreams,
  program: string,
  options: GdalOptions & typeof DEFAULTS,
): Promise<GdalResult> {
  const { timeoutMs, maxOutputBytes } = options;
  return new Promise((resolve, reject) => {
    const seen = collect(child, options, maxOutputBytes);
    let ended: Error | undefined;
    const stop = (reason: Error) => {
      ended ??= reason;
      child.kill("SIGKILL");
    };
    const timer = setTimeout(
      () => stop(new GdalTimedOut(`${program} took more than ${timeoutMs} ms`)),
      timeoutMs,
    );
    const abort = () => stop(abortReason(options.signal));
    options.signal?.addEventListener("abort", abort, { once: true });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(new GdalMissing(error.message));
    });
    let orphan: NodeJS.Timeout | undefined;
    child.on("exit", () => {
      if (ended)
        orphan = setTimeout(() => {
          for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
        }, ORPHAN_MS);
    });
    child.on("close", (code) => {
      clearTimeout(timer);
      clearTimeout(orphan);
      options.signal?.removeEventListener("abort", abort);
      if (ended) return reject(ended);
      if (code === 127) return reject(new GdalMissing(`${program} is not installed`));
      if (code !== 0 || seen.overflow) return reject(new GdalFailed(program, seen.stderr));
      resolve({ stdout: seen.stdout, stderr: seen.stderr });
    });
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
  });
}

/** GDAL's version such as "3.6.2". Throws `GdalMissing`. */
export async function gdalVersion(): Promise<string> {
  const { stdout } = await runGdal("gdalinfo", ["--version"], { timeoutMs: 15_000 });
  return /GDAL (\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? stdout.trim();
}

/** The path, when GDAL will take it for a plain local file. Throws RangeError for relative and virtual paths. */
export function plainPath(path: string): string {
  if (!path.startsWith("/") || /^\/vsi/i.test(path))
    throw new RangeError("An absolute path of a local file is needed.");
  return path;
}

type Seen = { stdout: string; stderr: string; overflow: boolean };

function collect(
  child: ChildProcessWithoutNullStreams,
  options: GdalOptions,
  maxBytes: number,
): Seen {
  const seen: Seen = { stdout: "", stderr: "", overflow: false };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    options.onOutput?.(text);
    if (seen.stdout.length + text.length <= maxBytes) seen.stdout += text;
    else {
      seen.overflow = true;
      child.kill("SIGKILL");
    }
  });
  // A damaged file can print one line per block: the first lines say enough.
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    if (seen.stderr.length < 64 << 10) seen.stderr += text;
  });
  return seen;
}

function abortReason(signal: AbortSignal | undefined): Error {
  return signal?.reason instanceof Error
    ? signal.reason
    : new DOMException("Aborted", "AbortError");
}

function withoutUndefined(options: GdalOptions): GdalOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as GdalOptions;
}
