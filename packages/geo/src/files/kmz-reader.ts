import { BOUNDARY_LIMITS, BoundaryFileError } from "./boundary-codes.ts";
import { type KmlContent, kmlReader } from "./kml-reader.ts";
import { type ArchiveEntry, listEntries, unpack } from "./kmz-archive.ts";
import { type RawFeature, requireWithinLimits } from "./raw-feature.ts";
import { decoderFor, type PieceDecoder } from "./text-decoding.ts";

/**
 * Reads a KMZ, or any ZIP with KML files in it: `doc.kml` or else the first one, the files inside the same archive
 * that it links to (GDAL writes every layer that way), then the others. Links that lead outside are returned.
 * Throws BoundaryFileError.
 */
export function readKmz(bytes: Uint8Array): KmlContent {
  const entries = listEntries(bytes).filter(isKml);
  const [first] = entries;
  if (!first) throw new BoundaryFileError("kmz_without_kml");
  const root = entries.find(({ name }) => name.toLowerCase() === "doc.kml") ?? first;
  const features: RawFeature[] = [];
  const outside: KmlContent["links"] = [];
  const seen = new Set([root]);
  let read = 0;
  let allowed: number = BOUNDARY_LIMITS.unpackedBytes;
  // A growing list: entries found by links are read after the one that links to them, what nothing links to at last.
  for (const entry of seen) {
    const content = readEntry(bytes, entry, allowed);
    allowed -= content.size;
    features.push(...namedFeatures(content.features, entry, entries.length));
    requireWithinLimits(features.length, countPositions(features));
    for (const link of content.links) {
      const target = entryAt(entries, entry.name, link.href);
      if (target) seen.add(target);
      else outside.push(link);
    }
    read += 1;
    if (read < seen.size) continue;
    const next = entries.find((other) => !seen.has(other));
    if (next) seen.add(next);
  }
  return { features, links: outside };
}

const isKml = ({ name }: ArchiveEntry) => /\.kml$/i.test(name) && !name.startsWith("__MACOSX/");

function countPositions(features: RawFeature[]): number {
  return features.reduce(
    (sum, { polygons }) => sum + polygons.flat().reduce((n, r) => n + r.length, 0),
    0,
  );
}

function readEntry(bytes: Uint8Array, entry: ArchiveEntry, allowed: number) {
  const reader = kmlReader();
  let decode: PieceDecoder | undefined;
  const size = unpack(bytes, entry, allowed, (piece) => {
    decode ??= decoderFor(piece);
    reader.write(decode(piece, false));
  });
  if (!decode) throw new BoundaryFileError("file_empty", { what: entry.name });
  reader.write(decode(new Uint8Array(0), true));
  return { ...reader.close(), size };
}

/** The only feature of one file of several bears the name of that file where it has none. */
function namedFeatures(features: RawFeature[], { name }: ArchiveEntry, files: number) {
  const [only] = features;
  if (only && features.length === 1 && files > 1)
    only.name ||= (name.split("/").at(-1) ?? "").replace(/\.kml$/i, "");
  return features;
}

/** The entry that a relative address means, seen from the file `from`, whatever the capitals and escapes. */
function entryAt(entries: ArchiveEntry[], from: string, href: string): ArchiveEntry | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("/") || href === "") return;
  const segments = from.split("/").slice(0, -1);
  for (const segment of plainAddress(href).split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  }
  const path = segments.join("/");
  const plain = (name: string) => name.normalize("NFC").toLowerCase();
  return (
    entries.find(({ name }) => name === path) ??
    entries.find(({ name }) => plain(name) === plain(path))
  );
}

/** The path of an address: `Qismi%20%D0%B1.kml?x` and `Qismi б.kml` are one; Windows writes backslashes. */
function plainAddress(href: string): string {
  const path = (href.split(/[?#]/)[0] ?? "").replaceAll("\\", "/");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
