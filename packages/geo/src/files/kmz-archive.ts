/**
 * Entries of a ZIP archive, read from its central directory and unpacked in pieces, so that the
 * true size is counted and not the one that the archive claims. PKWARE APPNOTE 6.3.
 */
import { Inflate } from "fflate";
import { BOUNDARY_LIMITS, BoundaryFileError } from "./boundary-codes.ts";
import { nameTwice, zipName } from "./zip-name.ts";

export interface ArchiveEntry {
  name: string;
  method: number;
  isEncrypted: boolean;
  packedSize: number;
  size: number;
  /** Where the entry's own header starts. */
  offset: number;
}

const END_SIZE = 22;
const STORED = 0;
const DEFLATED = 8;
const PIECE = 16 * 1024;

const damaged = (what: string) => new BoundaryFileError("kmz_damaged", { what });

/** Lists the entries. Throws BoundaryFileError for a broken directory, a name that leaves the archive or stands twice. */
export function listEntries(bytes: Uint8Array): ArchiveEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = findEnd(view);
  const count = view.getUint16(end + 10, true);
  if (count > BOUNDARY_LIMITS.zipEntries) throw damaged("entries");
  const entries: ArchiveEntry[] = [];
  let at = view.getUint32(end + 16, true);
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || view.getUint32(at, true) !== 0x02014b50) throw damaged("directory");
    const nameLength = view.getUint16(at + 28, true);
    const name = zipName(bytes.subarray(at + 46, at + 46 + nameLength));
    if (isUnsafe(name))
      throw new BoundaryFileError("kmz_unsafe_path", { what: name.slice(0, 200) });
    entries.push({
      name,
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      packedSize: view.getUint32(at + 20, true),
      size: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  const twice = nameTwice(entries.map(({ name }) => name));
  if (twice !== undefined)
    throw new BoundaryFileError("kmz_name_twice", { what: twice.slice(0, 200) });
  return entries;
}

/** The end record stands in the last 64 kB, before a comment. */
function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_SIZE - 0xffff);
  for (let at = view.byteLength - END_SIZE; at >= first; at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  throw damaged("end");
}

function isUnsafe(name: string): boolean {
  if (name.startsWith("/") || name.includes("\0")) return true;
  return /^[a-z]:/i.test(name) || name.split("/").includes("..");
}

/**
 * Unpacks one entry, handing over each piece. Throws BoundaryFileError when the entry is damaged,
 * encrypted, packed in another way, or when `allowed` bytes are passed. Returns the bytes unpacked.
 */
export function unpack(
  bytes: Uint8Array,
  entry: ArchiveEntry,
  allowed: number,
  onPiece: (piece: Uint8Array) => void,
): number {
  if (entry.isEncrypted) throw new BoundaryFileError("kmz_encrypted", { what: entry.name });
  const packed = packedBytes(bytes, entry);
  const tooLarge = () => new BoundaryFileError("unpacked_too_large", { what: entry.name });
  // Refuses an entry that itself states too large a size, without unpacking it.
  if (entry.size > allowed) throw tooLarge();
  let total = 0;
  const take = (piece: Uint8Array) => {
    total += piece.length;
    if (total > allowed) throw tooLarge();
    if (piece.length > 0) onPiece(piece);
  };
  if (entry.method === STORED) take(packed);
  else if (entry.method === DEFLATED) inflate(packed, take);
  else throw damaged(`method ${entry.method}`);
  if (total !== entry.size) throw damaged("size");
  return total;
}

function packedBytes(bytes: Uint8Array, entry: ArchiveEntry): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { offset } = entry;
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== 0x04034b50)
    throw damaged("entry");
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (start + entry.packedSize > bytes.length) throw damaged("entry");
  return bytes.subarray(start, start + entry.packedSize);
}

/** In small pieces: deflate packs up to 1 : 1032, so one piece gives 16 MB at the most. */
function inflate(packed: Uint8Array, take: (piece: Uint8Array) => void): void {
  const inflater = new Inflate((piece) => take(piece));
  try {
    for (let at = 0; at < packed.length; at += PIECE) {
      const piece = packed.subarray(at, at + PIECE);
      inflater.push(piece, at + PIECE >= packed.length);
    }
  } catch (error) {
    throw error instanceof BoundaryFileError ? error : damaged("deflate");
  }
}
