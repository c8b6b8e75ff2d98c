/** A drawn image for the journeys, and a boundary within it. */
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bbox } from "@nihol/geo/geometry";
import { inspectImage } from "@nihol/vision/ingest/ingest";
import { drawScene, encodeScene } from "@nihol/vision/scene/scene";

export interface SceneFile {
  path: string;
  /** Longitude and latitude of a rectangle well inside the image. */
  ring: [number, number][];
}

/** The file, and a rectangle that leaves out a tenth at each side. Another longitude is another place and image. */
export async function sceneFile(lon = 69.1): Promise<SceneFile> {
  const path = join(await mkdtemp(join(tmpdir(), "nihol-scene-")), "scene.tif");
  const scene = drawScene({ seed: 5, lon, lat: 38.9, date: 0, size: 800 });
  await writeFile(path, encodeScene(scene));
  return { path, ring: ringWithin((await inspectImage(path)).bbox) };
}

/** A rectangle within a box that leaves out a tenth at each side. */
export function ringWithin([west, south, east, north]: Bbox): [number, number][] {
  const [dx, dy] = [(east - west) / 10, (north - south) / 10];
  const [w, s, e, n] = [west + dx, south + dy, east - dx, north - dy];
  return [
    [w, s],
    [e, s],
    [e, n],
    [w, n],
    [w, s],
  ];
}

/** The rectangle as KML, the way field staff hand it in. */
export function kmlOf(name: string, ring: [number, number][]): string {
  const coordinates = ring.map(([lon, lat]) => `${lon},${lat},0`).join(" ");
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>${name}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${coordinates}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>`;
}
