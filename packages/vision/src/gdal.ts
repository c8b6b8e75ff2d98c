import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";

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

/**
 * The shell sets the memory limit on itself and then becomes the program, so that one process has to be watched and
 * killed. `env -i` closes the environment: no proxies, no credentials, no GDAL settings from outside.
 */
const WRAPPER = [
  'ulimit -v "$1" 2>/dev/null; ulimit -c 0 2>/dev/null; cache="$2"; shift 2;',
  // A program whose parent was killed would go on for hours: Linux ends it with its parent.
  "guard=; setpriv --pdeathsig KILL true 2>/dev/null && guard='setpriv --pdeathsig KILL';",
  `exec $guard nice -n 5 env -i PATH="$PATH" LC_ALL=C.UTF-8 \${GDAL_DATA:+GDAL_DATA="$GDAL_DATA"}`,
  `\${PROJ_LIB:+PROJ_LIB="$PROJ_LIB"} \${PROJ_DATA:+PROJ_DATA="$PROJ_DATA"} \${TMPDIR:+TMPDIR="$TMPDIR"}`,
  `\${LD_LIBRARY_PATH:+LD_LIBRARY_PATH="$LD_LIBRARY_PATH"}`,
  // No sidecar files, no directory listing, no network, no grid downloads, and JPEG bombs stay bounded.
  "GDAL_DISABLE_READDIR_ON_OPEN=EMPTY_DIR GDAL_PAM_ENABLED=NO CPL_VSIL_CURL_ALLOWED_EXTENSIONS=.none",
  "CPL_CURL_ENABLE_VSIMEM=NO PROJ_NETWORK=OFF GDAL_HTTP_MAX_RETRY=0 GDAL_HTTP_TIMEOUT=1",
  'GDAL_SKIP="VRT,HTTP,WMS,WMTS,WCS,PLMOSAIC,STACIT,STACTA,OGCAPI,DAAS,EEDAI,NGW,DERIVED"',
  'GDAL_CACHEMAX="$cache" "$@"',
].join(" ");

/** Programs that write a VRT of our own need the VRT driver; everything read from people goes without it. */
const WRAPPER_WITH_VRT = WRAPPER.replace('"VRT,', '"');

const DEFAULTS = { timeoutMs: 60_000, memoryMb: 2_048, cacheMb: 64, maxOutputBytes: 8 << 20 };

/**
 * Runs one GDAL program as a child. Throws `GdalMissing`, `GdalTimedOut`, `GdalFailed`, or the signal's reason.
 * File names must be absolute paths (see `plainPath`): GDAL reads other words as connections.
 */
export function runGdal(
  program: string,
  args: string[],
  options: GdalOptions = {},
  ownVrt = false,
): Promise<GdalResult> {
  const { timeoutMs, memoryMb, cacheMb, maxOutputBytes } = {
    ...DEFAULTS,
    ...withoutUndefined(options),
  };
  options.signal?.throwIfAborted();
  const script = ownVrt ? WRAPPER_WITH_VRT : WRAPPER;
  const argv = ["-c", script, "sh", String(memoryMb * 1024), String(cacheMb), program, ...args];
  const child = spawn("/bin/sh", argv, { stdio: ["pipe", "pipe", "pipe"] });
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
    child.on("close", (code) => {
      clearTimeout(timer);
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
