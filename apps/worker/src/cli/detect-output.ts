import { type Georeference, pixelToLonLat } from "@nihol/vision/coordinates/projection";
import type { Detection, Detector } from "@nihol/vision/detect/detector";

/** What a run of the detector gave, in pixels of the image. */
export type DetectRun = {
  width: number;
  height: number;
  gsdMeters: number;
  detector: Pick<Detector, "name" | "version" | "sha256">;
  threshold: number;
  seconds: number;
  trees: Detection[];
};

function rounded(value: number, digits: number): number {
  return Math.round(value * 10 ** digits) / 10 ** digits;
}

function modelOf({ detector }: DetectRun): string {
  return `${detector.name} ${detector.version} (${detector.sha256.slice(0, 12)})`;
}

/** Boxes and crowns in pixels of the file. */
export function asBoxes(run: DetectRun) {
  const { width, height, trees } = run;
  return {
    width,
    height,
    gsd_m: rounded(run.gsdMeters, 6),
    model: modelOf(run),
    threshold: run.threshold,
    megapixels: rounded((width * height) / 1e6, 3),
    seconds: rounded(run.seconds, 3),
    trees: trees.map((tree) => ({
      box: tree.box.map((v) => rounded(v, 2)),
      score: rounded(tree.score, 4),
      green: tree.green,
      crown: tree.crown.map(([x, y]) => [rounded(x, 2), rounded(y, 2)]),
    })),
  };
}

/** A closed ring in longitude and latitude, anticlockwise as RFC 7946 wants it. */
function ringOf(crown: Detection["crown"], georeference: Georeference): number[][] {
  const ring = crown.map(([x, y]) =>
    pixelToLonLat(georeference, x, y).map((degrees) => rounded(degrees, 8)),
  );
  let twice = 0;
  ring.forEach(([x = 0, y = 0], i) => {
    const [u = 0, v = 0] = ring[(i + 1) % ring.length] ?? [];
    twice += x * v - u * y;
  });
  if (twice < 0) ring.reverse();
  const [first] = ring;
  return first ? [...ring, first] : ring;
}

/** Crowns as GeoJSON (RFC 7946): WGS 84, longitude before latitude. */
export function asGeoJson(run: DetectRun, georeference: Georeference) {
  return {
    type: "FeatureCollection",
    model: modelOf(run),
    gsd_m: rounded(run.gsdMeters, 6),
    threshold: run.threshold,
    megapixels: rounded((run.width * run.height) / 1e6, 3),
    seconds: rounded(run.seconds, 3),
    features: run.trees.map((tree) => {
      const [lon, lat] = pixelToLonLat(georeference, tree.x, tree.y);
      return {
        type: "Feature",
        geometry: { type: "Polygon", coordinates: [ringOf(tree.crown, georeference)] },
        properties: {
          score: rounded(tree.score, 4),
          green: tree.green,
          area_m2: rounded(tree.areaM2, 2),
          index: rounded(tree.index, 4),
          index_name: tree.indexName,
          lon: rounded(lon, 8),
          lat: rounded(lat, 8),
        },
      };
    }),
  };
}
