/** A country of made-up trees for measuring: towns, orchards in rows, and some anywhere. */

import type { Bbox } from "@nihol/geo/geometry";
import { seededRandom } from "@nihol/geo/seeded-random";
import { mortonOf } from "@nihol/geo/tiles/morton";

/** The box of Tajikistan, degrees. */
const land = { west: 67.3, south: 36.7, east: 75.2, north: 41.1 };
const towns = 300;
const orchards = 3000;
const metre = 1 / 111_000;

interface Spot {
  lon: number;
  lat: number;
  garden: number;
}

/** Makes a drawer of places, each call the next tree's: 55 % in towns, 35 % in orchards of 5 by 5 metres, 10 % anywhere. */
function spotMaker(random: () => number, total: number): () => Spot {
  const place = () => ({
    lon: land.west + random() * (land.east - land.west),
    lat: land.south + random() * (land.north - land.south),
  });
  const centres = Array.from({ length: towns }, () => ({
    ...place(),
    spread: 800 + random() * 4000,
  }));
  const corners = Array.from({ length: orchards }, place);
  const perOrchard = Math.max(1, Math.floor((total * 0.35) / orchards));
  const side = Math.ceil(Math.sqrt(perOrchard));
  let planted = 0;
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return () => {
    const kind = random();
    if (kind < 0.1) return { ...place(), garden: 0 };
    if (kind < 0.65) {
      // The first towns are the largest: a hundredth of the towns holds a tenth of the trees.
      const town = centres[Math.floor(random() ** 2 * towns)] as (typeof centres)[number];
      const at = (degrees: number) => degrees + normal() * town.spread * metre;
      return { lon: at(town.lon), lat: at(town.lat), garden: 0 };
    }
    const n = planted++;
    const orchard = Math.floor(n / perOrchard) % orchards;
    const corner = corners[orchard] as (typeof corners)[number];
    const [column, row] = [n % side, Math.floor((n % perOrchard) / side)];
    return {
      // 1 / cos 38.7°: a degree of longitude is shorter there.
      lon: corner.lon + (column * 5 + random()) * metre * 1.28,
      lat: corner.lat + (row * 5 + random()) * metre,
      garden: orchard + 1,
    };
  };
}

/** Bounds of the image with this number (from 1) of so many: a strip from south to north, degrees. */
export function boundsOfStrip(number: number, images: number): Bbox {
  const width = (land.east - land.west) / images;
  const west = land.west + (number - 1) * width;
  // Towns spread beyond the country.
  return [
    number === 1 ? west - 5 : west,
    land.south - 5,
    number === images ? 180 : west + width,
    90,
  ];
}

/** Rows for COPY: zc, lon, lat, green, area, image (1 to `images`), garden, district, in megabyte chunks. */
export function* treeRows(total: number, images: number): Generator<string> {
  const random = seededRandom(7);
  const nextSpot = spotMaker(random, total);
  let rows: string[] = [];
  for (let i = 0; i < total; i++) {
    const { lon, lat, garden } = nextSpot();
    const share = random();
    // Code of the green state: 75 % green, 18 % not green, 7 % unsure.
    const green = share < 0.75 ? 1 : share < 0.93 ? 0 : 2;
    const column = Math.floor(((lon - land.west) / (land.east - land.west)) * images);
    const image = Math.max(0, Math.min(images - 1, column)) + 1;
    const area = (2 + random() * 30).toFixed(1);
    rows.push(
      `${mortonOf(lon, lat)}\t${lon.toFixed(7)}\t${lat.toFixed(7)}\t${green}\t${area}\t${image}\t${garden || "\\N"}\t${((image * 7) % 68) + 1}\n`,
    );
    if (rows.length < 15_000) continue;
    yield rows.join("");
    rows = [];
  }
  yield rows.join("");
}
