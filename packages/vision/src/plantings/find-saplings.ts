import { rangeOfPlaces, sumPlaces } from "@nihol/contract/values/planting/place-range";
import { ownsTree } from "../detect/detector-grid.ts";
import { readWorkTile } from "../detect/detector-resample.ts";
import type { PixelSource, Rect, WorkTile } from "../pixels/pixels.ts";
import { type Blob, findBlobs, type SaplingSurfaces } from "./blobs.ts";
import type { ChainPlace } from "./chains.ts";
import { type Family, findFamilies, hitsOf, lengthOf } from "./families.ts";
import type { Planting, PlantingPlace } from "./find-plantings.ts";
import { groundOf } from "./surface.ts";

/** Coarser images show no plant of the first weeks. */
const SAPLING_METERS = 0.06;
/** Working resolution of finer images: eight pixels across the smallest plant. */
const WORKING_METERS = 0.025;
/** Ground that is looked at at once, and around it, so that rows are whole. */
const LOOK_METERS = 40;
const MARGIN_METERS = 5;
/**
 * Rows are believed where chance would show as many as these once in a thousand looks (the number of false alarms,
 * Desolneux, Moisan and Morel 2000), in at least two rows.
 */
const MAX_FALSE_ALARMS = 1e-3;
const MIN_ROWS = 2;
/** A plant that stands at its place and is not seen as one: the share of drawn plants that no spot was found of. */
const UNSEEN = 0.05;
/** A dark spot beside leaves is their shadow. */
const SHADOW_METERS = 0.35;
const PIT_IS_TREE = 0.03;

type SaplingOptions = { spacingMeters?: number | undefined; signal?: AbortSignal };

/** Surfaces of a tile: greenness, darkness, and red against blue. */
function surfacesOf(tile: WorkTile, metersPerPixel: number): SaplingSurfaces {
  const { width, height } = tile;
  const [red, green, blue] = tile.planes;
  if (!red || !green || !blue) throw new RangeError("Saplings are found in red, green and blue.");
  // Greenness by colour, where near infrared is there too: a plant of few leaves and its soil are one pixel of it.
  const ground = groundOf({ ...tile, planes: [red, green, blue] }, metersPerPixel);
  const data = new Float32Array(width * height);
  for (let i = 0; i < data.length; i++) {
    const [r, g, b] = [red[i] ?? 0, green[i] ?? 0, blue[i] ?? 0];
    data[i] = (r - b) / (r + g + b + 0.15);
  }
  return { ...ground, warm: { data, width, height } };
}

const isBelieved = ({ rows, lnFalseAlarms }: Family): boolean =>
  rows.length >= MIN_ROWS && lnFalseAlarms < Math.log(MAX_FALSE_ALARMS);

const middleOf = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

/** Metres between neighbouring rows: the middle one of the distances from each to the next, across the rows. */
function betweenRows(rows: Family["rows"]): number {
  const { step } = rows[0];
  const length = lengthOf(step);
  const across = rows
    .map(({ places }) => middleOf(places.map(({ x, y }) => (y * step.x - x * step.y) / length)))
    .sort((a, b) => a - b);
  return middleOf(across.slice(1).map((value, n) => value - (across[n] ?? 0)));
}

type Scale = { x: number; y: number; metersPerPixel: number };

