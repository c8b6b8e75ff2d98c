import type { MultiPolygon, Position, Ring } from "../geometry.ts";

/** A place on earth: `[lon, lat]` in degrees. */
interface Point {
  type: "Point";
  coordinates: Position;
}

export type Shape = MultiPolygon | Point;

/** Something on the map to be written: plain text, and an area, a point or nothing yet. */
export interface NamedShape {
  name: string;
  description?: string;
  properties?: Record<string, string | number | boolean | null>;
  geometry: Shape | null;
}

/** A file of many shapes, to be written one after the other: `head`, the shapes parted by `between`, `foot`. */
interface ShapeText {
  head: (documentName: string) => string;
  shape: (shape: NamedShape) => string;
  between: string;
  foot: string;
}

/** A GeoJSON FeatureCollection (RFC 7946). */
export const geoJsonText: ShapeText = {
  head: () => '{"type":"FeatureCollection","features":[',
  shape: ({ name, description, properties, geometry }) =>
    JSON.stringify({
      type: "Feature",
      properties: { ...properties, name, ...(description ? { description } : {}) },
      geometry,
    }),
  between: ",\n",
  foot: "]}",
};

/** KML 2.2 (OGC 07-147r2): one placemark a shape, properties as ExtendedData. */
export const kmlText: ShapeText = {
  head: (documentName) =>
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>',
      `<name>${escapeXml(documentName)}</name>`,
      "",
    ].join("\n"),
  shape: placemark,
  between: "\n",
  foot: "\n</Document></kml>\n",
};

const written = (shapes: NamedShape[], text: ShapeText, documentName: string) =>
  text.head(documentName) + shapes.map(text.shape).join(text.between) + text.foot;

/** Writes a short list of shapes as GeoJSON, in one string. */
export const toGeoJson = (shapes: NamedShape[]) => written(shapes, geoJsonText, "");

/** Writes a short list of shapes as KML, in one string. */
export const toKml = (shapes: NamedShape[], documentName = "") =>
  written(shapes, kmlText, documentName);

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

/** Text for XML. XML 1.0 forbids most control characters even escaped, so they are left out. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, "")
    .replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
