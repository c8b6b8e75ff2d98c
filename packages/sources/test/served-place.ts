/** Files that the servers of `image-servers.ts` serve: dated images of one place, and a catalogue of them. */
import { execFile } from "node:child_process";
import { copyFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bbox, Position } from "@nihol/geo/geometry";
import { pixelToLonLat } from "@nihol/vision/coordinates/projection";
import { encodeGeoTiff } from "@nihol/vision/scene/geotiff";

const run = promisify(execFile);
const proj4 = "+proj=utm +zone=42 +datum=WGS84 +units=m +no_defs";
/** Near Dushanbe: 0.5 m a pixel, UTM zone 42 north. */
const affine = [480_000, 0.5, 0, 4_268_000, 0, -0.5] as const;
const size = 512;

/** Days of the drawn place, and the colour that each is of: which day an image shows is seen in its middle. */
export const days = { "2026-05-17": [90, 140, 60], "2026-06-20": [170, 120, 60] } as const;
export type ServedDay = keyof typeof days;
/** A day on which nothing was taken: it shows the image of another one, as servers do that answer with their nearest. */
export const repeatedDay = { day: "2026-06-25", of: "2026-06-20" } as const;

/** A GeoTIFF in place of the drawn ones; all are in one projection. */
export interface GivenImage {
  day: string;
  path: string;
}

export interface PlaceOptions {
  /** These in place of the drawn days, the earliest first. */
  images?: readonly GivenImage[];
  /** A further day that shows the image of another one: that of the drawn place, or one of the given images. */
  repeats?: boolean | { day: string; of: string };
}

export interface ServedPlace {
  /** With the file that each shows. */
  days: { day: string; file: string }[];
  epsg: number;
  gsdM: number;
  bbox: Bbox;
}

/** The colour of the day with a little noise, and a dark square at a quarter of its sides: place and day can be read. */
function drawn(day: ServedDay) {
  const data = new Uint8Array(size * size * 3);
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++)
      for (let band = 0; band < 3; band++) {
        const isMark = x >= 96 && x < 160 && y >= 96 && y < 160;
        const noise = (x * 7 + y * 13 + band * 5) % 11;
        data[(y * size + x) * 3 + band] = isMark ? 20 : (days[day][band] ?? 0) + noise;
      }
  return { data, width: size, height: size, bands: 3 };
}

const corner = (x: number, y: number) => pixelToLonLat({ affine, proj4 }, x, y);
const around = (points: readonly Position[]): Bbox => [
  Math.min(...points.map(([lon]) => lon)),
  Math.min(...points.map(([, lat]) => lat)),
  Math.max(...points.map(([lon]) => lon)),
  Math.max(...points.map(([, lat]) => lat)),
];
/** Of the whole drawn image, degrees. */
export const servedBbox = around([
  corner(0, 0),
  corner(size, 0),
  corner(size, size),
  corner(0, size),
]);

async function drawDays(dir: string): Promise<GivenImage[]> {
  const given: GivenImage[] = [];
  for (const day of Object.keys(days) as ServedDay[]) {
    const path = join(dir, `${day}-drawn.tif`);
    const taken = `${day.replaceAll("-", ":")} 07:10:00`;
    await writeFile(path, encodeGeoTiff(drawn(day), affine, 32642, taken));
    given.push({ day, path });
  }
  return given;
}

/** Place of an image, as GDAL states it. */
interface Placed {
  stac: { "proj:epsg": number };
  geoTransform: [number, number];
  wgs84Extent: { coordinates: [Position[]] };
  cornerCoordinates: Record<"upperLeft" | "upperRight" | "lowerRight" | "lowerLeft", Position>;
}
const placedAt = async (path: string): Promise<Placed> =>
  JSON.parse((await run("gdalinfo", ["-json", path])).stdout);

