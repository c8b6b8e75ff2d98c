import type { Blob } from "./blobs.ts";
import {
  ALIKE,
  type BlobGrid,
  type Chain,
  type ChainOptions,
  findChains,
  isAlong,
  scoreChain,
} from "./chains.ts";
import { learnedStrengths } from "./own-look.ts";

/** Parallel rows of one spacing. */
export type Family = {
  rows: [Chain, ...Chain[]];
  /** Natural logarithm of the number of false alarms: how many such families chance would show on ground like this. */
  lnFalseAlarms: number;
};

/** Metres between rows, at least. */
const MIN_BETWEEN = 0.7;
/** Rows are looked at again with those beside them known, where they are no worse than this before. */
const MAX_LN = 4;
const MAX_FAMILIES = 12;
/** Lengths at which a row may begin and end. */
const LENGTHS = 10;
/** Families from which further rows are looked for, and how often the look of plants is learned from the rows that are known. */
const PROMISING = 2;
const TURNS = 2;

export const lengthOf = ({ x, y }: { x: number; y: number }): number => Math.hypot(x, y);
export const hitsOf = (rows: readonly Chain[]): Blob[] =>
  rows.flatMap(({ places }) => places.flatMap(({ blob }) => (blob ? [blob] : [])));

/** Tells whether two chains are the same row, or cross. */
function isSameGround(a: Chain, b: Chain): boolean {
  return b.places.some((place) =>
    a.places.some((other) => Math.hypot(place.x - other.x, place.y - other.y) < MIN_BETWEEN),
  );
}

/** Adds the rows of `chains` that lie beside those there are, the surest first. */
function withRows(rows: readonly Chain[], chains: readonly Chain[], along: Chain["step"]): Chain[] {
  const all = [...rows];
  for (const chain of chains)
    if (isAlong(along, chain.step) && !all.some((row) => isSameGround(row, chain))) all.push(chain);
  return all;
}

/** Rows that are no chance when those beside them are known, the surest first, with what they add. */
function surest(rows: readonly Chain[], grid: BlobGrid, options: ChainOptions, lnTests: number) {
  const all = hitsOf(rows);
  return rows
    .flatMap((row) => scoreChain(row, grid, options, all) ?? [])
    .sort((a, b) => a.lnChance - b.lnChance)
    .filter(({ lnChance }) => lnChance + lnTests < 0);
}

/** Looks for further rows of a family with the look of its plants, learned from the rows that it has. */
function withLearnedRows(family: Family, blobs: readonly Blob[], options: ChainOptions): Family {
  let { rows, lnFalseAlarms } = family;
  for (let turn = 0; turn < TURNS; turn++) {
    const along = rows[0].step;
    const near = { ...options, along, spacingMeters: lengthOf(along) };
    // Plants of rows that are known are explained, and no ground of the others.
    const learned = learnedStrengths(blobs, hitsOf(rows));
    const { chains, tried, grid } = findChains(learned, near);
    const lnTests = Math.log(Math.max(1, tried)) + Math.log(LENGTHS);
    const known = rows;
    const candidates = chains.filter(({ lnChance }) => lnChance + lnTests < MAX_LN);
    const added = surest(
      withRows(known, candidates, along).filter((row) => !known.includes(row)),
      grid,
      near,
      lnTests,
    );
    if (added.length === 0) break;
    rows = [...known, ...added];
    for (const { lnChance } of added) lnFalseAlarms += lnChance + lnTests;
  }
  return { rows, lnFalseAlarms };
}

/**
 * The rows that are most surely no chance: a chain counts by how many as good the image would show by chance (its
 * number of false alarms; Desolneux, Moisan and Morel, Meaningful alignments, International Journal of Computer Vision
 * 40, 2000), and further ones of its step and direction add their own evidence.
 */
export function findFamilies(blobs: readonly Blob[], options: ChainOptions): Family[] {
  const { chains, tried, grid } = findChains(blobs, options);
  const lnTests = Math.log(Math.max(1, tried)) + Math.log(LENGTHS);
  // Of the pairs, those of one step and direction.
  const lnAlike = lnTests + Math.log(2 * ALIKE.step) + Math.log((2 * ALIKE.radians) / Math.PI);
  let open = chains.filter(({ lnChance }) => lnChance + lnAlike < MAX_LN);
  const families: Family[] = [];
  while (families.length < MAX_FAMILIES) {
    const [best, ...rest] = open;
    if (!best) break;
    const rows = withRows([best], rest, best.step);
    open = open.filter((chain) => !rows.some((row) => row === chain || isSameGround(row, chain)));
    const [first, ...others] = surest(rows, grid, options, lnAlike);
    if (!first) continue;
    const more = others.reduce((sum, { lnChance }) => sum + lnChance + lnAlike, 0);
    const lnFalseAlarms = first.lnChance + lnTests + more;
    const family: Family = { rows: [first, ...others], lnFalseAlarms };
    families.push(lnFalseAlarms < PROMISING ? withLearnedRows(family, blobs, options) : family);
  }
  return families.sort((a, b) => a.lnFalseAlarms - b.lnFalseAlarms);
}
