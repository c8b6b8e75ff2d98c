/** Unpacks entries of an archive within one budget for all of them. */
import { crc32, inflateRawSync } from "node:zlib";
import { limits } from "@nihol/contract/values/limits";
import { FileRefused } from "./refusal.ts";
import { sizeParams, type ZipEntry } from "./zip-directory.ts";

/** Bytes that may still be unpacked. */
export interface Budget {
  left: number;
}
export const freshBudget = (): Budget => ({ left: limits.attachedUnpackedBytes });

/** Told with the entry's name by who reads the archive. */
const entryDamaged = () => new FileRefused("file_damaged");

// Texts and tables pack to a fiftieth at the most; what goes far beyond was made to fill memory.
const bomb = { ratio: 200, fromBytes: 8 * 1024 ** 2 };

/** @throws {FileRefused} for damage, and for more than the budget holds */
export function unpackEntry(bytes: Buffer, entry: ZipEntry, budget: Budget): Buffer {
  if (entry.size > bomb.fromBytes && entry.size > entry.packedSize * bomb.ratio)
    throw new FileRefused("archive_bomb", { what: entry.name });
  if (entry.size > budget.left) throw new FileRefused("archive_too_large", sizeParams());
  const packed = bytes.subarray(entry.start, entry.start + entry.packedSize);
  const unpacked = entry.method === 0 ? packed : inflate(packed, entry);
  if (unpacked.length !== entry.size || crc32(unpacked) !== entry.crc) throw entryDamaged();
  budget.left -= unpacked.length;
  return unpacked;
}

/** Never more than the entry claims: a lie about the size ends here. */
function inflate(packed: Buffer, { method, size }: ZipEntry): Buffer {
  if (method !== 8) throw entryDamaged();
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch {
    throw entryDamaged();
  }
}
