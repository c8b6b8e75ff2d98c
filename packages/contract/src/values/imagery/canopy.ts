/**
 * Crowns and ground of a block of an image. Grid cells that may belong to closed canopy, or that the block holds only a
 * share of, are kept one by one, for closed canopy is told from neighbouring cells across blocks; of the rest the sums.
 */
export interface CanopyPart {
  ground_ha: number;
  crown_ha: number;
  /** Column and row of the grid, samples, those of crown, hectares, trees. */
  cells: [number, number, number, number, number, number][];
  /** Absent where pixels were not looked at. */
  cover?: CoverPart;
}

/** Cover by pixels of the same ground: hectares of the grid cells that are kept as sums, and samples of each of the others. */
export interface CoverPart {
  canopy_ha: number;
  low_ha: number;
  /** Canopy (by crowns or pixels) and low plants of each of `cells`, in their order. */
  cells: [number, number][];
}
