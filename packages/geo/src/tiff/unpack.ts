/** Strips and tiles of a TIFF unpacked by what a browser has: no decoder of ours for what it cannot read. */

/** Tells whether `unpackBlock` reads a compression: none, LZW, Deflate (two numbers), PackBits. */
export const isUnpackable = (compression: number): boolean => compression in unpackers;

/** The bytes of a block. At most `length` are returned; a damaged block gives fewer. Throws for another compression. */
export async function unpackBlock(
  packed: Uint8Array,
  compression: number,
  length: number,
): Promise<Uint8Array> {
  const unpack = unpackers[compression];
  if (!unpack) throw new Error(`compression ${compression}`);
  return unpack(packed, length);
}

type Unpack = (packed: Uint8Array, length: number) => Uint8Array | Promise<Uint8Array>;

const unpackers: Record<number, Unpack> = {
  1: (packed, length) => packed.subarray(0, length),
  5: unpackLzw,
  8: inflate,
  32773: unpackBits,
  32946: inflate,
};

/** zlib's format by the platform's own stream; stops at `length`, so that no block can grow beyond what was declared. */
async function inflate(packed: Uint8Array, length: number): Promise<Uint8Array> {
  const out = new Uint8Array(length);
  const stream = new Blob([Uint8Array.from(packed)])
    .stream()
    .pipeThrough(new DecompressionStream("deflate"));
  const reader = stream.getReader();
  let at = 0;
  while (at < length) {
    // A block that is cut or damaged ends where the stream refuses to go on.
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || !value) break;
    out.set(value.subarray(0, length - at), at);
    at += value.length;
  }
  await reader.cancel().catch(() => undefined);
  return out.subarray(0, Math.min(at, length));
}

/** TIFF 6.0, section 9. */
function unpackBits(packed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  let [from, at] = [0, 0];
  while (from < packed.length && at < length) {
    const control = packed[from++] ?? 128;
    if (control === 128) continue;
    if (control < 128) {
      const run = packed.subarray(from, from + control + 1).subarray(0, length - at);
      out.set(run, at);
      at += run.length;
      from += control + 1;
    } else {
      const count = 257 - control;
      out.fill(packed[from++] ?? 0, at, at + count);
      at += count;
    }
  }
  return out.subarray(0, Math.min(at, length));
}

const CLEAR = 256;
const END = 257;

/** TIFF 6.0, section 13: codes of 9 to 12 bits, most significant bit first, one code early. */
function unpackLzw(packed: Uint8Array, length: number): Uint8Array {
  const out = new Uint8Array(length);
  // A code is a stretch of what was written before: where it begins, and how long it is.
  const starts = new Uint32Array(4096);
  const sizes = new Uint32Array(4096);
  let [at, bit, width, next, before] = [0, 0, 9, 258, -1];
  let beforeAt = 0;
  while (at < length && bit + width <= packed.length * 8) {
    const code = bitsAt(packed, bit, width);
    bit += width;
    if (code === END) break;
    if (code === CLEAR) {
      [width, next, before] = [9, 258, -1];
      continue;
    }
    const begun = at;
    if (code < CLEAR) out[at++] = code;
    else {
      const isNew = code >= next;
      if (isNew && (code > next || before < 0)) break;
      const from = isNew ? beforeAt : (starts[code] ?? 0);
      const size = isNew ? begun - beforeAt + 1 : (sizes[code] ?? 0);
      // Byte by byte: a new code ends with what it has just written.
      for (let i = 0; i < size && at < length; i++) out[at++] = out[from + i] ?? 0;
    }
    if (before >= 0 && next < 4096) {
      starts[next] = beforeAt;
      sizes[next] = begun - beforeAt + 1;
      next++;
    }
    before = code;
    beforeAt = begun;
    if (next + 1 >= 1 << width && width < 12) width++;
  }
  return out.subarray(0, at);
}

function bitsAt(bytes: Uint8Array, bit: number, width: number): number {
  const byte = bit >> 3;
  const word = ((bytes[byte] ?? 0) << 16) | ((bytes[byte + 1] ?? 0) << 8) | (bytes[byte + 2] ?? 0);
  return (word >> (24 - width - (bit & 7))) & ((1 << width) - 1);
}
