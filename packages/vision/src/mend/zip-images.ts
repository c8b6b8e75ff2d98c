/** Images in a ZIP archive (PKWARE APPNOTE 6.3, without ZIP64 of single entries), unpacked under names of our own. */
import { createWriteStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createInflateRaw } from "node:zlib";
import { codeOf } from "@nihol/contract/values/thrown/thrown";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import type { Beside } from "./beside.ts";

/** What is unpacked at most of one archive: a bomb packs a thousand bytes in one. */
export const ZIP_LIMITS = {
  entries: 2_000,
  images: 500,
  bytes: 20 * 1024 ** 3,
  ratio: 100,
  free: 1024 ** 3,
};

type Entry = { name: string; method: number; packed: number; size: number; at: number };
/** An image of the archive, with what lies beside it. */
export type ZippedImage = { path: string; name: string; beside: Beside };

const IMAGE = /\.(tiff?|jp2|j2k|jpe?g|png)$/i;
const SIDE = /\.(?:tiff?\.aux|aux)\.xml$|\.(?:prj|tfw|tifw|tiffw|wld|jgw|jpgw|pgw|pngw|j2w)$/i;
const MAX_SIDE_BYTES = 64 * 1024;

const damaged = () => new ImageRefused("damaged", { reason: "archive" });
const tooLarge = () =>
  new ImageRefused("archive_unpacks_too_large", {
    max: ZIP_LIMITS.bytes / 1024 ** 3,
    count: ZIP_LIMITS.images,
  });

/** Unpacks the images of an archive into `folder`. Throws `ImageRefused` for bombs, passwords, damage, and where none is in it. */
export async function unpackImages(
  path: string,
  folder: string,
  signal?: AbortSignal,
): Promise<ZippedImage[]> {
  const file = await open(path, "r");
  try {
    const { size } = await file.stat();
    const entries = (await directoryOf(file, size)).filter(({ name }) => isOwn(name));
    const images = entries.filter(({ name }) => IMAGE.test(name));
    if (images.length === 0) throw new ImageRefused("archive_without_image");
    const budget = {
      left: Math.min(ZIP_LIMITS.bytes, Math.max(ZIP_LIMITS.free, size * ZIP_LIMITS.ratio)),
    };
    const claimed = images.reduce((sum, one) => sum + one.size, 0);
    if (images.length > ZIP_LIMITS.images || claimed > budget.left) throw tooLarge();
    const sides = entries.filter((one) => SIDE.test(one.name) && one.size <= MAX_SIDE_BYTES);
    const unpacked: ZippedImage[] = [];
    for (const [n, image] of images.entries()) {
      const to = join(folder, `entry-${n}`);
      await unpack(file, image, to, budget, signal);
      const beside: Beside = {};
      for (const side of sides.filter((one) => stemOf(one.name) === stemOf(image.name)))
        beside[kindOf(side.name)] = (await textOf(file, side)).toString("utf8");
      unpacked.push({ path: to, name: basename(image.name), beside });
    }
    return unpacked;
  } finally {
    await file.close();
  }
}

const isOwn = (name: string) =>
  !name.endsWith("/") && !/(^|\/)(\.|__MACOSX\/)/.test(name.replaceAll("\\", "/"));
const stemOf = (name: string) => name.toLowerCase().replace(SIDE, "").replace(IMAGE, "");
const kindOf = (name: string): keyof Beside =>
  /\.xml$/i.test(name) ? "aux" : /\.prj$/i.test(name) ? "projection" : "world";

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw damaged();
  return buffer;
}

