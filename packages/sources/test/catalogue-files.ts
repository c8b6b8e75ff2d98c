/** Further catalogues of files for lighttpd: one with a file a band, as satellites are kept, and one of thousands of captures. */
import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { bboxPolygon } from "@nihol/geo/geometry";
import { type ServedDay, servedBbox } from "./served-place.ts";

const run = promisify(execFile);
const tiff = "image/tiff; application=geotiff; profile=cloud-optimized";
const version = { stac_version: "1.0.0" };

const collectionOf = (
  id: string,
  bbox: readonly number[],
  interval: (string | null)[],
  links: object[],
) => ({
  ...version,
  type: "Collection",
  id,
  description: id,
  license: "CC-BY-4.0",
  extent: { spatial: { bbox: [bbox] }, temporal: { interval: [interval] } },
  links,
});

const itemOf = (id: string, day: string, assets: object) => {
  return {
    ...version,
    type: "Feature",
    id,
    bbox: servedBbox,
    geometry: bboxPolygon(servedBbox),
    properties: { datetime: `${day}T07:10:00Z` },
    links: [],
    assets,
  };
};

/**
 * A day of the drawn place with each band in a COG of its own: red, green and blue as they are, infrared twice as
 * coarse. Named as on Earth Search, in the order of the alphabet, beside a file that is no band of an image.
 */
export async function writeBands(www: string, day: ServedDay): Promise<string> {
  const folder = join(www, "bands");
  await mkdir(folder);
  const cog = async (name: string, band: number, ...more: string[]) => {
    const options = ["-q", "-b", String(band), "-colorinterp", "gray", ...more];
    const own = ["-of", "COG", "-co", "BLOCKSIZE=128", "-co", "COMPRESS=DEFLATE"];
    await run("gdal_translate", [...options, ...own, join(www, `${day}.tif`), join(folder, name)]);
  };
  await cog("B04.tif", 1);
  await cog("B03.tif", 2);
  await cog("B02.tif", 3);
  await cog("B08.tif", 2, "-outsize", "50%", "50%", "-r", "average");
  const band = (name: string, common: string, gsd: number) => ({
    href: `./${name}.tif`,
    type: tiff,
    roles: ["data", "reflectance"],
    gsd,
    "eo:bands": [{ name, common_name: common }],
  });
  const assets = {
    aot: { href: "./B08.tif", type: tiff, roles: ["data"] },
    blue: band("B02", "blue", 0.5),
    green: band("B03", "green", 0.5),
    nir: band("B08", "nir", 1),
    red: band("B04", "red", 0.5),
    "red-jp2": { href: "./B04.jp2", type: "image/jp2", "eo:bands": [{ common_name: "red" }] },
  };
  const item = itemOf(`S2_${day}`, day, assets);
  await writeFile(join(folder, "item.json"), JSON.stringify(item));
  const links = [{ rel: "item", href: "./item.json" }];
  const collection = collectionOf("bands", servedBbox, [null, null], links);
  await writeFile(join(folder, "collection.json"), JSON.stringify(collection));
  return "bands/collection.json";
}

/**
 * A catalogue of a collection a year: of `captures` captures each, a day apart from the first of January. Only the
 * last year's collection lies where the drawn place is; that of the year before too, where `isWide`.
 */
export async function writeYears(
  www: string,
  {
    years,
    captures,
    file,
    isWide,
  }: { years: readonly number[]; captures: number; file: string; isWide: boolean },
): Promise<string> {
  const name = `years-${isWide ? "wide" : "narrow"}`;
  const last = years.at(-1);
  for (const year of years) {
    const folder = join(www, name, String(year));
    await mkdir(folder, { recursive: true });
    const links: object[] = [];
    for (let n = 0; n < captures; n++) {
      const day = new Date(Date.UTC(year, 0, 1 + (n % 365))).toISOString().slice(0, 10);
      const id = `capture-${day.replaceAll("-", "")}-${n}`;
      const image = { href: `../../${file}`, type: tiff, roles: ["data"] };
      await writeFile(join(folder, `${id}.json`), JSON.stringify(itemOf(id, day, { image })));
      links.push({ rel: "item", href: `./${id}.json` });
    }
    const here = isWide || year === last;
    const [west, south, east, north] = servedBbox;
    const bbox = here ? [west - 1, south - 1, east + 1, north + 1] : [10, 10, 11, 11];
    const interval = [`${year}-01-01T00:00:00Z`, `${year}-12-31T23:59:59Z`];
    await writeFile(
      join(folder, "collection.json"),
      JSON.stringify(collectionOf(String(year), bbox, interval, links)),
    );
  }
  const links = years.map((year) => ({ rel: "child", href: `./${year}/collection.json` }));
  const catalogue = { ...version, type: "Catalog", id: name, description: name, links };
  await writeFile(join(www, name, "catalog.json"), JSON.stringify(catalogue));
  return `${name}/catalog.json`;
}
