import type { Box, Pixels, Point, WorkTile } from "../pixels/pixels.ts";

export type GreenState = "green" | "not_green" | "unsure";

/**
 * A vegetation index and where it decides: at or above `green` a crown is green, at or
 * below `notGreen` it is not, between them the colour alone does not decide. Ground apart from trees is vegetation at or
 * above `vegetation` (`greenLevel`).
 */
export type GreenRule = { name: string; green: number; notGreen: number; vegetation: number };

/** (NIR − R) / (NIR + R), Rouse 1974. The limits are chosen, not measured: no set has near infrared and dead trees both. */
export const NDVI: GreenRule = { name: "NDVI", green: 0.12, notGreen: 0.03, vegetation: 0.1 };
/**
 * (2G − R − B) / (2G + R + B), green leaf index, Louhaichi 2001. On 1,229 crops of single crowns
 * (training sites) half of the living lie above `green` and a quarter of the dead below `notGreen`:
 * red, green and blue alone say little, hence the wide band between.
 */
export const GLI: GreenRule = { name: "GLI", green: 0.05, notGreen: 0.005, vegetation: 0.05 };

/** Classifies crowns (boxes in pixels of the tile) as green or not. */
export type GreenClassifier = { classify(tile: WorkTile, boxes: Box[]): Promise<GreenResult[]> };

export type GreenResult = { green: GreenState; index: number; indexName: string };

/** The rule that the bands of an image allow: NDVI with near infrared, else an RGB index. */
export function greenRule(bands: number): GreenRule {
  return bands >= 4 ? NDVI : GLI;
}

/** The index of one pixel; `nir` is used by NDVI only. */
export function vegetationIndex(
  rule: GreenRule,
  r: number,
  g: number,
  b: number,
  nir: number,
): number {
  const isNdvi = rule === NDVI;
  const down = isNdvi ? nir + r : 2 * g + r + b;
  if (!(down > 0)) return 0;
  return (isNdvi ? nir - r : 2 * g - r - b) / down;
}

/** The green state of an index value under a rule. */
export function greenState(rule: GreenRule, index: number): GreenState {
  if (index >= rule.green) return "green";
  return index <= rule.notGreen ? "not_green" : "unsure";
}

/** Leafless is not dead: while leaves are off nothing says which of the two a crown without green is. */
export const greenWhileLeafless = (state: GreenState): GreenState =>
  state === "not_green" ? "unsure" : state;

/** Green or not, from the mean index over a crown's pixels. */
export function greenOfCrown(tile: WorkTile, pixels: Int32Array): GreenResult {
  const rule = greenRule(tile.planes.length);
  const [r, g, b, nir] = tile.rawPlanes ?? tile.planes;
  let sum = 0;
  for (let i = 0; i < pixels.length; i++) {
    const p = pixels[i] as number;
    sum += vegetationIndex(rule, r?.[p] ?? 0, g?.[p] ?? 0, b?.[p] ?? 0, nir?.[p] ?? 0);
  }
  const index = pixels.length > 0 ? sum / pixels.length : 0;
  return { green: greenState(rule, index), index, indexName: rule.name };
}

/** From this NDVI on a crown is green whatever its colours look like; below, the colours are asked too. Chosen, not measured. */
const CLEAR_NDVI = 0.2;

/** Tells whether the index leaves the answer to the classifier, wholly or in part. */
const isOpen = ({ green, index, indexName }: GreenResult): boolean =>
  indexName !== NDVI.name || green === "unsure" || (green === "green" && index < CLEAR_NDVI);

/**
 * Combines index and classifier. Under NDVI green stays green unless the classifier says not green, and a classifier's green
 * never stands against an index that is not green or unsure; under GLI the classifier decides, but for its green where the
 * index is not green. Two that disagree leave the crown unsure: dried leaves keep the colours
 * of a crown and lose its near infrared, and bare twigs over grass have the infrared of the grass.
 */
