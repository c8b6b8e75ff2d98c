/** A garden's boundary as a file for other programs. */
import type { Garden } from "@nihol/contract/gardens";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string) =>
  text.replace(/[&<>"]/g, (c) => escapes[c] ?? c).replace(/[^\P{Cc}\t\n\r]/gu, "");

const ring = (positions: number[][]) =>
  `<LinearRing><coordinates>${positions.map(([lon, lat]) => `${lon},${lat}`).join(" ")}</coordinates></LinearRing>`;

const polygon = ([outer = [], ...holes]: number[][][]) =>
  `<Polygon><outerBoundaryIs>${ring(outer)}</outerBoundaryIs>${holes
    .map((hole) => `<innerBoundaryIs>${ring(hole)}</innerBoundaryIs>`)
    .join("")}</Polygon>`;

/** KML 2.2 (OGC 07-147r2) with one placemark; the names in the other languages are extended data. */
export function kmlFile({ name, boundary }: Garden): string {
  const data = Object.entries(name)
    .filter(([, value]) => value)
    .map(
      ([language, value]) =>
        `<Data name="name_${language}"><value>${escaped(value)}</value></Data>`,
    )
    .join("");
  const parts = (boundary?.coordinates ?? []).map(polygon).join("");
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>${escaped(name.ru)}</name><ExtendedData>${data}</ExtendedData><MultiGeometry>${parts}</MultiGeometry></Placemark></Document></kml>
`;
}

/** GeoJSON (RFC 7946): a collection of one feature with the names as properties. */
export function geoJsonFile({ id, name, area_m2, boundary }: Garden): string {
  const names = Object.fromEntries(Object.entries(name).map(([k, v]) => [`name_${k}`, v]));
  return JSON.stringify({
    type: "FeatureCollection",
    features: [
      { type: "Feature", id, properties: { name: name.ru, ...names, area_m2 }, geometry: boundary },
    ],
  });
}
