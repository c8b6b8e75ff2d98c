/** Bytes of a file or a buffer, addressed like a file: on a server's disk, or chosen in a browser. */
export type ByteSource = {
  size: number;
  read(offset: number, length: number): Promise<Uint8Array>;
};

/** `offset` is where the values lie: in the entry itself when they fit there. */
type TiffTag = { type: number; count: number; offset: number };

/** A tag as it stands in its directory; `at` is the offset of the entry itself. */
export type TiffEntry = TiffTag & { id: number; at: number };

export type TiffDirectory = { tags: Map<number, TiffTag> };

export type Tiff = {
  source: ByteSource;
  littleEndian: boolean;
  big: boolean;
  directories: TiffDirectory[];
};

/** The structure of the TIFF contradicts itself or points outside the file. */
export class TiffBroken extends Error {
  override name = "TiffBroken";
}

const TYPE_BYTES: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
  16: 8,
  17: 8,
  18: 8,
};
const MAX_DIRECTORIES = 64;
const MAX_TAGS = 512;

/**
 * Reads the directories of a TIFF or BigTIFF, not the pixels. Loops, wild offsets and absurd counts throw `TiffBroken`.
 * Method: TIFF 6.0 section 2 and the BigTIFF layout of libtiff.
 */
export async function readTiff(source: ByteSource): Promise<Tiff> {
  const { tiff, first } = await readTiffHeader(source);
  let offset = first;
  const seen = new Set<number>();
  while (offset !== 0 && tiff.directories.length < MAX_DIRECTORIES) {
    if (seen.has(offset)) throw new TiffBroken("directories form a loop");
    seen.add(offset);
    const { directory, next } = await readDirectory(tiff, offset);
    tiff.directories.push(directory);
    offset = next;
  }
  if (tiff.directories.length === 0) throw new TiffBroken("no directory");
  return tiff;
}

/** Byte order and kind of a TIFF, and the offset of its first directory. Throws `TiffBroken`. */
export async function readTiffHeader(source: ByteSource): Promise<{ tiff: Tiff; first: number }> {
  const head = await readExactly(source, 0, Math.min(16, source.size));
  if (head.length < 8) throw new TiffBroken("too short");
  const tiff: Tiff = { source, littleEndian: head[0] === 0x49, big: false, directories: [] };
  tiff.big = unsigned(tiff, head, 2, 2) === 43;
  if (tiff.big && head.length < 16) throw new TiffBroken("too short");
  return { tiff, first: tiff.big ? unsigned(tiff, head, 8, 8) : unsigned(tiff, head, 4, 4) };
}

/** The directory at an offset that another one points to (EXIF, GPS). */
export async function directoryAt(tiff: Tiff, offset: number): Promise<TiffDirectory> {
  return (await readDirectory(tiff, offset)).directory;
}

async function readDirectory(
  tiff: Tiff,
  offset: number,
): Promise<{ directory: TiffDirectory; next: number }> {
  const { entries, next } = await readEntries(tiff, offset);
  const tags = new Map<number, TiffTag>();
  // Of a tag that is listed twice libtiff takes the first.
  for (const { id, type, count, offset } of entries)
    if (!tags.has(id)) tags.set(id, { type, count, offset });
  return { directory: { tags }, next };
}

/** All entries of the directory at an offset, as they stand, and the offset of the next one (0: none). Throws `TiffBroken`. */
export async function readEntries(
  tiff: Tiff,
  offset: number,
): Promise<{ entries: TiffEntry[]; next: number }> {
  const [countBytes, entryBytes, word] = tiff.big ? [8, 20, 8] : [2, 12, 4];
  const count = unsigned(tiff, await readExactly(tiff.source, offset, countBytes), 0, countBytes);
  if (count === 0 || count > MAX_TAGS) throw new TiffBroken(`${count} tags`);
  const start = offset + countBytes;
  const bytes = await readExactly(tiff.source, start, count * entryBytes);
  const entries = Array.from({ length: count }, (_, i): TiffEntry => {
    const at = i * entryBytes;
    const type = unsigned(tiff, bytes, at + 2, 2);
    const values = unsigned(tiff, bytes, at + 4, word);
    const inline = values * (TYPE_BYTES[type] ?? 1) <= word;
    const where = inline ? start + at + 4 + word : unsigned(tiff, bytes, at + 4 + word, word);
    return { id: unsigned(tiff, bytes, at, 2), at: start + at, type, count: values, offset: where };
  });
  const tail = start + count * entryBytes;
  // A file may end right after its last directory; then there is no next one.
  const next =
    tail + word <= tiff.source.size
      ? unsigned(tiff, await readExactly(tiff.source, tail, word), 0, word)
      : 0;
  return { entries, next };
}