/** A family as a planting: trees, pits and nothing at its places; `scale` leads from metres of the look to pixels of the image. */
function plantingOf({ rows }: Family, blobs: readonly Blob[], scale: Scale): Planting {
  const all = rows.flatMap(({ places }) => places);
  const plants = hitsOf(rows).filter(({ kind }) => kind === "sapling");
  const weakest = 0.4 * middleOf(plants.map(({ strength }) => strength));
  const hasLeaves = (place: ChainPlace): boolean =>
    blobs.some(
      (blob) =>
        blob.kind === "sapling" &&
        blob.strength >= weakest &&
        Math.hypot(blob.x - place.x, blob.y - place.y) <= SHADOW_METERS,
    );
  const hits = all.filter(({ blob }) => blob).length;
  const share = Math.min(0.98, Math.max(0.3, hits / all.length));
  const unseen = (share * UNSEEN) / (share * UNSEEN + 1 - share);
  const places = all.map((place): PlantingPlace => {
    const isPit = place.blob?.kind === "pit" && !hasLeaves(place);
    // A weed there would be seen with the place's chance (Bayes).
    const seen = share / (share + (1 - share) * place.chance);
    const chance = isPit ? PIT_IS_TREE : place.blob ? seen : unseen;
    const at = { x: place.x / scale.metersPerPixel, y: place.y / scale.metersPerPixel };
    return { x: scale.x + at.x, y: scale.y + at.y, chance, isOccupied: chance >= 0.5, isPit };
  });
  const mean = all.reduce((sum, { chance }) => sum + chance, 0) / all.length;
  const { step } = rows[0];
  const degrees = (Math.atan2(-step.y, step.x) * 180) / Math.PI;
  const steps: [number, number] = [
    middleOf(rows.map((row) => lengthOf(row.step))),
    betweenRows(rows),
  ];
  const shared = { doubt: UNSEEN / 2, mistaken: Math.min(0.2, mean) };
  return {
    places,
    ...rangeOfPlaces(sumPlaces(places.map(({ chance }) => chance)), shared),
    shared,
    spacingMeters: steps,
    directionDegrees: (degrees + 180) % 180,
    crownMeters: middleOf(plants.map(({ diameter }) => diameter)) || 0.3,
    separation: 1 - mean,
  };
}

async function saplingsIn(
  source: PixelSource,
  gsdMeters: number,
  rect: Rect,
  options: SaplingOptions,
): Promise<Planting[]> {
  const working = Math.max(WORKING_METERS, gsdMeters);
  const ratio = working / gsdMeters;
  const [x, y] = [Math.round(rect.x / ratio), Math.round(rect.y / ratio)];
  const [width, height] = [Math.floor(rect.width / ratio), Math.floor(rect.height / ratio)];
  if (Math.min(width, height) < 3 / working) return [];
  const tile = await readWorkTile(source, { x, y, width, height }, ratio);
  const blobs = findBlobs(surfacesOf(tile, working));
  const size = { width: width * working, height: height * working };
  const believed = (spacingMeters?: number): Family[] =>
    findFamilies(blobs, { ...options, ...size, spacingMeters }).filter(isBelieved);
  const scale = { x: x * ratio, y: y * ratio, metersPerPixel: gsdMeters };
  // People plant at another spacing than ordered, too.
  const ordered = options.spacingMeters === undefined ? [] : believed(options.spacingMeters);
  const families = ordered.length > 0 ? ordered : believed();
  return families.map((family) => plantingOf(family, blobs, scale));
}

/**
 * Saplings of the first weeks in rows, and pits that were dug and are empty, in a block (source pixels) of an image of
 * at most `SAPLING_METERS` a pixel: looked at piece by piece with the ground around it. A place belongs to the piece
 * that holds it.
 * @throws RangeError when the source has fewer than three bands; the signal's reason when aborted
 */
export async function saplingsOfBlock(
  source: PixelSource,
  gsdMeters: number,
  block: Rect,
  options: SaplingOptions = {},
): Promise<Planting[]> {
  if (gsdMeters > SAPLING_METERS) return [];
  const side = Math.ceil(LOOK_METERS / gsdMeters);
  const margin = Math.ceil(MARGIN_METERS / gsdMeters);
  const found: Planting[] = [];
  for (let y = block.y; y < block.y + block.height; y += side)
    for (let x = block.x; x < block.x + block.width; x += side) {
      const piece = {
        ...{ x, y, width: Math.min(side, block.x + block.width - x) },
        height: Math.min(side, block.y + block.height - y),
      };
      const [left, top] = [Math.max(0, x - margin), Math.max(0, y - margin)];
      const area = {
        ...{ x: left, y: top },
        width: Math.min(source.width, x + piece.width + margin) - left,
        height: Math.min(source.height, y + piece.height + margin) - top,
      };
      source.expect?.(area);
      for (const planting of await saplingsIn(source, gsdMeters, area, options)) {
        const places = planting.places.filter((place) => ownsTree(piece, place));
        const sums = sumPlaces(places.map(({ chance }) => chance));
        if (places.length > 0)
          found.push({ ...planting, places, ...rangeOfPlaces(sums, planting.shared) });
      }
    }
  return found;
}
