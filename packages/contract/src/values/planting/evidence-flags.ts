/** Flag for what does not fit together in a planting report: facts with figures, for whoever checks it and for the task's verdict. */

/** A note is to be known; a warning has to be explained. Nothing is refused by either. */
type FlagSeverity = "note" | "warning";

export const photoTimeKinds = [
  "before_assigned",
  "before_planting",
  "long_after_planting",
  "after_sending",
] as const;

type Names = Record<string, string>;
interface Named {
  id: number;
  name: Names;
}

export interface PhotoDuplicate {
  flag: "photo_duplicate";
  severity: FlagSeverity;
  /** The same file, byte by byte. */
  exact: boolean;
  mirrored: boolean;
  /** Bits of 256 by which the two hashes differ; null where one photo has none. */
  distance: number | null;
  /** The other row that shows the same photo; null beyond the reader's scope: in another organization or territory. */
  other: {
    task: number;
    row: number;
    garden: Named;
    tree_type: Named;
    plant_date: string;
    image: string | null;
  } | null;
}

/** Flag of a report's row, or of the whole task (`too_dense`, `order_too_dense`, `beyond_ordered`). */
export type EvidenceFlag =
  | PhotoDuplicate
  /** `distance_m` from the garden's boundary; `from_photo` where the camera said the place, not a person. */
  | { flag: "photo_elsewhere"; severity: FlagSeverity; distance_m: number; from_photo: boolean }
  /** `days` between the photo's day and the one that `kind` names. */
  | {
      flag: "photo_time";
      severity: FlagSeverity;
      kind: (typeof photoTimeKinds)[number];
      days: number;
      from_photo: boolean;
    }
  /** `days` from the planting to the day on which the task was assigned. */
  | { flag: "planted_before_assigned"; severity: FlagSeverity; days: number }
  | { flag: "position_weak"; severity: FlagSeverity; error_m: number }
  | { flag: "no_photo"; severity: FlagSeverity }
  | { flag: "no_position"; severity: FlagSeverity }
  /** `fits`: trees of a square grid; `fits_max`: as many as can stand at all at that spacing. */
  | {
      flag: "too_dense" | "order_too_dense";
      severity: FlagSeverity;
      count: number;
      area_m2: number;
      spacing_m: number;
      fits: number;
      fits_max: number;
    }
  | { flag: "beyond_ordered"; severity: FlagSeverity; count: number; ordered: number };