async function writeCatalogue(dir: string, place: ServedPlace, ring: Position[]) {
  const item = (day: string) => ({
    type: "Feature",
    stac_version: "1.0.0",
    id: `place-${day}`,
    bbox: place.bbox,
    geometry: { type: "Polygon", coordinates: [ring] },
    properties: { datetime: `${day}T07:10:00Z`, "eo:cloud_cover": 3, gsd: place.gsdM },
    collection: "orto",
    links: [],
    assets: {
      thumbnail: { href: "./thumbnail.png", type: "image/png", roles: ["thumbnail"] },
      visual: {
        href: `../${day}-cog.tif`,
        type: "image/tiff; application=geotiff; profile=cloud-optimized",
        roles: ["visual", "data"],
        "eo:bands": [{ common_name: "red" }, { common_name: "green" }, { common_name: "blue" }],
      },
    },
  });
  const catalogue = {
    type: "Catalog",
    stac_version: "1.0.0",
    id: "place",
    title: "Drawn place",
    description: "Two days",
    links: [{ rel: "child", href: "./orto/collection.json" }],
  };
  const collection = {
    type: "Collection",
    stac_version: "1.0.0",
    id: "orto",
    description: "Two days",
    license: "CC-BY-4.0",
    extent: { spatial: { bbox: [place.bbox] }, temporal: { interval: [[null, null]] } },
    links: place.days.map(({ day }) => ({ rel: "item", href: `./${day}.json` })),
  };
  await mkdir(join(dir, "orto"));
  await writeFile(join(dir, "catalog.json"), JSON.stringify(catalogue));
  await writeFile(join(dir, "orto/collection.json"), JSON.stringify(collection));
  for (const { day } of place.days)
    await writeFile(join(dir, `orto/${day}.json`), JSON.stringify(item(day)));
}

/** Writes the images and the catalogue under `www`, and which image is of which day as `index.shp`. */
export async function writePlace(dir: string, options: PlaceOptions): Promise<ServedPlace> {
  const www = join(dir, "www");
  await mkdir(www);
  const { images, repeats = false } = options;
  const given = images ?? (await drawDays(dir));
  const [first] = given;
  if (!first) throw new Error("no image is given");
  const again = repeats === true ? repeatedDay : repeats;
  const repeated = again && given.find(({ day }) => day === again.of);
  const shown = repeated ? [...given, { day: again.day, path: repeated.path }] : given;
  const { stac, geoTransform, wgs84Extent } = await placedAt(first.path);
  const [ring] = wgs84Extent.coordinates;
  const features = [];
  const served: ServedPlace["days"] = [];
  for (const { day, path } of shown) {
    const file = join(www, `${day}.tif`);
    await copyFile(path, file);
    const cog = ["-of", "COG", "-co", "BLOCKSIZE=128", "-co", "COMPRESS=DEFLATE"];
    await run("gdal_translate", ["-q", ...cog, file, join(www, `${day}-cog.tif`)]);
    const { upperLeft, upperRight, lowerRight, lowerLeft } = (await placedAt(path))
      .cornerCoordinates;
    features.push({
      type: "Feature",
      properties: { location: file, day },
      geometry: {
        type: "Polygon",
        coordinates: [[upperLeft, upperRight, lowerRight, lowerLeft, upperLeft]],
      },
    });
    served.push({ day, file });
  }
  const epsg = stac["proj:epsg"];
  const place = { days: served, epsg, gsdM: geoTransform[1], bbox: around(ring) };
  const index = join(dir, "index.geojson");
  await writeFile(index, JSON.stringify({ type: "FeatureCollection", features }));
  await run("ogr2ogr", [
    "-q",
    "-a_srs",
    `EPSG:${epsg}`,
    "-lco",
    "ENCODING=UTF-8",
    join(dir, "index.shp"),
    index,
  ]);
  await writeCatalogue(www, place, ring);
  const small = ["-q", "-of", "PNG", "-b", "1", "-b", "2", "-b", "3", "-outsize", "64", "64"];
  await run("gdal_translate", [...small, first.path, join(www, "orto/thumbnail.png")]);
  return place;
}
