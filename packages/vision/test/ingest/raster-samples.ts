/** A drawn garden written in the ways that programs write GeoTIFFs, and in ways that nobody should. */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { drawScene, encodeScene } from "../../src/scene/scene.ts";

/** A file, and what ingest should say about it: "read", or a refusal's code. */
export interface IngestSample {
  name: string;
  path: string;
  expected: string;
}

const SIDE = 400;

/** Sound and fit for counting: the options of gdal_translate, or of gdalwarp where it begins with -t_srs. */
const fit: Record<string, string[]> = {
  "bands-4": [],
  "bands-3": ["-b", "1", "-b", "2", "-b", "3"],
  uncompressed: ["-co", "COMPRESS=NONE"],
  "lzw-predictor": ["-co", "COMPRESS=LZW", "-co", "PREDICTOR=2"],
  packbits: ["-co", "COMPRESS=PACKBITS"],
  "deflate-tiled": ["-co", "COMPRESS=DEFLATE", "-co", "TILED=YES"],
  zstd: ["-co", "COMPRESS=ZSTD"],
  "zstd-tiled": ["-co", "COMPRESS=ZSTD", "-co", "TILED=YES"],
  lerc: ["-co", "COMPRESS=LERC"],
  webp: ["-b", "1", "-b", "2", "-b", "3", "-co", "COMPRESS=WEBP", "-co", "WEBP_LOSSLESS=YES"],
  "jpeg-ycbcr": [
    ...["-b", "1", "-b", "2", "-b", "3"],
    ...["-co", "COMPRESS=JPEG", "-co", "PHOTOMETRIC=YCBCR", "-co", "TILED=YES"],
  ],
  "jpeg-rgb": ["-b", "1", "-b", "2", "-b", "3", "-co", "COMPRESS=JPEG"],
  "one-strip": ["-co", `BLOCKYSIZE=${SIDE}`],
  planar: ["-co", "INTERLEAVE=BAND"],
  "planar-tiled": ["-co", "INTERLEAVE=BAND", "-co", "TILED=YES"],
  "big-endian": ["-co", "ENDIANNESS=BIG"],
  bigtiff: ["-co", "BIGTIFF=YES"],
  cog: ["-of", "COG"],
  uint16: ["-ot", "UInt16", "-scale", "0", "255", "0", "4095"],
  "bits-12": ["-ot", "UInt16", "-scale", "0", "255", "0", "4095", "-co", "NBITS=12"],
  "nodata-0": ["-a_nodata", "0"],
  alpha: ["-b", "1", "-b", "2", "-b", "3", "-b", "mask", "-colorinterp_4", "alpha"],
  "inner-mask": [
    ...["-b", "1", "-b", "2", "-b", "3", "-mask", "4"],
    ...["--config", "GDAL_TIFF_INTERNAL_MASK", "YES"],
  ],
  "web-mercator": ["-t_srs", "EPSG:3857"],
  degrees: ["-t_srs", "EPSG:4326"],
  "pulkovo-1942": ["-t_srs", "EPSG:28412"],
};

/** Sound files that no tree can be counted in. */
const unfit: Record<string, [expected: string, options: string[]]> = {
  "one-band": ["not_rgb", ["-b", "1"]],
  "one-band-zstd": ["not_rgb", ["-b", "1", "-co", "COMPRESS=ZSTD"]],
  "float-bands": ["unsupported_type", ["-b", "1", "-b", "2", "-b", "3", "-ot", "Float32"]],
  "double-bands": ["unsupported_type", ["-ot", "Float64"]],
  complex: ["unsupported_type", ["-b", "1", "-b", "2", "-b", "3", "-ot", "CFloat32"]],
  "no-place": ["no_georeference", ["-co", "PROFILE=BASELINE"]],
  png: ["not_a_tiff", ["-of", "PNG"]],
  jpeg: ["not_a_tiff", ["-of", "JPEG", "-b", "1", "-b", "2", "-b", "3"]],
};

