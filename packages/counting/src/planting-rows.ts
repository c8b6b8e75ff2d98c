/** Parts of plantings in rows, as blocks and gardens cut them, joined again. */
import {
  type Occupied,
  type PlaceSums,
  rangeOfPlaces,
  type SharedDoubt,
} from "@nihol/contract/values/planting/place-range";

/** A part of a planting; direction in degrees, 0 to 180. */
export interface RowsPart extends PlaceSums, SharedDoubt {
  shortM: number;
  longM: number;
  directionDeg: number;
  /** Pits among its places that were dug and hold no plant. */
  pits?: number | null;
}

/** Rows at one spacing: their steps in metres, and how many of their places hold a tree with the 90 % range. */
interface JoinedRows extends Occupied {
  shortM: number;
  longM: number;
  places: number;
  pits: number;
}

/** Differences from part to part of one planting, at most: of steps, as a share, and of directions, degrees. */
const ALIKE = { step: 0.08, degrees: 12 } as const;
/** Of nearly square cells either step may be the shorter one. */
const NEARLY_EQUAL = 1.1;

function isAlike(a: RowsPart, b: RowsPart): boolean {
  const near = (p: number, q: number) => Math.abs(p / q - 1) <= ALIKE.step;
  if (!near(a.shortM, b.shortM) || !near(a.longM, b.longM)) return false;
  const turn = a.longM / a.shortM < NEARLY_EQUAL ? 90 : 180;
  const off = Math.abs(a.directionDeg - b.directionDeg) % turn;
  return Math.min(off, turn - off) <= ALIKE.degrees;
}

/** Parts of the same spacing and direction together, the largest planting first. */
export function joinRows(parts: readonly RowsPart[]): JoinedRows[] {
  const groups: RowsPart[][] = [];
  for (const part of [...parts].sort((a, b) => b.places - a.places)) {
    if (part.places === 0) continue;
    const own = groups.find(([first]) => first && isAlike(first, part));
    if (own) own.push(part);
    else groups.push([part]);
  }
  return groups.map(joined).sort((a, b) => b.places - a.places);
}

function joined(parts: readonly RowsPart[]): JoinedRows {
  const sum = (of: "places" | "occupied" | "chance" | "variance") =>
    parts.reduce((total, part) => total + part[of], 0);
  const sums = {
    places: sum("places"),
    occupied: sum("occupied"),
    chance: sum("chance"),
    variance: sum("variance"),
  };
  // Weighed by places: what the parts have in common is not independent, so it does not average out.
  const mean = (of: "doubt" | "mistaken" | "shortM" | "longM") =>
    parts.reduce((total, part) => total + part[of] * part.places, 0) / sums.places;
  return {
    shortM: mean("shortM"),
    longM: mean("longM"),
    places: sums.places,
    pits: parts.reduce((total, { pits }) => total + (pits ?? 0), 0),
    ...rangeOfPlaces(sums, { doubt: mean("doubt"), mistaken: mean("mistaken") }),
  };
}
