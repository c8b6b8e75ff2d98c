/** Tells whether any line of a report has closed canopy or shrubs: where none has, the column is left out. */

interface Line {
  /** Undefined in versions from before these were summed. */
  canopy?: { closed_m2: number } | null;
  shrubs?: { count: number } | null;
}

interface Lines {
  rows: readonly Line[];
  total: Line;
  outside: Line | null;
  grand_total: Line | null;
}

export interface CoverShown {
  canopy: boolean;
  shrubs: boolean;
}

/** Of any of its lines. */
export function coverShown({ rows, total, outside, grand_total }: Lines): CoverShown {
  const lines = [...rows, total, outside, grand_total];
  return {
    canopy: lines.some((line) => (line?.canopy?.closed_m2 ?? 0) > 0),
    shrubs: lines.some((line) => (line?.shrubs?.count ?? 0) > 0),
  };
}

/** Tells whether a report shows any of them, and has to explain it. */
export function saysOfCover(report: Lines): boolean {
  const { canopy, shrubs } = coverShown(report);
  return canopy || shrubs;
}