function combine(byIndex: GreenResult, byColour: GreenResult): GreenResult {
  if (byIndex.green === "green" && byIndex.indexName === NDVI.name)
    return byColour.green === "not_green" ? { ...byIndex, green: "unsure" } : byIndex;
  const denied =
    byColour.green === "green" &&
    (byIndex.green === "not_green" || byIndex.indexName === NDVI.name);
  return denied ? { ...byColour, green: "unsure" } : byColour;
}

/**
 * Green or not for all crowns of a tile. Near infrared decides where it is clear; what it leaves open,
 * and images without it, are decided together with `classifier` where there is one.
 */
export async function greenOfCrowns(
  tile: WorkTile,
  crowns: { box: Box; pixels: Int32Array }[],
  classifier: GreenClassifier | undefined,
): Promise<GreenResult[]> {
  const found = crowns.map(({ pixels }) => greenOfCrown(tile, pixels));
  if (!classifier) return found;
  const open = found.flatMap((result, i) => (isOpen(result) ? [i] : []));
  const boxes = open.map((i) => (crowns[i] as { box: Box }).box);
  const classified = await classifier.classify(tile, boxes);
  open.forEach((i, k) => {
    found[i] = combine(found[i] as GreenResult, classified[k] as GreenResult);
  });
  return found;
}

export type GreenLevel = {
  /** Vegetation among the counted pixels, 0..1; undefined when there were none. */
  share: number | undefined;
  vegetationPixels: number;
  groundPixels: number;
  indexName: string;
};

/** Marks the pixels whose centres lie in a polygon (even–odd rule), by scan lines. */
export function fillPolygon(mask: Uint8Array, width: number, polygon: Point[], value: number) {
  const height = mask.length / width;
  const ys = polygon.map(([, y]) => y);
  const last = Math.min(height - 1, Math.ceil(Math.max(...ys)));
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= last; y++) {
    const crossings: number[] = [];
    polygon.forEach(([ax, ay], i) => {
      const [bx, by] = polygon[(i + 1) % polygon.length] ?? [ax, ay];
      if (ay > y + 0.5 !== by > y + 0.5)
        crossings.push(ax + ((y + 0.5 - ay) / (by - ay)) * (bx - ax));
    });
    crossings.sort((a, b) => a - b);
    for (let k = 0; k + 1 < crossings.length; k += 2) {
      const from = Math.max(0, Math.ceil((crossings[k] ?? 0) - 0.5));
      const to = Math.min(width, Math.ceil((crossings[k + 1] ?? 0) - 0.5));
      if (to > from) mask.fill(value, y * width + from, y * width + to);
    }
  }
}

/**
 * The green level of an area: the share of vegetation on the ground apart from trees.
 * @param area polygons in pixels that bound it (their union); all of the image when absent
 * @param crowns tree crowns in pixels, left out
 */
export function greenLevel(pixels: Pixels, crowns: Point[][], area?: Point[][]): GreenLevel {
  const { width, height, bands, valid } = pixels;
  const data = pixels.raw ?? pixels.data;
  const counted = new Uint8Array(width * height).fill(area ? 0 : 1);
  for (const polygon of area ?? []) fillPolygon(counted, width, polygon, 1);
  for (const crown of crowns) fillPolygon(counted, width, crown, 0);
  const rule = greenRule(bands);
  let ground = 0;
  let vegetation = 0;
  for (let i = 0; i < counted.length; i++) {
    if (counted[i] === 0 || valid?.[i] === 0) continue;
    const at = i * bands;
    const [r, g, b, nir] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0];
    ground++;
    if (vegetationIndex(rule, r, g, b, nir) >= rule.vegetation) vegetation++;
  }
  const share = ground > 0 ? vegetation / ground : undefined;
  return { share, vegetationPixels: vegetation, groundPixels: ground, indexName: rule.name };
}