/** Numbers `from` … `from + length` of a tag; [] when the directory does not have it. Throws `TiffBroken` when they lie outside the file. */
export async function tagNumbers(
  tiff: Tiff,
  directory: TiffDirectory,
  id: number,
  from = 0,
  length = 4096,
): Promise<number[]> {
  const tag = directory.tags.get(id);
  if (!tag) return [];
  const size = TYPE_BYTES[tag.type];
  if (!size) throw new TiffBroken(`tag ${id} has type ${tag.type}`);
  const count = Math.max(0, Math.min(length, tag.count - from));
  const bytes = await readExactly(tiff.source, tag.offset + from * size, count * size);
  return Array.from({ length: count }, (_, i) => numberAt(tiff, bytes, i * size, tag.type));
}

/** First number of a tag, or the given default. */
export async function tagNumber(
  tiff: Tiff,
  directory: TiffDirectory,
  id: number,
  otherwise: number,
): Promise<number> {
  return (await tagNumbers(tiff, directory, id, 0, 1))[0] ?? otherwise;
}

/** Text of an ASCII tag without its closing zero; undefined when absent. At most 64 kB. */
export async function tagText(
  tiff: Tiff,
  directory: TiffDirectory,
  id: number,
): Promise<string | undefined> {
  const tag = directory.tags.get(id);
  if (tag?.type !== 2) return undefined;
  const bytes = await readExactly(tiff.source, tag.offset, Math.min(tag.count, 65_536));
  return latin1(bytes).replace(/\0.*$/s, "");
}

/**
 * Reads a tag without which the pixels can still be read: `absent` where it points outside the file, as GDAL takes it.
 * Throws what the source throws.
 */
export async function unlessBroken<Value>(read: Promise<Value>, absent: Value): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof TiffBroken) return absent;
    throw error;
  }
}

/** ISO 8859-1; `TextDecoder` under that name reads Windows 1252. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

function numberAt(tiff: Tiff, bytes: Uint8Array, at: number, type: number): number {
  if (type === 12) return viewOf(bytes).getFloat64(at, tiff.littleEndian);
  if (type === 11) return viewOf(bytes).getFloat32(at, tiff.littleEndian);
  if (type === 5 || type === 10)
    return unsigned(tiff, bytes, at, 4) / unsigned(tiff, bytes, at + 4, 4);
  return unsigned(tiff, bytes, at, TYPE_BYTES[type] ?? 1);
}

function unsigned({ littleEndian }: Tiff, bytes: Uint8Array, at: number, size: number): number {
  const view = viewOf(bytes);
  if (size === 8) {
    const value = view.getBigUint64(at, littleEndian);
    return value > BigInt(Number.MAX_SAFE_INTEGER) ? Number.POSITIVE_INFINITY : Number(value);
  }
  if (size === 4) return view.getUint32(at, littleEndian);
  return size === 2 ? view.getUint16(at, littleEndian) : view.getUint8(at);
}

const viewOf = (bytes: Uint8Array) =>
  new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

async function readExactly(
  source: ByteSource,
  offset: number,
  length: number,
): Promise<Uint8Array> {
  if (!(offset >= 0) || !(offset + length <= source.size))
    throw new TiffBroken("points outside the file");
  const bytes = await source.read(offset, length);
  if (bytes.length !== length) throw new TiffBroken("file ends too early");
  return bytes;
}

/** Bytes in memory as a byte source. */
export function bufferSource(buffer: Uint8Array): ByteSource {
  return {
    size: buffer.length,
    read: async (offset, length) => buffer.subarray(offset, offset + length),
  };
}
