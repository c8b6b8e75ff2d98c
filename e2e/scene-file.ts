/** A picture for the journeys: a real NAIP tile where the shared data lies beside the project, else our own drawing. */
import { existsSync } from "node:fs";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { inspectImage } from "@nihol/vision/door";
import { drawScene, encodeScene } from "@nihol/vision/scene";

const real = resolve(
  import.meta.dirname,
  "../../shared/data/real/geotiff/pairs-naip/shared/riverside_2020_77.tif",
);

export interface SceneFile {
  path: string;
  /** Longitude and latitude of a rectangle well inside the picture. */
  ring: [number, number][];
}

/** The file, and a rectangle that leaves out a tenth at each side. */
export async function sceneFile(): Promise<SceneFile> {
  const path = existsSync(real)
    ? real
    : join(await mkdtemp(join(tmpdir(), "nihol-scene-")), "scene.tif");
  if (path !== real)
    await writeFile(
      path,
      encodeScene(drawScene({ seed: 5, lon: 69.1, lat: 38.9, date: 0, size: 800 })),
    );
  const [west, south, east, north] = (await inspectImage(path)).bbox;
  const [dx, dy] = [(east - west) / 10, (north - south) / 10];
  const [w, s, e, n] = [west + dx, south + dy, east - dx, north - dy];
  return {
    path,
    ring: [
      [w, s],
      [e, s],
      [e, n],
      [w, n],
      [w, s],
    ],
  };
}

/** The rectangle as KML, the way field staff hand it in. */
export function kmlOf(name: string, ring: [number, number][]): string {
  const coordinates = ring.map(([lon, lat]) => `${lon},${lat},0`).join(" ");
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;
}
