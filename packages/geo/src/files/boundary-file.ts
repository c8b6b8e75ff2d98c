/** Boundaries from a file that a person gives: KML, KMZ or GeoJSON, up to 20 MB. */
import {
  BOUNDARY_LIMITS,
  type BoundaryFile,
  BoundaryFileError,
  type RejectedFeature,
} from "./boundary-codes.ts";
import { contentKind } from "./content-kind.ts";
import { readGeoJson } from "./geojson-reader.ts";
import { type KmlContent, kmlReader } from "./kml-reader.ts";
import { readKmz } from "./kmz-reader.ts";
import { checkFeature, plainText } from "./raw-feature.ts";
import { decoderFor } from "./text-decoding.ts";

const PIECE = 1024 * 1024;

/**
 * Reads the polygons of a boundary file. What the file is, its content says, not its name; the
 * name only serves as a name for a single nameless polygon. Nothing outside the file is ever read.
 * Every feature ends in `features` (cleaned and measured) or in `rejected` with a code; parts that were left out of a
 * feature are in `rejected` too.
 * Throws BoundaryFileError when the file as a whole is of no use. Large files take seconds: the
 * server should call it off its main thread.
 */
export function readBoundaryFile(bytes: Uint8Array, fileName: string): BoundaryFile {
  if (bytes.length > BOUNDARY_LIMITS.fileBytes) throw new BoundaryFileError("file_too_large");
  const { features: found, links } = readContent(bytes);
  if (found.length + links.length === 0) throw new BoundaryFileError("no_features");
  const file: BoundaryFile = { features: [], rejected: [] };
  for (const [index, raw] of found.entries()) {
    const { feature, rejected } = checkFeature(raw, index);
    if (feature) file.features.push(feature);
    file.rejected.push(...rejected);
  }
  file.rejected.push(...links.map((link, i) => linkRefusal(link, found.length + i)));
  const [only] = file.features;
  if (only && file.features.length === 1) only.name ||= nameFromFile(fileName);
  return file;
}

function readContent(bytes: Uint8Array): KmlContent {
  const kind = contentKind(bytes);
  if (kind === "empty") throw new BoundaryFileError("file_empty");
  if (kind === "zip") return readKmz(bytes);
  if (kind === "xml") return readKml(bytes);
  if (kind === "json") return { features: readGeoJson(decoderFor(bytes)(bytes, true)), links: [] };
  throw new BoundaryFileError("not_a_boundary_file", { what: kind.other });
}

function readKml(bytes: Uint8Array): KmlContent {
  const reader = kmlReader();
  const decode = decoderFor(bytes);
  for (let at = 0; at < bytes.length; at += PIECE) {
    reader.write(decode(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length));
  }
  return reader.close();
}

function linkRefusal(link: KmlContent["links"][number], index: number): RejectedFeature {
  const name = plainText(link.name, BOUNDARY_LIMITS.nameLength);
  const what = plainText(link.href, 200);
  return { name, index, line: link.line, code: "network_link_not_followed", detail: { what } };
}

function nameFromFile(fileName: string): string {
  const last = fileName.split(/[\\/]/).at(-1) ?? "";
  return plainText(
    last.replace(/\.(kml|kmz|geojson|json|xml|zip)$/i, ""),
    BOUNDARY_LIMITS.nameLength,
  );
}