/** Sets one SHORT or LONG of the first directory (little-endian, classic TIFF). */
function withTag(file: Buffer, tag: number, value: number): Buffer {
  const copy = Buffer.from(file);
  const at = copy.readUInt32LE(4);
  for (let i = 0; i < copy.readUInt16LE(at); i++) {
    const entry = at + 2 + i * 12;
    if (copy.readUInt16LE(entry) !== tag) continue;
    if (copy.readUInt16LE(entry + 2) === 3) copy.writeUInt16LE(value, entry + 8);
    else copy.writeUInt32LE(value, entry + 8);
  }
  return copy;
}

const overwritten = (file: Buffer) => {
  const copy = Buffer.from(file);
  return copy.fill(0x5a, copy.length >> 1, (copy.length >> 1) + 3000);
};
const [width, height, compression, rowsPerStrip] = [256, 257, 259, 278];

/** Damage that a broken disk, a cut line or an attacker does to a sound file. */
const broken: [name: string, of: string, expected: string, spoil: (file: Buffer) => Buffer][] = [
  ["cut-in-half", "uncompressed", "damaged", (file) => file.subarray(0, file.length >> 1)],
  ["cut-in-half-deflate", "bands-4", "damaged", (file) => file.subarray(0, file.length >> 1)],
  ["header-alone", "bands-4", "damaged", (file) => file.subarray(0, 8)],
  ["overwritten-deflate", "deflate-tiled", "damaged", overwritten],
  ["overwritten-zstd", "zstd-tiled", "damaged", overwritten],
  // Its header is sound and says one band; that is reason enough, nothing is decoded.
  ["overwritten-one-band", "one-band-zstd", "not_rgb", overwritten],
  [
    "unknown-compression",
    "bands-4",
    "unsupported_compression",
    (file) => withTag(file, compression, 60_000),
  ],
  // JPEG in the way of 1992, which programs read differently.
  ["jpeg-of-1992", "jpeg-rgb", "unsupported_compression", (file) => withTag(file, compression, 6)],
  ["no-width", "drawn", "zero_area", (file) => withTag(file, width, 0)],
  ["claims-a-million-rows", "drawn", "too_large", (file) => withTag(file, height, 1_000_000)],
  [
    "claims-a-billion-a-side",
    "drawn",
    "lies_about_size",
    (file) => withTag(withTag(file, width, 1e9), height, 1e9),
  ],
  [
    "strips-of-two-gigabytes",
    "drawn",
    "lies_about_size",
    (file) => withTag(withTag(withTag(file, width, 40_000), height, 60_000), rowsPerStrip, 60_000),
  ],
];

/** Writes every sample into a folder. Needs GDAL. */
export function makeIngestSamples(folder: string): IngestSample[] {
  const at = (name: string) => join(folder, `${name}.tif`);
  const scene = drawScene({ seed: 4, lon: 68.78, lat: 38.56, date: 0, size: SIDE });
  writeFileSync(at("drawn"), encodeScene(scene));
  const make = (name: string, options: string[]) => {
    const program = options[0] === "-t_srs" ? "gdalwarp" : "gdal_translate";
    const dark = ["-q", "--config", "GDAL_PAM_ENABLED", "NO"];
    execFileSync(program, [...dark, ...options, at("drawn"), at(name)], { stdio: "pipe" });
  };
  const made = [
    ...Object.entries(fit).map(([name, options]) => [name, "read", options] as const),
    ...Object.entries(unfit).map(
      ([name, [expected, options]]) => [name, expected, options] as const,
    ),
  ];
  for (const [name, , options] of made) make(name, options);
  for (const [name, of, , spoil] of broken) writeFileSync(at(name), spoil(readFileSync(at(of))));
  return [
    { name: "drawn", expected: "read" },
    ...made.map(([name, expected]) => ({ name, expected })),
    ...broken.map(([name, , expected]) => ({ name, expected })),
  ].map((sample) => ({ ...sample, path: at(sample.name) }));
}
