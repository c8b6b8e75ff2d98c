/** Every way we know in which a TIFF can make GDAL open another file or call an address. */
import {
  type ForgedImage,
  type ForgedTag,
  forgedTiff,
  pointing,
  short,
  text,
} from "./tiff-forge.ts";

const METADATA = 42112;

/** Where a file may point to: an image next to it by name, the same one by its path, and a port that listens. */
export type Targets = { near: string; path: string; port: number };

/** `GDAL_METADATA` with an item that names a file of overviews. */
const overviews = (file: string, attributes = 'domain="OVERVIEWS"'): string =>
  `<GDALMetadata><Item name="OVERVIEW_FILE" ${attributes}>${file}</Item></GDALMetadata>`;

const tagged = (...values: string[]): ForgedImage => ({
  tags: values.map((value) => text(METADATA, value)),
});

/** Names that GDAL gives a meaning of its own, each as a file of overviews. */
function names({ near, path, port }: Targets): Record<string, string> {
  const address = `http://127.0.0.1:${port}`;
  const escaped = (markup: string) => markup.replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  return {
    "a relative path": near,
    "a path from the base": `:::BASE:::${near}`,
    "a path out of the folder": `:::BASE:::../${near}`,
    "an absolute path": path,
    "/vsicurl/": `/vsicurl/${address}/a.none`,
    "/vsicurl/ with another ending": `/vsicurl/${address}/a.tif`,
    "/vsicurl? with options": `/vsicurl?max_retry=0&amp;url=${address}/a.none`,
    "/vsicurl_streaming/": `/vsicurl_streaming/${address}/a.none`,
    "/vsizip/ over /vsicurl/": `/vsizip//vsicurl/${address}/a.none/b.tif`,
    "/vsitar/": `/vsitar/${path}/b.tif`,
    "/vsigzip/": `/vsigzip/${path}`,
    "/vsisubfile/": `/vsisubfile/0_100000,${path}`,
    "/vsicached/": `/vsicached?file=${path}`,
    "/vsis3/": "/vsis3/bucket/a.none",
    "a picture within a file": `GTIFF_DIR:1:${path}`,
    "a derived picture": `DERIVED_SUBDATASET:LOGAMPLITUDE:${path}`,
    "an address": `${address}/a.tif`,
    "a map server": `WMS:${address}/?LAYERS=a`,
    "a VRT in the name": escaped(
      `<VRTDataset rasterXSize="64" rasterYSize="64"><VRTRasterBand dataType="Byte" band="1"><SimpleSource><SourceFilename>${path}</SourceFilename><SourceBand>1</SourceBand></SimpleSource></VRTRasterBand></VRTDataset>`,
    ),
  };
}

/** Other places and other spellings for the same path. */
function places({ path }: Targets): Record<string, ForgedImage> {
  const own = text(METADATA, overviews(path));
  const directory = [own];
  return {
    "second directory": { behind: [{ subfile: 1, tags: [own] }] },
    "mask's directory": { behind: [{ subfile: 4, tags: [own] }] },
    "sub-directory": { tags: [pointing(330, [[short(254, 1), ...directory]])] },
    "sub-directory in BigTIFF": { big: true, tags: [pointing(330, [directory], true)] },
    BigTIFF: { big: true, tags: [own] },
    "big-endian": { bigEndian: true, tags: [own] },
    "big-endian BigTIFF": { big: true, bigEndian: true, tags: [own] },
    "second tag of the same number": tagged("<GDALMetadata></GDALMetadata>", overviews(path)),
    "tag of bytes": { tags: [text(METADATA, `${overviews(path)}\0`, 1)] },
    "tag without a type": { tags: [text(METADATA, `${overviews(path)}\0`, 7)] },
    "single quotes": tagged(overviews(path, "domain='OVERVIEWS'")),
    "domain with a character reference": tagged(overviews(path, 'domain="&#79;VERVIEWS"')),
    "domain twice": tagged(overviews(path, 'domain="OVERVIEWS" domain=""')),
    "after a comment": tagged(`<!-- <GDALMetadata> -->${overviews(path)}`),
    "behind sound items": tagged(
      overviews(path).replace("<Item", '<Item name="A" sample="0">b</Item><Item'),
    ),
    "within an item": tagged(
      `<GDALMetadata><Item name="A">${overviews(path).slice(14, -15)}</Item></GDALMetadata>`,
    ),
    "without an end": tagged(overviews(path).slice(0, -15)),
    "of a band": tagged(overviews(path, 'sample="0" domain="OVERVIEWS"')),
  };
}

/** Other tags and domains. */
function domains({ path, port }: Targets): Record<string, ForgedImage> {
  const item = (name: string, domain: string, value: string) =>
    `<GDALMetadata><Item name="${name}" domain="${domain}">${value}</Item></GDALMetadata>`;
  const vrt = `<VRTDataset rasterXSize="64" rasterYSize="64"><SourceFilename>${path}</SourceFilename></VRTDataset>`;
  const wkt = `ESRI PE String = PROJCS["x",GEOGCS["g",DATUM["d",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],PROJECTION["Transverse_Mercator"],UNIT["Meter",1.0],EXTENSION["PROJ4","+proj=utm +zone=42 +ellps=clrk66 +nadgrids=${path} +no_defs"]]`;
  const keys = [1, 1, 0, 4, 1024, 0, 1, 1, 1025, 0, 1, 1, 1026, 34737, wkt.length + 1, 0];
  const grid: ForgedTag[] = [short(34735, ...keys, 3072, 0, 1, 32767), text(34737, `${wkt}|`)];
  return {
    "coordinates in another file": tagged(item("X_DATASET", "GEOLOCATION", path)),
    "pictures within": tagged(item("SUBDATASET_1_NAME", "SUBDATASETS", path)),
    "a VRT": tagged(item("a", "xml:VRT", vrt.replaceAll("<", "&lt;"))),
    "a file's name": tagged(item("GDAL_FILENAME", "GDAL", path)),
    "an XMP packet": {
      tags: [text(700, `<x:xmpmeta><a href="http://127.0.0.1:${port}/"/></x:xmpmeta>`, 7)],
    },
    GEO_METADATA: { tags: [text(50909, `<gmd xlink:href="http://127.0.0.1:${port}/"/>`)] },
    "a VRT as description": { tags: [text(270, vrt)] },
    "a path as no data": { tags: [text(42113, path)] },
    "a grid of datum shifts": { tags: grid },
  };
}

/** Each file by what it tries, as a tile that would be kept as it came and as a strip that is rewritten. */
export function filesThatNameOthers(targets: Targets): [name: string, file: Buffer][] {
  const images: [string, ForgedImage][] = [
    ...Object.entries(names(targets)).map(([name, file]): [string, ForgedImage] => [
      `overviews: ${name}`,
      tagged(overviews(file)),
    ]),
    ...Object.entries(places(targets)).map(([name, one]): [string, ForgedImage] => [
      `in ${name}`,
      one,
    ]),
    ...Object.entries(domains(targets)),
  ];
  return images.flatMap(([name, image]) => [
    [`${name}, tiled`, forgedTiff({ ...image, tiled: true })],
    [`${name}, striped`, forgedTiff({ ...image, tiled: false })],
  ]);
}