/** The central directory: the only list of what is in the archive. */
async function directoryOf(file: FileHandle, size: number): Promise<Entry[]> {
  const tailAt = Math.max(0, size - 66_000);
  const tail = await bytesAt(file, tailAt, size - tailAt);
  const end = tail.lastIndexOf(Buffer.from("504b0506", "hex"));
  if (end < 0 || end + 22 > tail.length) throw damaged();
  let [count, length, at] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  if (end >= 20 && tail.readUInt32LE(end - 20) === 0x07064b50) {
    const record = await bytesAt(file, Number(tail.readBigUInt64LE(end - 12)), 56);
    if (record.readUInt32LE(0) !== 0x06064b50) throw damaged();
    const wide = (of: number) => Number(record.readBigUInt64LE(of));
    [count, length, at] = [wide(32), wide(40), wide(48)];
  }
  if (count > ZIP_LIMITS.entries || length > 4 * 1024 ** 2) throw tooLarge();
  if (at + length > size) throw damaged();
  return entriesIn(await bytesAt(file, at, length), count);
}

function entriesIn(bytes: Buffer, count: number): Entry[] {
  const entries: Entry[] = [];
  for (let [n, at] = [0, 0]; n < count; n++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw damaged();
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > bytes.length || bytes.readUInt16LE(at + 8) & 0x2041) throw damaged();
    entries.push({
      name: new TextDecoder("utf-8").decode(bytes.subarray(at + 46, nameEnd)),
      method: bytes.readUInt16LE(at + 10),
      ...placeIn(bytes, at, nameEnd),
    });
    at = next;
  }
  return entries;
}

/** Sizes and place of an entry; those beyond 4 GB stand in a field of their own. */
function placeIn(bytes: Buffer, at: number, nameEnd: number) {
  const extra = bytes.subarray(nameEnd, nameEnd + bytes.readUInt16LE(at + 30));
  const isWide = extra.length >= 4 && extra.readUInt16LE(0) === 1;
  let from = 4;
  const value = (short: number) => {
    if (short !== 0xffffffff) return short;
    if (!isWide || from + 8 > extra.length) throw damaged();
    from += 8;
    return Number(extra.readBigUInt64LE(from - 8));
  };
  const size = value(bytes.readUInt32LE(at + 24));
  const packed = value(bytes.readUInt32LE(at + 20));
  return { size, packed, at: value(bytes.readUInt32LE(at + 42)) };
}

async function streamOf(file: FileHandle, { at, packed, method }: Entry) {
  const head = await bytesAt(file, at, 30);
  if (head.readUInt32LE(0) !== 0x04034b50 || (method !== 0 && method !== 8)) throw damaged();
  const start = at + 30 + head.readUInt16LE(26) + head.readUInt16LE(28);
  const end = start + packed - 1;
  const raw = file.createReadStream({ start, end, autoClose: false });
  return { raw, inflate: method === 8 ? createInflateRaw() : undefined };
}

/** Never more than the budget and than the entry claims: a lie about the size ends here. */
async function unpack(
  file: FileHandle,
  entry: Entry,
  to: string,
  budget: { left: number },
  signal?: AbortSignal,
): Promise<void> {
  let seen = 0;
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      seen += chunk.length;
      budget.left -= chunk.length;
      if (budget.left < 0 || seen > entry.size) done(tooLarge());
      else done(null, chunk);
    },
  });
  if (entry.packed === 0) throw damaged();
  try {
    const { raw, inflate } = await streamOf(file, entry);
    const [out, how] = [createWriteStream(to), signal ? { signal } : {}];
    if (inflate) await pipeline(raw, inflate, count, out, how);
    else await pipeline(raw, count, out, how);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ImageRefused || codeOf(error) === "ENOSPC") throw error;
    throw damaged();
  }
  if (seen !== entry.size) throw damaged();
}

async function textOf(file: FileHandle, entry: Entry): Promise<Buffer> {
  const parts: Buffer[] = [];
  let seen = 0;
  const { raw, inflate } = await streamOf(file, entry);
  try {
    for await (const chunk of inflate ? raw.pipe(inflate) : raw) {
      seen += chunk.length;
      if (seen > MAX_SIDE_BYTES) break;
      parts.push(chunk);
    }
  } catch {
    throw damaged();
  }
  return Buffer.concat(parts);
}
