import type { Garden } from "@nihol/contract/gardens";
import { type NamedShape, toGeoJson, toKml } from "@nihol/geo/files/write-boundary";
import { saveFile } from "../../../lib/api/save-file.ts";

const types = { kml: "application/vnd.google-earth.kml+xml", geojson: "application/geo+json" };

/** Saves a garden's boundary as a file named after it. Does nothing without a boundary. */
export function downloadBoundary(garden: Garden, name: string, kind: "kml" | "geojson"): void {
  if (!garden.boundary) return;
  const boundary: NamedShape = {
    name,
    properties: {
      id: garden.id,
      tg: garden.name.tg,
      ru: garden.name.ru,
      en: garden.name.en,
      area_m2: garden.area_m2,
    },
    geometry: garden.boundary,
  };
  const text = kind === "kml" ? toKml([boundary], name) : toGeoJson([boundary]);
  saveFile(
    new Blob([text], { type: types[kind] }),
    `${fileName(name) || `garden-${garden.id}`}.${kind}`,
  );
}

/** Letters and digits of any script; what file systems dislike becomes a dash. */
function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "");
}
