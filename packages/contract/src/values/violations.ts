import type { EvidenceFlag } from "./planting/evidence-flags.ts";
import type { VerdictReason } from "./planting/verdicts.ts";
import type { AlertKind, AlertSeverity } from "./sensors/alerts.ts";

export const violationKinds = [
  "illegal_felling",
  "tree_damage",
  "fire",
  "dumping",
  "water_misuse",
  "unauthorized_construction",
  "other",
] as const;
export type ViolationKind = (typeof violationKinds)[number];

export const violationStates = [
  "new",
  "under_review",
  "confirmed",
  "referred",
  "closed",
  "dismissed",
] as const;
export type ViolationState = (typeof violationStates)[number];

/** States that may follow each. Closed and dismissed are opened again only for another review. */
export const violationTransitions: Record<ViolationState, readonly ViolationState[]> = {
  new: ["under_review", "dismissed"],
  under_review: ["confirmed", "dismissed"],
  confirmed: ["referred", "closed", "dismissed"],
  referred: ["closed", "confirmed"],
  closed: ["under_review"],
  dismissed: ["under_review"],
};

/** Tells whether a change needs a reason in words: it ends a case, hands it on or takes a decision back. */
export function needsComment(from: ViolationState, to: ViolationState): boolean {
  const isEnd = to === "dismissed" || to === "closed";
  const isBack = from === "dismissed" || from === "closed" || from === "referred";
  return isEnd || isBack || to === "referred";
}

export const violationLimits = { title: 200, description: 5000, reporter: 200, comment: 2000 };

/** The states in which somebody still has to act: only these can be overdue. */
export const openViolationStates = ["new", "under_review", "confirmed", "referred"] as const;

/** Sources that a case may be opened from. */
export const violationSources = ["hand", "comparison", "alert", "task"] as const;
export type ViolationSource = (typeof violationSources)[number];

/** Fields of a case that its history records. */
export const violationChangeFields = ["state", "due_date", "responsible"] as const;

/** Somebody who counted plots of a visit, as it stands among the reasons; counts carry no photos. */
export interface PlotCounter {
  /** Account whose name is read with the rights of who reads; as kept with a case alone. Missing in older cases. */
  person?: number | null | undefined;
  /** Null where the reader may not know it; empty where the account is gone. */
  name: string | null;
  organization: Record<string, string> | null;
  counted_on: string;
  plots: number;
  /** Of the side that reported: their counts weigh nothing. */
  own_side: boolean;
  /** Metres from a plot's middle, at most; null where no position was sent. */
  distance_max_m: number | null;
  /** Plots counted without a position. */
  no_position: number;
}

/**
 * Kinds of hands in an image: `given` (`given_dated` where the file states no day, `asked` out of a source, `asked_dated`
 * where that names none); `dated` otherwise than its file; `rejected`; the `lessons` taught and the `threshold` set that its
 * trees are counted by.
 */
export const imageHandKinds = [
  "given",
  "given_dated",
  "asked",
  "asked_dated",
  "dated",
  "rejected",
  "lessons",
  "threshold",
] as const;

/** Somebody's hand in an image over the garden of a planting task. */
export interface ImageHand {
  image: number;
  /** Capture date of the image. */
  date: string;
  kind: (typeof imageHandKinds)[number];
  /** Null where the reader may not know it; empty where the account is gone. */
  name: string | null;
  /** Organization that the person was of then. */
  organization: Record<string, string> | null;
  on: string;
  /** Day that the file states, of a dated image. */
  before: string | null;
  /** Lowest score that counts as a tree, of a set threshold. */
  threshold: number | null;
  /** Of the side that reported: it proves nothing for the report. */
  own_side: boolean;
  /** Account, where a case keeps it: names are read when they are shown. */
  person?: number | null | undefined;
}

