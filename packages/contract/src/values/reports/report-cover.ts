/** Whether a report has anything to say of closed canopy and shrubs: where nothing has, their columns are left out. */

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

/** Whether any of them is shown, and wants explaining. */
export function saysOfCover(report: Lines): boolean {
  const { canopy, shrubs } = coverShown(report);
  return canopy || shrubs;
}
