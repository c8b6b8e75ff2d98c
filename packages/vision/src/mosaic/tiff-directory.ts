/** The directory of a TIFF: tags with their values (TIFF 6.0 section 2). */

/** Types of TIFF values. */
export const ASCII = 2;
export const SHORT = 3;
export const LONG = 4;
export const UNDEFINED = 7;
export const DOUBLE = 12;

/** A tag by its number; bytes are written as they are. */
export interface Tag {
  id: number;
  type: number;
  values: readonly number[] | string | Buffer;
}

const valueBytes: Record<number, number> = { [SHORT]: 2, [LONG]: 4, [DOUBLE]: 8 };

function packed({ type, values }: Tag): { count: number; bytes: Buffer } {
  if (typeof values === "string") {
    const bytes = Buffer.from(`${values}\0`, "latin1");
    return { count: bytes.length, bytes };
  }
  if (Buffer.isBuffer(values)) return { count: values.length, bytes: values };
  const size = valueBytes[type] ?? 1;
  const bytes = Buffer.alloc(size * values.length);
  values.forEach((value, i) => {
    if (type === SHORT) bytes.writeUInt16LE(value, i * 2);
    else if (type === LONG) bytes.writeUInt32LE(value, i * 4);
    else bytes.writeDoubleLE(value, i * 8);
  });
  return { count: values.length, bytes };
}

/** The directory of tags, with values over four bytes behind it. */
export function tiffDirectory(tags: readonly Tag[], offset: number): Buffer {
  const sorted = [...tags].sort((a, b) => a.id - b.id);
  const entries = Buffer.alloc(2 + sorted.length * 12 + 4);
  entries.writeUInt16LE(sorted.length, 0);
  const tails: Buffer[] = [];
  let tail = offset + entries.length;
  sorted.forEach((tag, i) => {
    const at = 2 + i * 12;
    const { count, bytes } = packed(tag);
    entries.writeUInt16LE(tag.id, at);
    entries.writeUInt16LE(tag.type, at + 2);
    entries.writeUInt32LE(count, at + 4);
    if (bytes.length <= 4) {
      bytes.copy(entries, at + 8);
      return;
    }
    entries.writeUInt32LE(tail, at + 8);
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
    tails.push(padded);
    tail += padded.length;
  });
  return Buffer.concat([entries, ...tails]);
}

/** The first bytes of a TIFF whose directory lies at `offset`. */
export function tiffHeader(offset: number): Buffer {
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
  header.writeUInt32LE(offset, 4);
  return header;
}
