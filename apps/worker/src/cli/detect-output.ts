import { shownGsd } from "@nihol/contract/values/imagery/raster-metadata";
import type { GroundAssessment } from "@nihol/counting/ground/assess-ground";
import { countText, type GroundWords, groundText, isUnfamiliar } from "@nihol/locales/ground-text";
import { text } from "@nihol/locales/text";
import { type Georeference, pixelToLonLat } from "@nihol/vision/coordinates/projection";
import type { Canopy } from "@nihol/vision/detect/canopy";
import type { Detection, Detector } from "@nihol/vision/detect/detector";
import { smallestCrown } from "@nihol/vision/detect/smallest-crown";
import type { GreenLevel } from "@nihol/vision/green/green";
import type { Planting } from "@nihol/vision/plantings/find-plantings";
import type { Shrub } from "@nihol/vision/shrubs/dry-land";
import type { GroundFile } from "../learning/learn-from-images.ts";
import { canopyFields } from "./detect-canopy.ts";
import { greenFields } from "./detect-green.ts";
import { groundFields } from "./detect-ground.ts";
import { rowsAsFeatures, rowsAsPixels } from "./detect-rows.ts";
import { shrubFields } from "./detect-shrubs.ts";
import { rounded } from "./rounded.ts";

/** Result of a run of the detector, in pixels of the image. */
export type DetectRun = {
  width: number;
  height: number;
  gsdMeters: number;
  /** Of what the image shows, where it was blown up. */
  shownGsdMeters?: number;
  /** The file keeps its colours at half resolution, which takes small trees away. */
  halfColours: boolean;
  detector: Pick<Detector, "name" | "version" | "sha256" | "card">;
  /** Null where no trees were looked for. */
  threshold: number | null;
  seconds: number;
  trees: Detection[];
  /** Familiarity of the ground, and the range of the count there; absent where the model does not say. */
  assessed?: GroundAssessment | undefined;
  /** Lessons of the ground, where they were used. */
  ground?: GroundFile | undefined;
  /** Taken while trees there stand without leaves: those without green are unsure. */
  leavesOff?: boolean;
  /** Ground under crowns and under closed canopy; absent where the detector marks no crowns. */
  canopy?: Canopy;
  /** Shrubs of dry land, which are not among the trees. */
  shrubs?: readonly Shrub[];
  /** Too coarse for counting trees: why, and what it gives in their place. */
  coarse?: { text: string; green: GreenLevel };
  /** Young trees in rows; absent where nobody asked. */
  plantings?: Planting[];
};

/** The text of a familiarity as the product's screens give it. */
const words: GroundWords = {
  language: "en",
  text: (key, params) => text("en", `coverage.${key}`, params),
};

const countOf = ({ trees, low, high, ...ground }: GroundAssessment) => {
  const isUnfamiliar = ground.familiarity === "unfamiliar";
  return {
    ...{ total: trees, unsure_leaf_off: 0 },
    low: isUnfamiliar ? null : Math.floor(low),
    high: isUnfamiliar ? null : Math.ceil(high),
    ground: { ...ground, unfamiliar_trees: isUnfamiliar ? trees : 0 },
  };
};

/** "95 (61–160)", or that the ground is unfamiliar; and why. */
export function rangeText(assessed: GroundAssessment): string {
  const count = countOf(assessed);
  const why = groundText(count, words);
  const range = isUnfamiliar(count) ? "" : " (90 % range)";
  return `${countText(count, words)}${range}${why ? `: ${why}` : ""}.`;
}

/** Fields beside the list of trees: their number with its range, how familiar the ground is, and why. */
function countFields(run: DetectRun) {
  const { trees, assessed, coarse, detector, ground: learned } = run;
  // Trees with narrower crowns are neither in the count nor in its range.
  const smallest = smallestCrown(detector.card, shownGsd(run));
  if (coarse) {
    const { share, indexName } = coarse.green;
    const green = share === undefined ? null : rounded(100 * share, 2);
    return {
      count: null,
      reason: "too_coarse",
      text: coarse.text,
      green_level_percent: green,
      green_index: indexName,
    };
  }
  if (!assessed) return { count: trees.length, range: null };
  const { low, high, ground } = countOf(assessed);
  return {
    count: trees.length,
    range: low === null || high === null ? null : { low, high, level: 0.9 },
    smallest_crown_m: rounded(smallest, 2),
    familiarity: ground.familiarity,
    reasons: ground.reasons,
    foreignness: rounded(ground.foreignness, 3),
    text: rangeText(assessed),
    ...(learned ? { ground: groundFields(learned) } : {}),
  };
}

const imageFields = ({ gsdMeters, shownGsdMeters, halfColours }: DetectRun) => ({
  gsd_m: rounded(gsdMeters, 6),
  ...(shownGsdMeters === undefined ? {} : { shown_gsd_m: rounded(shownGsdMeters, 6) }),
  ...(halfColours ? { half_colours: true, note: halfColoursText() } : {}),
});

/** Says that small trees are missing from such a file, and how to send a better one. */
export const halfColoursText = () => text("en", "map.half_colours");

function modelOf({ detector }: DetectRun): string {
  return `${detector.name} ${detector.version} (${detector.sha256.slice(0, 12)})`;
}

/** Boxes and crowns in pixels of the file. */
export function asBoxes(run: DetectRun) {
  const { width, height, trees } = run;
  return {
    width,
    height,
    ...imageFields(run),
    model: modelOf(run),
    threshold: run.threshold,
    megapixels: rounded((width * height) / 1e6, 3),
    seconds: rounded(run.seconds, 3),
    ...countFields(run),
    ...greenFields(run),
    ...canopyFields(run),
    ...shrubFields(run),
    trees: trees.map((tree) => ({
      box: tree.box.map((v) => rounded(v, 2)),
      score: rounded(tree.score, 4),
      green: tree.green,
      crown: tree.crown.map(([x, y]) => [rounded(x, 2), rounded(y, 2)]),
    })),
    ...rowsAsPixels(run),
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
  const rows = rowsAsFeatures(run, georeference);
  return {
    type: "FeatureCollection",
    model: modelOf(run),
    ...imageFields(run),
    threshold: run.threshold,
    megapixels: rounded((run.width * run.height) / 1e6, 3),
    seconds: rounded(run.seconds, 3),
    ...countFields(run),
    ...greenFields(run),
    ...canopyFields(run),
    ...shrubFields(run, georeference),
    ...rows.facts,
    features: [...crownFeatures(run, georeference), ...rows.features],
  };
}

function crownFeatures(run: DetectRun, georeference: Georeference) {
  return run.trees.map((tree) => {
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
  });
}
