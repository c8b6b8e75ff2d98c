import { BOUNDARY_LIMITS, BoundaryFileError } from "./boundary-codes.ts";
import { type KmlContent, kmlReader } from "./kml-reader.ts";
import { type ArchiveEntry, listEntries, unpack } from "./kmz-archive.ts";
import { holdLimits, type RawFeature } from "./raw-feature.ts";
import { decoderFor, type PieceDecoder } from "./text-decoding.ts";

/**
 * Reads a KMZ: `doc.kml` or else the first KML in it, and the KML files inside the same archive
 * that it links to (GDAL writes every layer that way). Links that lead outside are returned.
 * Throws BoundaryFileError.
 */
export function readKmz(bytes: Uint8Array): KmlContent {
  const entries = listEntries(bytes).filter(isKml);
  const root = entries.find(({ name }) => name.toLowerCase() === "doc.kml") ?? entries[0];
  if (!root) throw new BoundaryFileError("kmz_without_kml");
  const features: RawFeature[] = [];
  const outside: KmlContent["links"] = [];
  const seen = new Set([root]);
  let allowed: number = BOUNDARY_LIMITS.unpackedBytes;
  // A growing list: entries found by links are read after the one that links to them.
  for (const entry of seen) {
    const content = readEntry(bytes, entry, allowed);
    allowed -= content.size;
    features.push(...content.features);
    holdLimits(features.length, countPositions(features));
    for (const link of content.links) {
      const target = entryAt(entries, entry.name, link.href);
      if (target) seen.add(target);
      else outside.push(link);
    }
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

/** The entry that a relative address means, seen from the file `from`. */
function entryAt(entries: ArchiveEntry[], from: string, href: string): ArchiveEntry | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("/") || href === "") return;
  const segments = from.split("/").slice(0, -1);
  for (const segment of (href.split(/[?#]/)[0] ?? "").split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "." && segment !== "") segments.push(segment);
  }
  return entries.find(({ name }) => name === segments.join("/"));
}
