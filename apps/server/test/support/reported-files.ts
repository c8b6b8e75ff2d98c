/** Files with which people met a fault, as they are drawn in the tests, and the originals where they are at hand. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { strToU8 } from "fflate";

const originals = join(import.meta.dirname, "../../../../../shared/data/reports-3");

/** The one drawn here, and the original where it is at hand. */
export function both(name: string, own: Uint8Array | string): [string, Uint8Array][] {
  const drawn = typeof own === "string" ? strToU8(own) : own;
  const path = join(originals, name);
  const files: [string, Uint8Array][] = [[`drawn ${name}`, drawn]];
  if (existsSync(path)) files.push([name, new Uint8Array(readFileSync(path))]);
  return files;
}
