/** A garden's boundary as a file for other programs. */
import type { Garden } from "@nihol/contract/gardens";
import { type NamedShape, toGeoJson, toKml } from "@nihol/geo/files/write-boundary";

/** Named in Russian, as the programme's papers are; the other languages are its properties. */
const shapeOf = ({ id, name, area_m2, boundary }: Garden): NamedShape => ({
  name: name.ru,
  properties: {
    id,
    ...Object.fromEntries(Object.entries(name).map(([key, text]) => [`name_${key}`, text])),
    area_m2,
  },
  geometry: boundary,
});

/** KML 2.2 (OGC 07-147r2) with one placemark. */
export const kmlFile = (garden: Garden) => toKml([shapeOf(garden)], garden.name.ru);

/** GeoJSON (RFC 7946): a collection of one feature. */
export const geoJsonFile = (garden: Garden) => toGeoJson([shapeOf(garden)]);
