/**
 * The directory of a ZIP archive (PKWARE APPNOTE 6.3, ZIP64 too), read strictly: what two programs
 * could read differently is damaged.
 */
import { limits } from "@nihol/contract/values/limits";
import { nameTwice, zipName } from "@nihol/geo/files/zip-name";
import { FileRefused } from "./refusal.ts";

export interface ZipEntry {
  name: string;
  isFolder: boolean;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  /** Where its packed bytes begin. */
  start: number;
}

const endSize = 22;
const zip64Size = 0xffffffff;
export const archiveDamaged = () => new FileRefused("archive_damaged");

/** @throws {FileRefused} for damage, passwords, names that leave the archive, too many entries */
export function listZip(bytes: Buffer): ZipEntry[] {
  const { count, offset, end } = directoryAt(bytes);
  if (count > limits.attachedEntries) throw new FileRefused("archive_too_large", sizeParams());
  const entries: ZipEntry[] = [];
  let at = offset;
  for (let i = 0; i < count; i++) {
    const { entry, next } = readEntry(bytes, at, end);
    entries.push(entry);
    at = next;
  }
  refuseAmbiguous(entries);
  return entries;
}

export const sizeParams = () => ({
  max: limits.attachedUnpackedBytes / 1024 ** 2,
  files: limits.attachedEntries,
});

/** The end record is the last thing in the file, with its comment. */
function directoryAt(bytes: Buffer) {
  const first = Math.max(0, bytes.length - endSize - 0xffff);
  for (let at = bytes.length - endSize; at >= first; at--) {
    if (bytes.readUInt32LE(at) !== 0x06054b50) continue;
    if (at + endSize + bytes.readUInt16LE(at + 20) !== bytes.length) continue;
    return zip64Directory(bytes, at) ?? plainDirectory(bytes, at);
  }
  throw archiveDamaged();
}

function plainDirectory(bytes: Buffer, at: number) {
  const [disk, count] = [bytes.readUInt16LE(at + 4), bytes.readUInt16LE(at + 10)];
  const [size, offset] = [bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)];
  if (disk !== 0 || offset + size > at) throw archiveDamaged();
  return { count, offset, end: offset + size };
}

function zip64Directory(bytes: Buffer, at: number) {
  const locator = at - 20;
  if (locator < 0 || bytes.readUInt32LE(locator) !== 0x07064b50) return undefined;
  const record = Number(bytes.readBigUInt64LE(locator + 8));
  if (record + 56 > locator || bytes.readUInt32LE(record) !== 0x06064b50) throw archiveDamaged();
  const count = Number(bytes.readBigUInt64LE(record + 32));
  const size = Number(bytes.readBigUInt64LE(record + 40));
  const offset = Number(bytes.readBigUInt64LE(record + 48));
  if (offset + size > record) throw archiveDamaged();
  return { count, offset, end: offset + size };
}

function readEntry(bytes: Buffer, at: number, end: number) {
  if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) throw archiveDamaged();
  const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
  const next = extraEnd + bytes.readUInt16LE(at + 32);
  if (next > end) throw archiveDamaged();
  const rawName = bytes.subarray(at + 46, nameEnd);
  const name = nameOf(rawName);
  const flags = bytes.readUInt16LE(at + 8);
  if (flags & 0x2041) throw new FileRefused("file_encrypted");
  const sizes = sizesOf(bytes, at, bytes.subarray(nameEnd, extraEnd));
  const entry: ZipEntry = {
    name,
    isFolder: name.endsWith("/"),
    method: bytes.readUInt16LE(at + 10),
    crc: bytes.readUInt32LE(at + 16),
    packedSize: sizes.packedSize,
    size: sizes.size,
    start: dataStart(bytes, sizes.offset, rawName),
  };
  if (entry.start + entry.packedSize > bytes.length) throw archiveDamaged();
  if (entry.method === 0 && entry.packedSize !== entry.size) throw archiveDamaged();
  return { entry, next };
}

/** Names leave the archive by a root, a drive or a step up. */
function nameOf(raw: Buffer): string {
  const name = zipName(raw);
  const isUnsafe =
    name === "" ||
    name.startsWith("/") ||
    /\p{Cc}/u.test(name) ||
    /^[a-z]:/i.test(name) ||
    name.split("/").includes("..");
  if (isUnsafe)
    throw new FileRefused("archive_unsafe_path", {
      what: name.replace(/\p{Cc}/gu, "").slice(0, 100),
    });
  return name;
}

/** Sizes and place; where 32 bits do not hold them they stand in the ZIP64 extra field, in this order. */
function sizesOf(bytes: Buffer, at: number, extra: Buffer) {
  const wide = zip64Field(extra);
  let read = 0;
  const value = (short: number) => {
    if (short !== zip64Size) return short;
    if (!wide || read + 8 > wide.length) throw archiveDamaged();
    read += 8;
    return Number(wide.readBigUInt64LE(read - 8));
  };
  const size = value(bytes.readUInt32LE(at + 24));
  const packedSize = value(bytes.readUInt32LE(at + 20));
  const offset = value(bytes.readUInt32LE(at + 42));
  return { size, packedSize, offset };
}

function zip64Field(extra: Buffer): Buffer | undefined {
  let found: Buffer | undefined;
  for (let at = 0; at + 4 <= extra.length; ) {
    const length = extra.readUInt16LE(at + 2);
    if (at + 4 + length > extra.length) throw archiveDamaged();
    if (extra.readUInt16LE(at) === 1) found ??= extra.subarray(at + 4, at + 4 + length);
    at += 4 + length;
  }
  return found;
}

/** The entry's own header must say the same name: programs differ in which of the two they believe. */
function dataStart(bytes: Buffer, offset: number, name: Buffer): number {
  if (offset + 30 > bytes.length || bytes.readUInt32LE(offset) !== 0x04034b50)
    throw archiveDamaged();
  const nameEnd = offset + 30 + bytes.readUInt16LE(offset + 26);
  if (!bytes.subarray(offset + 30, nameEnd).equals(name)) throw archiveDamaged();
  return nameEnd + bytes.readUInt16LE(offset + 28);
}

/** Refuses a name twice, and bytes that belong to two entries, as in archives that unpack without end. */
function refuseAmbiguous(entries: ZipEntry[]) {
  const twice = nameTwice(entries.map(({ name }) => name));
  if (twice !== undefined)
    throw new FileRefused("archive_name_twice", { what: twice.slice(0, 100) });
  const sorted = [...entries].sort((a, b) => a.start - b.start);
  for (const [i, { start, packedSize }] of sorted.entries()) {
    const following = sorted[i + 1];
    if (following && start + packedSize > following.start) throw archiveDamaged();
  }
}
