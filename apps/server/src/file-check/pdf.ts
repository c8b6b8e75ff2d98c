/**
 * A PDF (ISO 32000): whole, without a password, and with nothing in it that acts: scripts, programs to
 * start, files inside, media players. Names may hide behind `#xx` and in packed object streams.
 */
import { inflateSync } from "node:zlib";
import { FileRefused } from "./refusal.ts";

/** Every letter of a name may be written as `#` and two hexadecimal digits. */
function nameInAnySpelling(name: string): string {
  return [...name].map((letter) => `(?:${letter}|#${letter.charCodeAt(0).toString(16)})`).join("");
}
const named = (...names: string[]) =>
  new RegExp(`/(?:${names.map(nameInAnySpelling).join("|")})(?![A-Za-z0-9])`, "i");

const acting = named(
  "JavaScript",
  "Launch",
  "EmbeddedFile",
  "EmbeddedFiles",
  "Rendition",
  "RichMedia",
);
const encrypting = named("Encrypt");
const objectStream = named("ObjStm");
const firstOfStream = named("First");
const flate = named("FlateDecode", "Fl");
const otherFilter =
  /ASCIIHexDecode|ASCII85Decode|LZWDecode|RunLengthDecode|Crypt|Predictor\s+(?!1\b)\d/;
const unpackedMost = 32 * 1024 ** 2;

/** @throws {FileRefused} */
export function checkPdf(bytes: Buffer): void {
  const text = bytes.toString("latin1");
  if (acting.test(text)) throw new FileRefused("file_active");
  checkEnds(text);
  // The word may stand in a text; in a trailer it is followed by what holds the key.
  if (new RegExp(`${encrypting.source}\\s*(?:\\d+\\s+\\d+\\s+R|<<)`).test(text))
    throw new FileRefused("file_encrypted");
  checkObjectStreams(bytes, text);
}

/** The header, and a trailer whose address leads to a table of objects. */
function checkEnds(text: string): void {
  const tail = text.slice(-2048);
  const trailer = [...tail.matchAll(/startxref\s+(\d+)\s+%%EOF/g)].at(-1);
  if (!text.startsWith("%PDF-") || !trailer) throw new FileRefused("file_damaged");
  const at = Number(trailer[1]);
  if (!/^\s*(xref\b|\d+\s+\d+\s+obj\b)/.test(text.slice(at, at + 64)))
    throw new FileRefused("file_damaged");
}

function checkObjectStreams(bytes: Buffer, text: string): void {
  let left = unpackedMost;
  for (const found of text.matchAll(/\bstream\r?\n/g)) {
    const start = found.index + found[0].length;
    const dictionary = text.slice(Math.max(0, found.index - 4096), found.index);
    const own = dictionary.slice(Math.max(0, dictionary.lastIndexOf(" obj")));
    if (!objectStream.test(own) && !firstOfStream.test(own)) continue;
    const end = text.indexOf("endstream", start);
    const inner = unpackStream(bytes.subarray(start, end < 0 ? bytes.length : end), own, left);
    left -= inner.length;
    if (acting.test(inner)) throw new FileRefused("file_active");
  }
}

/** Packed in a way that is not read here, it could hold anything. */
function unpackStream(packed: Buffer, dictionary: string, most: number): string {
  if (otherFilter.test(dictionary)) throw new FileRefused("file_uncheckable");
  if (!flate.test(dictionary)) return packed.toString("latin1");
  try {
    return inflateSync(packed, { maxOutputLength: Math.max(1, most) }).toString("latin1");
  } catch {
    throw new FileRefused("file_uncheckable");
  }
}
