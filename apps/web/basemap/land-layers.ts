/** Layers of the vector archive, one per source: their features with the properties that the style asks for and nothing else. */
import { centroidOf, geodesicAreaM2 } from "@nihol/geo/polygon";
import type { Feature, FeatureCollection, Polygon } from "geojson";
import { peakNamesOf, riverNamesOf } from "./landmark-names.ts";
import type { Named } from "./place-names.ts";
import { type Settlement, settlementNames } from "./settlement-names.ts";
import { dataBounds } from "./tile-grid.ts";

type Sources = (name: string) => FeatureCollection;

export interface LandLayer {
  name: string;
  source: string;
  licence: string;
  /** Features in degrees; `minzoom` says from where they are shown. */
  features: (sources: Sources) => Feature[];
  /** Simplification, in units of 1/4096 of a tile; 3 by default. */
  tolerance?: number;
}

const naturalEarth = { source: "Natural Earth 1:10m", licence: "public domain" };
const gshhg = { source: "GSHHG 2.3.7", licence: "LGPL-3.0-or-later" };
const roadTiles = { source: "Natural Earth, by mapion/natural-earth-tiles", licence: "ODbL-1.0" };
const geoNames = { source: "GeoNames", licence: "CC-BY-4.0" };

const withProperties = (feature: Feature, properties: Feature["properties"]): Feature => ({
  type: "Feature",
  geometry: feature.geometry,
  properties,
});
const bare = (name: string) => (sources: Sources) =>
  sources(name).features.map((one) => withProperties(one, {}));
const numberOf = (value: unknown, otherwise: number) =>
  typeof value === "number" ? value : otherwise;

/** Zoom from which a river is shown, by its class in WDB II: 1–4 permanent, 5–7 intermittent, 8–10 canals. */
const riverZooms: Record<number, number> = { 1: 4, 2: 5, 3: 7, 4: 8, 5: 8, 6: 9, 7: 9 };

function rivers(sources: Sources): Feature[] {
  return sources("rivers_wdbii").features.map((one) => {
    const level = numberOf(one.properties?.class, 4);
    const kind = level >= 8 ? "canal" : level >= 5 ? "intermittent" : "river";
    return withProperties(one, { kind, level, minzoom: riverZooms[level] ?? 9 });
  });
}

/** Features with names that we know in four languages. */
const withNames = (known: Record<string, Named>, feature: Feature, more: Feature["properties"]) => {
  const names = known[String(feature.properties?.name)];
  return names ? [withProperties(feature, { ...names, ...more })] : [];
};

/** Natural Earth draws the large rivers beside those of WDB II: here they carry names only. */
const riverNames = (sources: Sources): Feature[] =>
  sources("rivers").features.flatMap((one) => withNames(riverNamesOf, one, { minzoom: 6 }));

/** The Aral Sea of GSHHG is that of fifty years ago. */
const isAral = ([lon, lat]: readonly number[]) =>
  lon !== undefined && lat !== undefined && lon > 57.5 && lon < 62.5 && lat > 43 && lat < 47;
const boxOf = (ring: readonly (readonly number[])[]) => {
  const [lons, lats] = [ring.map(([lon = 0]) => lon), ring.map(([, lat = 0]) => lat)];
  return {
    west: Math.min(...lons),
    east: Math.max(...lons),
    south: Math.min(...lats),
    north: Math.max(...lats),
  };
};

/** Lakes that Natural Earth does not have. */
function moreLakes(sources: Sources): Feature[] {
  const known = sources("lakes").features.map((one) =>
    boxOf((one.geometry as Polygon).coordinates[0] ?? []),
  );
  return sources("lakes_gshhg").features.flatMap((one) => {
    const shape = one.geometry as Polygon;
    const [lon, lat] = centroidOf(shape);
    const isKnown = known.some(
      (box) => lon > box.west && lon < box.east && lat > box.south && lat < box.north,
    );
    if (isKnown || isAral([lon, lat])) return [];
    return [withProperties(one, { minzoom: geodesicAreaM2(shape) > 3e8 ? 4 : 6 })];
  });
}

/** Inhabitants from which a settlement is shown at a zoom. */
const steps = [
  [3, 4_000_000],
  [4, 1_500_000],
  [5, 500_000],
  [6, 150_000],
  [7, 50_000],
  [8, 15_000],
  [9, 5_000],
] as const;
/** Beyond our own countries only what helps to find one's way. */
const neighbourMin = 15_000;

function placeZoom({ fc, cc, pop }: Settlement): number {
  const byPeople = steps.find(([, people]) => pop >= people)?.[0] ?? 10;
  if (fc === "PPLC") return 3;
  if (cc !== "TJ" && cc !== "AZ") return byPeople;
  if (fc === "PPLA") return Math.min(byPeople, 6);
  return fc === "PPLA2" ? Math.min(byPeople, 8) : byPeople;
}

function settlements(sources: Sources): Feature[] {
  return sources("settlements_geonames").features.flatMap((one) => {
    const place = one.properties as Settlement;
    const isOurs = place.cc === "TJ" || place.cc === "AZ";
    if (!isOurs && place.pop < neighbourMin) return [];
    const names = settlementNames(place);
    if (!names) return [];
    const minzoom = placeZoom(place);
    const kind = place.fc === "PPLC" ? "capital" : place.fc === "PPLA" ? "centre" : "place";
    return [withProperties(one, { ...names, kind, pop: place.pop, minzoom })];
  });
}

const peaks = (sources: Sources): Feature[] =>
  sources("peaks").features.flatMap((one) =>
    withNames(peakNamesOf, one, { elevation: one.properties?.elevation, minzoom: 7 }),
  );

/** The ground below water: the countries of the whole world are too coarse for it. */
function ground(): Feature[] {
  const [west, south, east, north] = dataBounds;
  const ring = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ];
  return [{ type: "Feature", properties: {}, geometry: { type: "Polygon", coordinates: [ring] } }];
}

export const landLayers: readonly LandLayer[] = [
  { name: "ground", source: "a rectangle", licence: "public domain", features: ground },
  { name: "ocean", ...naturalEarth, features: bare("ocean"), tolerance: 1 },
  { name: "lake", ...naturalEarth, features: bare("lakes"), tolerance: 1 },
  { name: "lake_more", ...gshhg, features: moreLakes, tolerance: 1 },
  { name: "glacier", ...naturalEarth, features: bare("glaciers") },
  { name: "urban", ...roadTiles, features: bare("urban_areas") },
  { name: "river", ...gshhg, features: rivers },
  { name: "river_name", ...naturalEarth, features: riverNames },
  {
    name: "road",
    ...roadTiles,
    features: (sources) =>
      sources("roads").features.map((one) => {
        const rank = numberOf(one.properties?.scalerank, 8);
        return withProperties(one, { rank, minzoom: rank <= 4 ? 5 : rank <= 6 ? 6 : 7 });
      }),
  },
  {
    name: "rail",
    ...roadTiles,
    features: (sources) =>
      sources("railroads").features.map((one) => withProperties(one, { minzoom: 6 })),
  },
  { name: "peak", ...naturalEarth, features: peaks },
  { name: "place", ...geoNames, features: settlements },
];
