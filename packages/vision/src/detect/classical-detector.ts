import { createHash } from "node:crypto";
import { greenRule, NDVI, vegetationIndex } from "../green/green.ts";
import type { ModelCard } from "../models/model-card.ts";
import type { Box, WorkTile } from "../pixels/pixels.ts";
import { blur, localMaxima, watershed } from "./classical-watershed.ts";
import { detectPixels } from "./detect-image.ts";
import type { Detector, Proposal, TileDetections } from "./detector.ts";
import { chooseWorkingGsd } from "./detector.ts";

/** All that the method can be set to; lengths in metres. Its SHA-256 stands for the "model". */
const SETTINGS = {
  blurMeters: 0.6,
  peakMeters: 1.4,
  crownMeters: 6,
  smallestMeters: 1.2,
  brightness: 0.5,
  /** Index of a crown that scores 1. */
  fullGreen: { NDVI: 1.2, GLI: 0.16 },
};

const CARD: ModelCard = {
  name: "classical",
  version: "1",
  sha256: createHash("sha256").update(JSON.stringify(SETTINGS)).digest("hex"),
  input: { bands: ["R", "G", "B"], tile: 512, margin: 32, multiple: 16 },
  gsdMeters: 0.2,
  maxEnlarge: 2,
  sources: [{ fromGsdMeters: 0, threshold: 0.12 }],
  suppress: { iou: 0.4, inside: 0.8 },
  smallestCrownMeters: SETTINGS.smallestMeters,
  licence: "Apache-2.0",
};

/** The value that splits a plane best into two classes (Otsu 1979), over 64 steps of −0.5..0.5. */
function otsu(plane: Float32Array): number {
  const bins = new Float64Array(64);
  for (const v of plane) {
    const bin = Math.min(63, Math.max(0, Math.floor((v + 0.5) * 64)));
    bins[bin] = (bins[bin] ?? 0) + 1;
  }
  const levelOf = (bin: number): number => bin / 64 - 0.5;
  let best = 0;
  let split = 0;
  const sum = bins.reduce((a, n, i) => a + n * i, 0);
  let [below, belowSum] = [0, 0];
  bins.forEach((n, i) => {
    below += n;
    belowSum += n * i;
    const above = plane.length - below;
    if (below === 0 || above === 0) return;
    const spread = below * above * (belowSum / below - (sum - belowSum) / above) ** 2;
    if (spread > best) [best, split] = [spread, i + 1];
  });
  return levelOf(split);
}

/** The vegetation index of every cell, and the surface whose hills are crowns: index and light together. */
function surfaces(tile: WorkTile, sigma: number) {
  const { width, height, planes } = tile;
  const rule = greenRule(planes.length);
  const [r, g, b, nir] = planes;
  const index = new Float32Array(width * height);
  const light = new Float32Array(width * height);
  for (let i = 0; i < index.length; i++) {
    const [rv, gv, bv] = [r?.[i] ?? 0, g?.[i] ?? 0, b?.[i] ?? 0];
    index[i] = vegetationIndex(rule, rv, gv, bv, nir?.[i] ?? 0);
    light[i] = (rv + gv + bv) / 3;
  }
  const smooth = blur(index, width, height, sigma);
  const bright = blur(light, width, height, sigma);
  const min = Math.min(rule.vegetation, Math.max(rule.notGreen - 0.05, otsu(smooth)));
  const mask = Uint8Array.from(smooth, (v, i) => (v >= min && tile.valid?.[i] !== 0 ? 1 : 0));
  const hills = smooth.map((v, i) => v + SETTINGS.brightness * (bright[i] ?? 0));
  return { smooth, hills, mask, full: SETTINGS.fullGreen[rule === NDVI ? "NDVI" : "GLI"] };
}

type Region = { cells: number; sum: number; box: [number, number, number, number] };

function regionsOf(
  labels: Int32Array,
  smooth: Float32Array,
  width: number,
  count: number,
): Region[] {
  const regions: Region[] = Array.from({ length: count }, () => ({
    cells: 0,
    sum: 0,
    box: [Infinity, Infinity, -Infinity, -Infinity],
  }));
  labels.forEach((label, cell) => {
    const region = regions[label - 1];
    if (!region) return;
    const [x, y] = [cell % width, Math.floor(cell / width)];
    region.cells++;
    region.sum += smooth[cell] ?? 0;
    const [x0, y0, x1, y1] = region.box;
    region.box = [Math.min(x0, x), Math.min(y0, y), Math.max(x1, x + 1), Math.max(y1, y + 1)];
  });
  return regions;
}

/** Score of a region as a tree: how green it is, times how well it fills the ellipse of its box. */
function proposalOf(region: Region, full: number): Proposal {
  const [x0, y0, x1, y1] = region.box;
  const ellipse = (Math.PI / 4) * (x1 - x0) * (y1 - y0);
  const fill = Math.min(1, region.cells / ellipse);
  const green = Math.min(1, Math.max(0, region.sum / region.cells / full));
  const box: Box = [x0, y0, x1, y1];
  return { box, score: green * fill };
}

function findByIndex(tile: WorkTile, gsdMeters: number, threshold: number): TileDetections {
  const px = (meters: number): number => meters / gsdMeters;
  const { width, height } = tile;
  const { smooth, hills, mask, full } = surfaces(tile, px(SETTINGS.blurMeters));
  const seeds = localMaxima(hills, mask, width, Math.max(1, Math.round(px(SETTINGS.peakMeters))));
  const labels = watershed(hills, mask, width, seeds, px(SETTINGS.crownMeters));
  const min = (Math.PI / 4) * px(SETTINGS.smallestMeters) ** 2;
  const proposals = regionsOf(labels, smooth, width, seeds.length)
    .filter((region) => region.cells >= min)
    .map((region) => proposalOf(region, full))
    .filter(({ score }) => score >= threshold);
  return { proposals, crowns: { data: Float32Array.from(mask), width, height } };
}

/**
 * Trees without a trained model: vegetation index, smoothing, tops, watershed. It is the fallback
 * where no model runs, and the baseline in every table.
 */
export function classicalDetector(): Detector {
  const detector: Detector = {
    name: CARD.name,
    version: CARD.version,
    sha256: CARD.sha256,
    card: CARD,
    workingGsd: (sourceGsd) => chooseWorkingGsd(CARD, sourceGsd),
    // The middle between vegetation and ground is found in each tile.
    wholeTiles: true,
    findInTile: async (tile, gsdMeters, threshold) => findByIndex(tile, gsdMeters, threshold),
    detect: (pixels, gsdMeters, options) => detectPixels(detector, pixels, gsdMeters, options),
    close: async () => {},
  };
  return detector;
}
