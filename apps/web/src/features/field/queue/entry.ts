/** Entries that wait on the phone until there is a connection. */
import type { BodyOf } from "@nihol/contract/api/calls";
import type { SurvivalPlot, SurvivalVisit } from "@nihol/contract/planting/survival";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import type { Names } from "../../../lib/text/format.ts";

/** `left`: a person decided that what the server has holds. */
const entryStates = ["waiting", "conflict", "refused", "sent", "left"] as const;
export type EntryState = (typeof entryStates)[number];

/** Where the trees of a task's report stand: another due date or number of trees is no rival of what was planted. */
export interface TaskPlan {
  garden: number;
}

/** The task as the server has it, where that is in the way of a report. */
export interface TaskConflict {
  status: TaskStatus;
  garden: { id: number; name: Names };
  /** Person who closed it or gave it another garden, when, and their comment. */
  by: string | null;
  at: string;
  comment: string;
  /** It can be taken back to work by the same person. */
  canWithdraw: boolean;
}

/** The plot as the server has it, where that is in the way of a count. */
export interface PlotConflict {
  code: string;
  state: SurvivalVisit["state"];
  /** Null where the plots were drawn anew. */
  plot: Pick<
    SurvivalPlot,
    "living" | "dead" | "missing" | "note" | "measured_at" | "measured_by"
  > | null;
  canCount: boolean;
  canReopen: boolean;
}

/** The day and time of the camera's clock, the place with its direction; what is missing is left out. */
export interface PhotoMetadata {
  takenAt?: string;
  latitude?: number;
  longitude?: number;
  errorM?: number;
  /** Where the camera looked: degrees clockwise from north. */
  directionDeg?: number;
}

export interface StoredPhoto {
  name: string;
  type: string;
  bytes: ArrayBuffer;
  /** Metadata that the photo holds of itself; entries of earlier versions lack it. */
  metadata?: PhotoMetadata;
}

interface Kept {
  /** The order in which entries are sent. */
  seq: number;
  /** Made here; the server writes it once. */
  id: string;
  /** Another one for each time that it was filled in; entries of earlier versions lack it. */
  revision?: string;
  /** Person whose entry it is: nobody else sees it or sends it. */
  person: number;
  made_at: string;
  state: EntryState;
  /** The server's words, in the language of the person. */
  refusal: string | null;
  sent_at: string | null;
  task: number;
  garden: Names;
}

type ReportBody = BodyOf<"POST /plant-tree-task/:id/report">;
export interface ReportEntry extends Kept {
  kind: "report";
  tree_type: Names;
  body: Omit<ReportBody, "entry">;
  seen: TaskPlan;
  photo: StoredPhoto | null;
  /** The row that it has made. */
  row: number | null;
  /** It was changed after it was kept: the row, which may be there since, is to say the same. */
  isCorrected?: boolean;
  conflict: TaskConflict | null;
}

type CountBody = BodyOf<"PUT /plant-tree-task/:id/survival/:visit/plot/:plot">;
export interface CountEntry extends Kept {
  kind: "count";
  visit: number;
  plot: number;
  plot_number: number;
  body: Omit<CountBody, "person" | "seen">;
  /** When the count that was seen here was made; null for a plot that nobody had counted. */
  seen: string | null;
  conflict: PlotConflict | null;
}

type PitBody = BodyOf<"PUT /plant-tree-task/:id/pit">;
/** Answer about a pit that an image shows empty. It has no rival: others answer beside it. */
export interface PitEntry extends Kept {
  kind: "pit";
  pit_number: number;
  body: Omit<PitBody, "person">;
  conflict: null;
}

/** Entries that somebody else's work can be in the way of. */
export type RivalledEntry = ReportEntry | CountEntry;
export type Entry = RivalledEntry | PitEntry;
export const isReport = (entry: Entry): entry is ReportEntry => entry.kind === "report";

/** Says whether it is still on its way to the server, or needs a person for that. */
export const isOpen = ({ state }: Pick<Entry, "state">): boolean =>
  state !== "sent" && state !== "left";

/** Trees of reports that have not arrived; of one tree type where one is given. */
export const treesWaiting = (entries: readonly Entry[], type?: number): number =>
  entries
    .filter(isReport)
    .filter((one) => isOpen(one) && one.row === null)
    .filter(({ body }) => type === undefined || body.tree_type === type)
    .reduce((sum, { body }) => sum + body.count, 0);
/** An entry before it is kept. */
type New<Kind> = Omit<Kind, keyof typeof keptAtFirst | "seq" | "id" | "revision"> & {
  /** Of one that is corrected: the server knows it by this. */
  id?: string;
};
export type NewEntry = New<ReportEntry> | New<CountEntry> | New<PitEntry>;

/** State that every new entry begins with. */
export const keptAtFirst = {
  state: "waiting",
  refusal: null,
  sent_at: null,
  conflict: null,
} as const;
