/** JPEG (ITU T.81), PNG (ISO 15948) and HEIC (ISO/IEC 23008-12) by their structure; whether pixels come out, a child process tries. */
import { crc32 } from "node:zlib";
import { HeicDamaged, readHeic } from "@nihol/geo/files/heic";
import { FileRefused } from "./refusal.ts";

/** As in the panel's limits: what phones make today fits. */
const maxMegapixels = 120;
const damaged = () => new FileRefused("file_damaged");

function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw damaged();
  if (width * height > maxMegapixels * 1e6)
    throw new FileRefused("image_too_large", { max: maxMegapixels });
}

/** @throws {FileRefused} when chunks are cut, their sums are wrong or the size is beyond reason */
export function checkPng(bytes: Buffer): void {
  let at = 8;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const name = bytes.toString("latin1", at + 4, at + 8);
    const end = at + 12 + length;
    if (end > bytes.length) throw damaged();
    if (at === 8) {
      if (name !== "IHDR" || length !== 13) throw damaged();
      checkSize(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12));
    }
    if (crc32(bytes.subarray(at + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) throw damaged();
    if (name === "IEND") return;
    at = end;
  }
  throw damaged();
}

/** @throws {FileRefused} when it is cut, coded otherwise than HEIC is, or its size is beyond reason */
export function checkHeic(bytes: Buffer): void {
  try {
    const facts = readHeic(bytes);
    if (!facts) throw new FileRefused("file_kind", { what: "HEIF" });
    checkSize(facts.width, facts.height);
  } catch (error) {
    throw error instanceof HeicDamaged ? damaged() : error;
  }
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
const isAlone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

/** @throws {FileRefused} when the image does not come to its end or its size is beyond reason */
export function checkJpeg(bytes: Buffer): void {
  let at = 2;
  let hasFrame = false;
  for (;;) {
    // Marker: FF, and a byte that is neither zero nor FF; scans hold FF 00 and restart markers.
    at = bytes.indexOf(0xff, at);
    if (at < 0 || at + 1 >= bytes.length) throw damaged();
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0 || marker === 0xff || isAlone(marker)) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    if (marker === 0xd9) {
      if (!hasFrame) throw damaged();
      return;
    }
    if (at + 4 > bytes.length) throw damaged();
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) throw damaged();
    if (isFrame(marker) && length >= 8) {
      checkSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
      hasFrame = true;
    }
    at += 2 + length;
  }
}
