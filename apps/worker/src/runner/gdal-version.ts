import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Version of GDAL on this machine ("3.6.2"); null where there is none. */
export async function gdalVersion(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)("gdalinfo", ["--version"], { timeout: 10_000 });
    return /GDAL ([^,\s]+)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}
