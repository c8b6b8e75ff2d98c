import type { MultiPolygon, Position, Ring } from "../geometry.ts";

/** A place on earth: `[lon, lat]` in degrees. */
export interface Point {
  type: "Point";
  coordinates: Position;
}

/** Something on the map to be written: plain text, and an area, a point or nothing yet. */
export interface NamedShape {
  name: string;
  description?: string;
  properties?: Record<string, string | number | boolean | null>;
  geometry: MultiPolygon | Point | null;
}

/** A GeoJSON FeatureCollection (RFC 7946). */
export function toGeoJson(shapes: NamedShape[]): string {
  const features = shapes.map(({ name, description, properties, geometry }) => ({
    type: "Feature",
    properties: { ...properties, name, ...(description ? { description } : {}) },
    geometry,
  }));
  return JSON.stringify({ type: "FeatureCollection", features });
}

/** KML 2.2 (OGC 07-147r2): one placemark a shape, properties as ExtendedData. */
export function toKml(shapes: NamedShape[], documentName = ""): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
    `<name>${escapeXml(documentName)}</name>`,
    ...shapes.map(placemark),
    "</Document></kml>",
    "",
  ].join("\n");
}

function placemark({ name, description, properties, geometry }: NamedShape): string {
  const data = Object.entries(properties ?? {}).map(([key, value]) => {
    return `<Data name="${escapeXml(key)}"><value>${escapeXml(String(value ?? ""))}</value></Data>`;
  });
  return [
    `<Placemark><name>${escapeXml(name)}</name>`,
    description ? `<description>${escapeXml(description)}</description>` : "",
    data.length > 0 ? `<ExtendedData>${data.join("")}</ExtendedData>` : "",
    geometry ? shape(geometry) : "",
    "</Placemark>",
  ].join("");
}

function shape(geometry: MultiPolygon | Point): string {
  if (geometry.type === "Point")
    return `<Point><coordinates>${geometry.coordinates.slice(0, 2).join(",")}</coordinates></Point>`;
  return `<MultiGeometry>${geometry.coordinates.map(polygon).join("")}</MultiGeometry>`;
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