/** A count with its 90 % range; null where none holds. */
export interface EvidenceCount {
  count: number;
  low: number | null;
  high: number | null;
  /** The ground is unfamiliar: the number says nothing until sample plots are counted there. */
  withheld?: boolean | undefined;
}
/** Image of a compared pair, and the trees that it shows on the ground of the case. */
export interface EvidenceImage {
  id: number;
  date: string;
  gsd_m: number;
  file_name: string;
  model: string | null;
  trees: EvidenceCount;
}
/** A lost tree: longitude, latitude, its crown in square metres and the probability that it is gone. */
export interface LostPlace {
  place: [number, number];
  crown_m2: number | null;
  chance: number;
}
/** Result of a comparison when a case was opened from it. */
export interface ComparisonEvidence {
  kind: "comparison";
  comparison: number;
  before: EvidenceImage;
  after: EvidenceImage;
  lost: EvidenceCount & { area_m2: number };
  /** Every lost tree, the surest first, at most 300; of cases that were opened before this was kept it is missing. */
  places?: LostPlace[] | undefined;
  /** Where one lost tree was chosen: its crown in square metres and the probability that it is gone. */
  tree: { id: number; crown_m2: number | null; chance: number } | null;
  /**
   * The middle of both crops, longitude and latitude, and their side; `lost_at` are places of lost trees in shares of
   * the side, from the west and from the north. Null where an image does not show the place.
   */
  crop: { center: [number, number]; side_m: number; lost_at: [number, number][] } | null;
}
/** Measurement of a device when a case was opened from it. */
export interface AlertEvidence {
  kind: "alert";
  device: { id: number; name: string };
  parameter: string;
  unit: string;
  value: number;
  /** The moment of the reading, ISO 8601. */
  at: string;
  state: "watch" | "act" | "faulty";
  /** The range that was good then; null for an open end. */
  good: { min: number | null; max: number | null };
}
/** An image of a planting task's garden, and what was found on it then. */
export interface TaskImage {
  id: number;
  date: string;
  gsd_m: number;
  /** Trees found that may be of the planting; null where none were counted for the verdict. */
  counted: number | null;
}
/** A photo of a planting report as it is kept with a case. */
export interface EvidencePhoto {
  task: number;
  row: number;
  garden: Record<string, string>;
  plant_date: string;
  /** By the photo's metadata: the camera's clock without a zone, or its day alone; null where they do not say. */
  taken_at: string | null;
  /** By the photo's metadata: longitude and latitude. */
  taken_place: [number, number] | null;
  /** Of the case's file that shows it; null where it could not be kept. */
  sha256: string | null;
}
/** A row of a planting report, what does not fit together in it, and its photo beside those that are the same. */
export interface EvidenceRow {
  row: number;
  tree_type: Record<string, string>;
  count: number;
  plant_date: string;
  flags: EvidenceFlag[];
  photo: EvidencePhoto | null;
  same: EvidencePhoto[];
}
/** Content of a planting report when a case was opened from its verdict. */
export interface ReportEvidence {
  rows: number;
  without_photo: number;
  without_position: number;
  /** Of the report as a whole. */
  flags: EvidenceFlag[];
  /** Rows that have flags or photos, warnings first; as many as an act shows. */
  shown: EvidenceRow[];
}
/** State of a planting task when a case was opened from its verdict. */
export interface TaskEvidence {
  kind: "task";
  task: number;
  verdict: "agrees" | "unclear" | "contradicts" | "too_early";
  reported: number;
  /** The last planting day of the report. */
  planted_on: string | null;
  /** The day of the newest evidence. */
  as_of: string | null;
  /** Trees that stand, by the machine. */
  standing: EvidenceCount | null;
  before: TaskImage | null;
  after: TaskImage | null;
  /** Counted on the ground; null where nobody did. */
  plots: {
    measured_on: string;
    plots: number;
    living: number;
    dead: number;
    missing: number;
  } | null;
  /** People who counted plots; missing in cases that were opened before this was kept. */
  counters?: PlotCounter[] | undefined;
  /** People who had a hand in the images; missing in cases that were opened before this was kept. */
  image_hands?: ImageHand[] | undefined;
  /** Explanation that the reviewer wrote; empty where nobody has decided. */
  explanation: string;
  /** The verdict's reasons, and `report`: of cases that were opened before these were kept they are missing. */
  reasons?: VerdictReason[] | undefined;
  report?: ReportEvidence | undefined;
  /** As of a comparison; nothing is marked in it. */
  crop: ComparisonEvidence["crop"];
}
/** An alert as it was when a case was opened from it. */
export interface EvidenceAlert {
  id: number;
  device: { id: number; name: string };
  /** Key and unit as the API writes it; null of a silent device. */
  parameter: string | null;
  unit: string | null;
  /** Moments, ISO 8601; null where it was still active. */
  began_at: string;
  cleared_at: string | null;
  /** The value furthest beyond the rule; null of a silent device. */
  worst: number | null;
}
/** Right values of a device around its alerts: hours, or days where that would be too many. */
export interface EvidenceSeries {
  device: string;
  parameter: string;
  unit: string;
  step: "hour" | "day";
  /** Milliseconds since 1970, and the value of the step. */
  points: [number, number][];
}
/** Alerts of one rule in one garden and time when a case was opened from one of them, which stands first. */
export interface AlertsEvidence {
  kind: "alerts";
  rule: { name: string; kind: AlertKind; limit: number | null; minutes: number };
  severity: AlertSeverity;
  alerts: EvidenceAlert[];
  /** Of the first few devices. */
  series: EvidenceSeries[];
}
/** Alerts that one case is opened from, and devices whose values are kept with it. */
export const alertsOfCase = { alerts: 50, series: 5, points: 400 } as const;
/** The figures of a case as they were when it was opened; they stay when images and readings go. */
export type ViolationEvidence = ComparisonEvidence | AlertEvidence | AlertsEvidence | TaskEvidence;
