/** An image as an item of STAC 1.0.0, with the extensions projection, electro-optical, raster and web map links. */
import type { StacItem } from "@nihol/contract/open-data/stac";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import { imageCollection } from "@nihol/contract/values/open-data/catalogue";
import { paths } from "@nihol/contract/values/paths";
import type { ImageRow } from "../../shared/open-data/catalogue-queries.ts";

const extension = (name: string, version: string) =>
  `https://stac-extensions.github.io/${name}/${version}/schema.json`;
const extensions = [
  extension("projection", "v1.1.0"),
  extension("eo", "v1.1.0"),
  extension("raster", "v1.1.0"),
  extension("web-map-links", "v1.1.0"),
];

const cogType = "image/tiff; application=geotiff; profile=cloud-optimized";

/** The first and the last second of a day. */
export const dayStart = (day: string) => `${day}T00:00:00Z`;
export const dayEnd = (day: string) => `${day}T23:59:59Z`;

/** Where its pixels lie: a code where the projection has one, else its text. */
function projectionOf({ epsg, wkt, affine, width, height }: ImageMetadata) {
  const [left, across, leaning, top, turning, down] = affine;
  return {
    "proj:epsg": epsg,
    ...(epsg === null && wkt && { "proj:wkt2": wkt }),
    "proj:shape": [height, width],
    "proj:transform": [across, leaning, left, turning, down, top],
  };
}

/** Bands in the order of the file. */
function bandsOf({ bands, roles, dtype, bits, gsdMeters }: ImageMetadata) {
  const nameOf = (index: number) =>
    (["red", "green", "blue", "nir", "alpha"] as const).find((role) => roles[role] === index);
  return {
    "eo:bands": bands.map(({ index }) => {
      const name = nameOf(index);
      return {
        name: name ?? `band ${index}`,
        ...(name && name !== "alpha" && { common_name: name }),
      };
    }),
    "raster:bands": bands.map(({ nodata }) => ({
      data_type: dtype,
      bits_per_sample: bits,
      spatial_resolution: gsdMeters,
      ...(nodata !== null && { nodata }),
    })),
  };
}

/** Names whose image it is, as was written at its source. */
const providersOf = ({ attribution, licence }: ImageRow) =>
  attribution && {
    providers: [
      { name: attribution, roles: ["producer"], ...(licence && { description: licence }) },
    ],
  };

/** @param api the address of `/api`, without a slash at its end */
export function itemOf(api: string, row: ImageRow): StacItem {
  const { id, facts, captured_on: day } = row;
  const catalogue = `${api}${paths.stac}`;
  const collection = `${catalogue}/collections/${imageCollection}`;
  const image = `${api}${paths.wholeImage}/${id}`;
  const json = "application/json";
  return {
    type: "Feature",
    stac_version: "1.0.0",
    stac_extensions: extensions,
    id: String(id),
    collection: imageCollection,
    geometry: row.coverage,
    bbox: row.bbox,
    properties: {
      title: row.file_name,
      // Only the day is known: `datetime` is its beginning.
      datetime: dayStart(day),
      start_datetime: dayStart(day),
      end_datetime: dayEnd(day),
      created: row.created_at.toISOString(),
      gsd: row.gsd_m,
      ...providersOf(row),
      ...projectionOf(facts),
    },
    assets: {
      image: {
        href: `${image}/file/cog.tif`,
        type: cogType,
        title: "Cloud Optimized GeoTIFF",
        roles: ["data"],
        ...bandsOf(facts),
      },
      thumbnail: {
        href: `${image}/thumbnail`,
        type: "image/webp",
        title: "Thumbnail",
        roles: ["thumbnail"],
      },
    },
    links: [
      {
        rel: "self",
        href: `${collection}/items/${id}`,
        type: "application/geo+json",
      },
      { rel: "parent", href: collection, type: json },
      { rel: "collection", href: collection, type: json },
      { rel: "root", href: catalogue, type: json },
      { rel: "xyz", href: `${api}${paths.imageTiles}/${id}/{z}/{x}/{y}`, type: "image/webp" },
    ],
  };
}
