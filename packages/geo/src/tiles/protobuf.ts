/** The few protocol buffer writes that a vector tile needs: varints and length-delimited fields. */

/** A growing byte buffer. `bytes` may be longer than `length`; take `finish(buffer)`. */
export interface ByteBuffer {
  bytes: Uint8Array;
  length: number;
}

export function byteBuffer(capacity = 1024): ByteBuffer {
  return { bytes: new Uint8Array(capacity), length: 0 };
}

/** Makes room for `extra` more bytes. */
function reserve(buffer: ByteBuffer, extra: number): void {
  const needed = buffer.length + extra;
  if (needed <= buffer.bytes.length) return;
  const grown = new Uint8Array(Math.max(needed, buffer.bytes.length * 2));
  grown.set(buffer.bytes.subarray(0, buffer.length));
  buffer.bytes = grown;
}

/** Writes an unsigned whole number up to 2^53 as a varint. */
export function writeVarint(buffer: ByteBuffer, value: number): void {
  reserve(buffer, 8);
  let rest = value;
  while (rest > 0x7fffffff) {
    buffer.bytes[buffer.length++] = (rest % 128) | 0x80;
    rest = Math.floor(rest / 128);
  }
  while (rest > 0x7f) {
    buffer.bytes[buffer.length++] = (rest & 0x7f) | 0x80;
    rest >>>= 7;
  }
  buffer.bytes[buffer.length++] = rest;
}

/** Writes a signed 32-bit number in zigzag form. */
export function writeZigzag(buffer: ByteBuffer, value: number): void {
  writeVarint(buffer, ((value << 1) ^ (value >> 31)) >>> 0);
}

/** Writes field `number` holding a varint. */
export function writeVarintField(buffer: ByteBuffer, number: number, value: number): void {
  writeVarint(buffer, number << 3);
  writeVarint(buffer, value);
}

/** Writes field `number` holding bytes (a string, a nested message or a packed list). */
export function writeBytesField(buffer: ByteBuffer, number: number, value: Uint8Array): void {
  writeVarint(buffer, (number << 3) | 2);
  writeVarint(buffer, value.length);
  writeRaw(buffer, value);
}

/** Writes bytes as they are. */
export function writeRaw(buffer: ByteBuffer, value: Uint8Array): void {
  reserve(buffer, value.length);
  buffer.bytes.set(value, buffer.length);
  buffer.length += value.length;
}

/** Writes field `number` holding a 64-bit float. */
export function writeDoubleField(buffer: ByteBuffer, number: number, value: number): void {
  writeVarint(buffer, (number << 3) | 1);
  reserve(buffer, 8);
  new DataView(buffer.bytes.buffer, buffer.bytes.byteOffset).setFloat64(buffer.length, value, true);
  buffer.length += 8;
}

/** The bytes written so far: a view, valid until the next write. */
export function finish(buffer: ByteBuffer): Uint8Array {
  return buffer.bytes.subarray(0, buffer.length);
}
