/** Sends one entry, and says what became of it. */

import type { PlantTreeTask, PlantTreeTaskDetail } from "@nihol/contract/planting/plant-tree-tasks";
import type { TaskSurvival } from "@nihol/contract/planting/survival";
import { limits } from "@nihol/contract/values/limits";
import { takesReports } from "@nihol/contract/values/plant-tree-task-states";
import i18next from "i18next";
import { ApiError } from "../../../lib/api/api-error.ts";
import { ask } from "../../../lib/api/ask.ts";
import { upload } from "../../../lib/api/upload.ts";
import { failureText } from "../../../lib/text/failure-text.ts";
import { putEntry } from "./database.ts";
import type {
  CountEntry,
  Entry,
  PitEntry,
  PlotConflict,
  ReportEntry,
  TaskConflict,
  TaskPlan,
} from "./entry.ts";

/** A line that carries nothing for so long is none. */
const silenceMs = 60_000;
const signal = () => AbortSignal.timeout(silenceMs);

/** Of a task, what its report is made for. */
export const planOf = ({ garden }: Pick<PlantTreeTask, "garden">): TaskPlan => ({
  garden: garden.id,
});

/** Refusals that a person decides: somebody else was there meanwhile. */
const ofTask = ["report_closed", "task_changed"];
const ofPlot = ["plot_changed", "visit_closed", "plots_replaced", "survival_waits"];

/** Tells whether the server has refused, and would refuse again; else the entry goes on waiting. */
const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 425, 429].includes(error.status);

const refused = (entry: Entry, error: ApiError): Entry => ({
  ...entry,
  state: "refused",
  refusal: failureText(error, i18next.getFixedT(null, "errors")),
});

/** Finds who closed a task, or gave it another garden, and when. */
async function rivalOf(task: PlantTreeTaskDetail) {
  if (!takesReports(task.status)) return task.history[0];
  const { results } = await ask("GET /plant-tree-task/:id/timeline", {
    params: { id: task.id },
    query: { page_size: limits.pageSizeMax },
    signal: signal(),
  });
  const moved = results.find(({ kind, changed }) => kind === "plan" && changed.includes("garden"));
  return moved && { ...moved, comment: "" };
}

async function conflictWith(task: PlantTreeTaskDetail): Promise<TaskConflict> {
  const rival = await rivalOf(task);
  return {
    status: task.status,
    garden: task.garden,
    by: rival?.by ?? null,
    at: rival?.at ?? task.created_at,
    comment: rival?.comment ?? "",
    canWithdraw:
      !takesReports(task.status) &&
      task.transitions.some(({ to, blocked, needs_comment }) => {
        return to === "in_progress" && blocked === null && !needs_comment;
      }),
  };
}

/** The row of an entry: made now, or known. It is kept at once, so that only its photo is left should that fail. */
async function rowOf(entry: ReportEntry): Promise<ReportEntry & { row: number }> {
  const { id, person, task, seen, row } = entry;
  if (row !== null) return { ...entry, row };
  const body = { ...entry.body, entry: { id, person, seen } };
  const params = { id: task };
  const made = await ask("POST /plant-tree-task/:id/report", { params, body, signal: signal() });
  const withRow = { ...entry, row: made.id };
  await putEntry(withRow);
  return withRow;
}

/** Makes the row say what its entry says now. */
async function correctRow(entry: ReportEntry & { row: number }): Promise<void> {
  const { tree_type, count, stock_height_cm, plant_date, place } = entry.body;
  await ask("PATCH /plant-tree-task/:id/report/:row", {
    params: { id: entry.task, row: entry.row },
    body: { tree_type, count, stock_height_cm, plant_date, place },
    signal: signal(),
  });
  await putEntry({ ...entry, isCorrected: false });
}

async function sendReport(entry: ReportEntry): Promise<Entry> {
  let known = entry;
  try {
    const made = await rowOf(entry);
    known = made;
    if (made.isCorrected) await correctRow(made);
    const { photo, task, row } = made;
    if (photo) {
      const file = new File([photo.bytes], photo.name, { type: photo.type });
      await upload(`/plant-tree-task/${task}/report/${row}/photo`, { file, signal: signal() });
    }
    return {
      ...made,
      isCorrected: false,
      photo: null,
      state: "sent",
      sent_at: new Date().toISOString(),
    };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (!ofTask.includes(error.code)) return refused(known, error);
    const params = { id: entry.task };
    const now = await ask("GET /plant-tree-task/:id", { params, signal: signal() });
    return { ...known, state: "conflict", conflict: await conflictWith(now) };
  }
}

/** Tells whether the plot holds this very count: it arrived before, and the answer was lost. */
function isThere({ body }: CountEntry, plot: PlotConflict["plot"]): boolean {
  if (!plot?.measured_at) return false;
  return (
    new Date(plot.measured_at).getTime() === new Date(body.measured_at ?? 0).getTime() &&
    plot.living === body.living &&
    plot.dead === body.dead &&
    plot.missing === body.missing
  );
}

function plotIn(survival: TaskSurvival, { visit: id, plot: plotId }: CountEntry) {
  const visit = survival.visits.find((one) => one.id === id);
  return { visit, plot: visit?.draw?.plots.find((one) => one.id === plotId) ?? null };
}

async function sendCount(entry: CountEntry): Promise<Entry> {
  const { person, task, visit, plot, seen } = entry;
  const sent = (): Entry => ({ ...entry, state: "sent", sent_at: new Date().toISOString() });
  try {
    const body = { ...entry.body, seen, person };
    const params = { id: task, visit, plot };
    await ask("PUT /plant-tree-task/:id/survival/:visit/plot/:plot", {
      params,
      body,
      signal: signal(),
    });
    return sent();
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (!ofPlot.includes(error.code)) return refused(entry, error);
    const survival = await ask("GET /plant-tree-task/:id/survival", {
      params: { id: task },
      signal: signal(),
    });
    const now = plotIn(survival, entry);
    if (isThere(entry, now.plot)) return sent();
    const conflict = {
      code: error.code,
      state: now.visit?.state ?? "cancelled",
      plot: now.plot,
      canCount: now.plot?.can.count ?? false,
      canReopen: now.visit?.can.reopen ?? false,
    };
    return { ...entry, state: "conflict", conflict };
  }
}

async function sendPit(entry: PitEntry): Promise<Entry> {
  const { person, task } = entry;
  try {
    const body = { ...entry.body, person };
    await ask("PUT /plant-tree-task/:id/pit", { params: { id: task }, body, signal: signal() });
    return { ...entry, state: "sent", sent_at: new Date().toISOString() };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // A newer look at the image shows no pit there: nothing is left to be said.
    if (error.code === "pit_gone") return { ...refused(entry, error), state: "left" };
    return refused(entry, error);
  }
}

/**
 * Sends an entry and returns it as it is now: sent, refused with the server's words, or in conflict with what somebody
 * else did. Throws where it did not come to an answer: then it goes on waiting.
 */
export function sendEntry(entry: Entry): Promise<Entry> {
  if (entry.kind === "pit") return sendPit(entry);
  return entry.kind === "report" ? sendReport(entry) : sendCount(entry);
}
