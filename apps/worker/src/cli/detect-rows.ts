import { type Georeference, pixelToLonLat } from "@nihol/vision/coordinates/projection";
import type { Detection } from "@nihol/vision/detect/detector";
import type { Planting } from "@nihol/vision/plantings/find-plantings";
import { youngTreesOf } from "@nihol/vision/plantings/young-trees";
import { rounded } from "./rounded.ts";

type Rows = { plantings?: Planting[]; trees: Detection[]; gsdMeters: number };

const pitsOf = (places: Planting["places"]) => places.filter(({ isPit }) => isPit);

/** A line for people. */
export function rowsText({ spacingMeters, places, occupied, low, high }: Planting): string {
  const [along, across] = spacingMeters.map((meters) => meters.toFixed(1));
  const pits = pitsOf(places).length;
  const empty = pits > 0 ? ` Pits dug and empty: ${pits}.` : "";
  return `Rows at ${along} × ${across} m: ${places.length} places, ${occupied} occupied (90 %: ${low} to ${high}).${empty}`;
}

const factsOf = (plantings: readonly Planting[]) =>
  plantings.map((planting) => ({
    spacing_m: planting.spacingMeters.map((meters) => rounded(meters, 2)),
    direction_deg: rounded(planting.directionDegrees, 1),
    crown_m: rounded(planting.crownMeters, 2),
    places: planting.places.length,
    occupied: planting.occupied,
    low: planting.low,
    high: planting.high,
    pits: pitsOf(planting.places).length,
    level: 0.9,
    separation: rounded(planting.separation, 3),
  }));

const missingOf = (plantings: readonly Planting[]) =>
  plantings.flatMap(({ places }) =>
    places.filter(({ isOccupied, isPit }) => !isOccupied && !isPit),
  );
const allPitsOf = (plantings: readonly Planting[]) =>
  plantings.flatMap(({ places }) => pitsOf(places));

/** The score of an empty place is the chance that nothing stands there, with a pit or without. */
const emptyInPixels = ({ x, y, chance }: Planting["places"][number]) => ({
  at: [rounded(x, 2), rounded(y, 2)],
  score: rounded(1 - chance, 4),
});

/** Rows, young trees that the network did not find, and missing places, in pixels; nothing where nobody asked. */
export function rowsAsPixels({ plantings, trees, gsdMeters }: Rows) {
  if (!plantings) return {};
  return {
    rows: factsOf(plantings),
    young_trees: youngTreesOf(plantings, trees, gsdMeters).map(({ box, score }) => ({
      box: box.map((value) => rounded(value, 2)),
      score: rounded(score, 4),
    })),
    missing_places: missingOf(plantings).map(emptyInPixels),
    empty_pits: allPitsOf(plantings).map(emptyInPixels),
  };
}

/** The same as points in longitude and latitude, beside a statement on the rows. */
export function rowsAsFeatures({ plantings, trees, gsdMeters }: Rows, georeference: Georeference) {
  if (!plantings) return { facts: {}, features: [] };
  const pointOf = (kind: string) => (place: { x: number; y: number }, score: number) => ({
    type: "Feature",
    geometry: {
      type: "Point",
      coordinates: pixelToLonLat(georeference, place.x, place.y).map((v) => rounded(v, 8)),
    },
    properties: { kind, score: rounded(score, 4) },
  });
  const [young, missing] = [pointOf("young_tree"), pointOf("missing_place")];
  const pit = pointOf("empty_pit");
  return {
    facts: { rows: factsOf(plantings) },
    features: [
      ...youngTreesOf(plantings, trees, gsdMeters).map((tree) => young(tree, tree.score)),
      ...missingOf(plantings).map((place) => missing(place, 1 - place.chance)),
      ...allPitsOf(plantings).map((place) => pit(place, 1 - place.chance)),
    ],
  };
}
