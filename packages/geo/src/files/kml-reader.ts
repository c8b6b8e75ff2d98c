import { SaxesParser, type SaxesTagPlain } from "saxes";
import type { Ring } from "../geometry.ts";
import { BOUNDARY_LIMITS, BoundaryFileError } from "./boundary-codes.ts";
import { parseCoordinates } from "./kml-coordinates.ts";
import { type RawFeature, rawFeature, requireWithinLimits } from "./raw-feature.ts";

/** Reads KML piece by piece: `write` the text as it comes, then `close`. Both throw BoundaryFileError. */
interface KmlReader {
  write(text: string): void;
  close(): KmlContent;
}

export interface KmlContent {
  features: RawFeature[];
  /** Addresses of network links. They are never fetched. */
  links: { name: string; href: string; line: number }[];
}

const ROOTS = new Set(["kml", "Document", "Folder", "Placemark", "NetworkLink"]);
const OVERLAYS = new Set(["GroundOverlay", "ScreenOverlay", "PhotoOverlay"]);
const OTHER_GEOMETRIES = new Set(["Point", "Model", "Track", "MultiTrack"]);

/** State of the reading. Namespaces are ignored: files with undeclared or odd ones are common. */
interface Progress extends KmlContent {
  parser: SaxesParser;
  path: string[];
  elements: number;
  positions: number;
  feature: RawFeature | null;
  /** The polygon that is open, with the depth of its element: its hole may stand before its outer ring. */
  polygon: { depth: number; outer: Ring[]; holes: Ring[] } | null;
  /** Depth of the element that holds `feature`. */
  featureDepth: number;
  link: { name: string; href: string; line: number } | null;
  /** Text is kept only inside the elements that matter, so that 50 MB of blanks take no memory. */
  capture: { depth: number; text: string; done: (text: string) => unknown } | null;
}

