/**
 * Chooses the files of a STAC item that make an image. Satellite images have a file for each band (Sentinel-2, Landsat),
 * aerial images one file with all bands: so a request is for an asset by its name, or for three or four bands by the name
 * of their asset, their common name (`red`, `nir`) or their own (`B04`), in the order red, green, blue, near infrared.
 */
import { assetBands, assetNames } from "@nihol/contract/values/imagery/imagery-sources";
import { isObject, type Json, numberOf, objects, rolesOf, textOf } from "./stac-json.ts";

/** A file, and which of its bands is taken, counted from 1; null: all of them, as they are. */
export interface BandFile {
  address: string;
  band: number | null;
}

interface ChosenFiles {
  files: BandFile[];
  /** Names of the bands. */
  bands: string[];
  gsdM: number | null;
}

const usual = ["red", "green", "blue"];

type Named = [name: string, asset: Json];
interface Band {
  /** Its common name and its own, the former first. */
  names: string[];
  index: number;
}

const isTiff = (asset: Json) =>
  /image\/(?:tiff|vnd\.stac\.geotiff)/.test(textOf(asset.type)) ||
  (textOf(asset.type) === "" && /\.tiff?(?:$|\?)/i.test(textOf(asset.href)));

/** STAC 1.0 writes `eo:bands`, 1.1 `bands`. */
function bandsOf(asset: Json): Band[] {
  const written = objects(asset["eo:bands"]);
  return (written.length > 0 ? written : objects(asset.bands)).map((band, at) => ({
    names: [band.common_name, band["eo:common_name"], band.name].map(textOf).filter(Boolean),
    index: at + 1,
  }));
}

const tiffsOf = (assets: Json): Named[] =>
  Object.entries(assets).filter(
    (pair): pair is Named =>
      isObject(pair[1]) && isTiff(pair[1]) && !rolesOf(pair[1]).includes("thumbnail"),
  );

/** Names to choose from: those of the assets, and of the bands that have an asset of their own. */
export function namesToChoose(assets: Json): string[] {
  const bands = tiffsOf(assets).flatMap(([, asset]) => bandsOf(asset).map(({ names }) => names[0]));
  return [...new Set([...Object.keys(assets), ...bands.filter((name) => name !== undefined)])];
}

const whole = (asset: Json): ChosenFiles => ({
  files: [{ address: textOf(asset.href), band: null }],
  bands: bandsOf(asset).map(({ names }) => names[0] ?? ""),
  gsdM: numberOf(asset.gsd) ?? resolutionOf(asset),
});

/** Extension raster, and STAC 1.1. */
const resolutionOf = (asset: Json) =>
  numberOf(objects(asset["raster:bands"])[0]?.spatial_resolution) ??
  numberOf(asset["raster:spatial_resolution"]);

/** The asset of that name; else a band of that name, rather one that has a file for itself, rather the finer one. */
function bandNamed(
  tiffs: readonly Named[],
  wanted: string,
): { asset: Json; band: number } | undefined {
  const own = tiffs.find(([name]) => name === wanted)?.[1];
  if (own) return { asset: own, band: 1 };
  const found = tiffs.flatMap(([, asset]) => {
    const bands = bandsOf(asset);
    const band = bands.find(({ names }) => names.includes(wanted));
    return band ? [{ asset, band: band.index, many: bands.length }] : [];
  });
  const gsd = (asset: Json) => numberOf(asset.gsd) ?? resolutionOf(asset) ?? 0;
  return found.sort((a, b) => a.many - b.many || gsd(a.asset) - gsd(b.asset))[0];
}

/** Undefined where one of them is missing. */
function bandsNamed(tiffs: readonly Named[], names: readonly string[]): ChosenFiles | undefined {
  const found = names.map((name) => bandNamed(tiffs, name));
  const bands = found.filter((one) => one !== undefined);
  if (bands.length < names.length) return undefined;
  const [first] = bands;
  // As they lie in one file: nothing is to be put together.
  const isWhole =
    first &&
    bands.every(({ asset, band }, at) => asset === first.asset && band === at + 1) &&
    bandsOf(first.asset).length === bands.length;
  if (isWhole) return whole(first.asset);
  const gsds = bands
    .map(({ asset }) => numberOf(asset.gsd) ?? resolutionOf(asset))
    .filter((gsd) => gsd !== null);
  return {
    files: bands.map(({ asset, band }) => ({ address: textOf(asset.href), band })),
    bands: [...names],
    gsdM: gsds.length > 0 ? Math.min(...gsds) : null,
  };
}

/** Without a wish: the image for the eyes, one with three bands or more, one of red, green, blue (and infrared), any. */
function bestFiles(tiffs: readonly Named[]): ChosenFiles | undefined {
  const visual = tiffs.find(
    ([name, asset]) => name === "visual" || rolesOf(asset).includes("visual"),
  );
  const coloured = visual ?? tiffs.find(([, asset]) => bandsOf(asset).length >= assetBands.min);
  if (coloured) return whole(coloured[1]);
  const apart = bandsNamed(tiffs, [...usual, "nir"]) ?? bandsNamed(tiffs, usual);
  return apart ?? (tiffs[0] && whole(tiffs[0][1]));
}

/** The files of an item. @param wanted as the source's record has it; empty: the best. Undefined where they are not there. */
export function filesOf(assets: Json, wanted: string): ChosenFiles | undefined {
  const names = assetNames(wanted);
  if (names.length === 0) return bestFiles(tiffsOf(assets));
  if (names.length >= assetBands.min && names.length <= assetBands.max)
    return bandsNamed(tiffsOf(assets), names);
  const [name = ""] = names;
  const asset = names.length === 1 ? assets[name] : undefined;
  return isObject(asset) ? whole(asset) : undefined;
}
