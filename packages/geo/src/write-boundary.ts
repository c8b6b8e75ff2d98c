import type { MultiPolygon, Ring } from "./geometry.ts";

/** A boundary to be written: plain text and an area. */
export interface NamedBoundary {
  name: string;
  description?: string;
  properties?: Record<string, string | number | boolean | null>;
  multiPolygon: MultiPolygon;
}

/** A GeoJSON FeatureCollection (RFC 7946). */
export function toGeoJson(boundaries: NamedBoundary[]): string {
  const features = boundaries.map(({ name, description, properties, multiPolygon }) => ({
    type: "Feature",
    properties: { ...properties, name, ...(description ? { description } : {}) },
    geometry: multiPolygon,
  }));
  return JSON.stringify({ type: "FeatureCollection", features });
}

/** KML 2.2 (OGC 07-147r2): one placemark a boundary, properties as ExtendedData. */
export function toKml(boundaries: NamedBoundary[], documentName = ""): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
    `<name>${escapeXml(documentName)}</name>`,
    ...boundaries.map(placemark),
    "</Document></kml>",
    "",
  ].join("\n");
}

function placemark({ name, description, properties, multiPolygon }: NamedBoundary): string {
  const data = Object.entries(properties ?? {}).map(([key, value]) => {
    return `<Data name="${escapeXml(key)}"><value>${escapeXml(String(value ?? ""))}</value></Data>`;
  });
  return [
    `<Placemark><name>${escapeXml(name)}</name>`,
    description ? `<description>${escapeXml(description)}</description>` : "",
    data.length > 0 ? `<ExtendedData>${data.join("")}</ExtendedData>` : "",
    `<MultiGeometry>${multiPolygon.coordinates.map(polygon).join("")}</MultiGeometry></Placemark>`,
  ].join("");
}

function polygon(rings: Ring[]): string {
  const borders = rings.map((ring, i) => {
    const tag = i === 0 ? "outerBoundaryIs" : "innerBoundaryIs";
    const coordinates = ring.map(([lon, lat]) => `${lon},${lat}`).join(" ");
    return `<${tag}><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></${tag}>`;
  });
  return `<Polygon>${borders.join("")}</Polygon>`;
}

/** XML 1.0 forbids most control characters even escaped, so they are left out. */
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
