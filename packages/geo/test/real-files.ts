/** Real boundary files, kept outside the repository; tests that need them are skipped without. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { BoundaryFileError } from "../src/boundary-codes.ts";
import { readBoundaryFile } from "../src/boundary-file.ts";

const folder = join(import.meta.dirname, "../../../../shared/data/real");

export const hasRealFiles = existsSync(join(folder, "kml"));

export function readReal(path: string) {
  return readBoundaryFile(readFileSync(join(folder, path)), path.split("/").at(-1) ?? "");
}

/** The code and parameters with which a file is refused; undefined when it is read. */
export function refusalOf(bytes: Uint8Array | string, name = "garden.kml") {
  try {
    readBoundaryFile(typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes, name);
  } catch (error) {
    if (error instanceof BoundaryFileError) return { code: error.code, ...error.params };
    throw error;
  }
}

export const realBytes = (path: string) => new Uint8Array(readFileSync(join(folder, path)));
