import type {
  EvidenceImage,
  ViolationEvidence,
  ViolationSource,
} from "@nihol/contract/values/violations";
import type { CropOrder } from "./crop-place.ts";
import type { PhotoOrder } from "./report-queries.ts";

/** Origin of a case: its figures, what the form is filled with, and the crops to be made. */
export interface Origin {
  evidence: ViolationEvidence;
  point: [number, number];
  garden: number | null;
  /** Organization that is to act on it, where that is known. */
  ministry?: number | null;
  observed_on: EvidenceImage["date"];
  columns: {
    source: ViolationSource;
    comparison_id?: number;
    device_id?: number;
    task_id?: number;
  };
  crops: CropOrder[];
  /** Photos of a report, to be kept with the case. */
  photos?: PhotoOrder[];
  /** Alerts that the case takes, that which it is opened from first. */
  alerts?: number[];
}