export function kmlReader(): KmlReader {
  const parser = new SaxesParser({ xmlns: false, position: true });
  const progress: Progress = {
    parser,
    path: [],
    elements: 0,
    positions: 0,
    feature: null,
    polygon: null,
    featureDepth: 0,
    link: null,
    capture: null,
    features: [],
    links: [],
  };
  parser.on("error", () => {
    throw new BoundaryFileError("xml_malformed", { line: parser.line, column: parser.column + 1 });
  });
  parser.on("doctype", (doctype) => {
    if (/^\s*html\b/i.test(doctype))
      throw new BoundaryFileError("not_a_boundary_file", { what: "html" });
    throw new BoundaryFileError("xml_doctype_refused", { line: parser.line });
  });
  parser.on("opentag", (tag) => openElement(progress, tag));
  parser.on("closetag", () => closeElement(progress));
  return {
    write: (text) => void parser.write(text),
    close: () => {
      parser.close();
      return { features: progress.features, links: progress.links };
    },
  };
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

function openElement(progress: Progress, tag: SaxesTagPlain): void {
  const name = localName(tag.name);
  const { path, parser } = progress;
  const parent = path.at(-1);
  if (path.length === 0 && !ROOTS.has(name)) {
    throw new BoundaryFileError("not_a_boundary_file", { what: name.toLowerCase().slice(0, 40) });
  }
  path.push(name);
  progress.elements++;
  if (path.length > BOUNDARY_LIMITS.xmlDepth) {
    throw new BoundaryFileError("xml_too_deep", { line: parser.line });
  }
  if (progress.elements > BOUNDARY_LIMITS.xmlElements) {
    throw new BoundaryFileError("xml_too_many_elements", { line: parser.line });
  }
  if (progress.capture) return;
  if (progress.feature) openInFeature(progress, progress.feature, name, parent, tag);
  else if (progress.link) openInLink(progress, progress.link, name);
  else openContainer(progress, name);
}

function openContainer(progress: Progress, name: string): void {
  const { line } = progress.parser;
  if (name === "Placemark" || OVERLAYS.has(name)) {
    progress.feature = rawFeature(line);
    progress.featureDepth = progress.path.length;
    if (name !== "Placemark") {
      progress.feature.refusal = { code: "overlay_ignored", detail: { what: name } };
    }
    progress.features.push(progress.feature);
    requireWithinLimits(progress.features.length, progress.positions);
  } else if (name === "NetworkLink") {
    progress.link = { name: "", href: "", line };
    progress.featureDepth = progress.path.length;
    progress.links.push(progress.link);
    requireWithinLimits(progress.links.length, 0);
  }
}

function openInLink(progress: Progress, link: { name: string; href: string }, name: string): void {
  if (name === "name") captureText(progress, (text) => Object.assign(link, { name: text }));
  if (name === "href")
    captureText(progress, (text) => Object.assign(link, { href: link.href || text.trim() }));
}

function openInFeature(
  progress: Progress,
  feature: RawFeature,
  name: string,
  parent: string | undefined,
  tag: SaxesTagPlain,
): void {
  if (progress.path.length === progress.featureDepth + 1) {
    if (name === "name") captureText(progress, (text) => Object.assign(feature, { name: text }));
    if (name === "description")
      captureText(progress, (text) => Object.assign(feature, { description: text }));
  }
  if (name === "Polygon")
    progress.polygon ??= { depth: progress.path.length, outer: [], holes: [] };
  if (name === "SimpleData") captureProperty(progress, feature, tag.attributes.name);
  if (name === "Data")
    progress.path[progress.path.length - 1] = `Data ${tag.attributes.name ?? ""}`;
  if (name === "value" && parent?.startsWith("Data "))
    captureProperty(progress, feature, parent.slice(5));
  if (OTHER_GEOMETRIES.has(name)) {
    if (!progress.path.slice(0, -1).includes("MultiTrack")) feature.others.push(name);
  }
  if (name === "coordinates") {
    const { line } = progress.parser;
    captureText(progress, (text) => takeCoordinates(progress, feature, text, line));
  }
}

function captureProperty(progress: Progress, feature: RawFeature, key: string | undefined): void {
  if (!key || Object.keys(feature.properties).length >= BOUNDARY_LIMITS.properties) return;
  captureText(progress, (text) => {
    // Not a plain assignment: a property named __proto__ must stay a property.
    const value = text.trim().slice(0, 1000);
    Object.defineProperty(feature.properties, key, { value, enumerable: true, configurable: true });
  });
}

function captureText(progress: Progress, done: (text: string) => unknown): void {
  const capture = { depth: progress.path.length, text: "", done };
  progress.capture = capture;
  const keep = (text: string) => {
    capture.text += text;
  };
  progress.parser.on("text", keep);
  progress.parser.on("cdata", keep);
}

function closeElement(progress: Progress): void {
  const { path, capture, parser } = progress;
  if (capture && capture.depth === path.length) {
    parser.off("text");
    parser.off("cdata");
    progress.capture = null;
    capture.done(capture.text);
  }
  if (progress.polygon?.depth === path.length) closePolygon(progress);
  if (path.length === progress.featureDepth) {
    progress.feature = null;
    progress.link = null;
    progress.featureDepth = 0;
  }
  path.pop();
}

/** Coordinates belong to the nearest geometry above them. `path` still ends in "coordinates". */
function takeCoordinates(
  progress: Progress,
  feature: RawFeature,
  text: string,
  line: number,
): void {
  const { path } = progress;
  const holder = path.at(-2) ?? "";
  if (holder !== "LinearRing" && holder !== "LineString") return;
  const ring = parseCoordinates(text);
  if (!ring) {
    feature.refusal ??= { code: "coordinates_unreadable", detail: { line } };
    return;
  }
  progress.positions += ring.length;
  requireWithinLimits(0, progress.positions);
  const { polygon } = progress;
  if (polygon) (path.includes("innerBoundaryIs") ? polygon.holes : polygon.outer).push(ring);
  else if (holder === "LinearRing" || isClosed(ring)) feature.polygons.push([ring]);
  else feature.others.push("LineString");
}

/** The holes of a polygon belong to its outer ring, whichever of them stands first. */
function closePolygon(progress: Progress): void {
  const { feature, polygon } = progress;
  progress.polygon = null;
  if (!feature || !polygon) return;
  const [outer, ...others] = polygon.outer;
  if (outer) feature.polygons.push([outer, ...polygon.holes], ...others.map((ring) => [ring]));
  else if (polygon.holes.length > 0) feature.refusal ??= { code: "empty", detail: {} };
}

function isClosed(ring: Ring): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 3 && first?.[0] === last?.[0] && first?.[1] === last?.[1];
}
