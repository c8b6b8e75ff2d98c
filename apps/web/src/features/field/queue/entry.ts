/** What waits on the phone until there is a line. */
import type { BodyOf } from "@nihol/contract/api/calls";
import type { SurvivalPlot, SurvivalVisit } from "@nihol/contract/planting/survival";
import type { TaskStatus } from "@nihol/contract/values/plant-tree-task-states";
import type { Names } from "../../../lib/text/format.ts";

/** `left`: a person decided that what the server has holds. */
export const entryStates = ["waiting", "conflict", "refused", "sent", "left"] as const;
export type EntryState = (typeof entryStates)[number];

/** Of a task, what its report is made for. */
export interface TaskPlan {
  garden: number;
  due_date: string;
  items: { tree_type: number; quantity: number }[];
}

/** The task as the server has it, where that is in the way of a report. */
export interface TaskConflict {
  status: TaskStatus;
  plan: TaskPlan;
  /** Who moved it last, and what they said. */
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

export interface StoredPhoto {
  name: string;
  type: string;
  bytes: ArrayBuffer;
}

interface Kept {
  /** The order in which entries are sent. */
  seq: number;
  /** Made here; the server writes it once. */
  id: string;
  /** Whose it is: nobody else sees it or sends it. */
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

export type Entry = ReportEntry | CountEntry;
/** An entry before it is kept. */
export type NewEntry =
  | Omit<ReportEntry, keyof typeof keptAtFirst | "seq" | "id">
  | Omit<CountEntry, keyof typeof keptAtFirst | "seq" | "id">;

/** What every new entry begins with. */
export const keptAtFirst = {
  state: "waiting",
  refusal: null,
  sent_at: null,
  conflict: null,
} as const;
