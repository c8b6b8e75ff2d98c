/** State of the field page that its address keeps: so that the phone's back button leads from a form to its task. */
export interface FieldSearch {
  view?: "queue";
  task?: number;
  /** The form of a report of the task. */
  add?: "report";
  /** The entry of the outbox that the form corrects, by its number. */
  entry?: number;
  /** A plot of the task that is counted. */
  plot?: number;
  /** A pit of the task by its place: longitude and latitude. */
  pit?: string;
}

/** Addresses carry numbers as text. */
const numberOf = (value: unknown) =>
  /^[1-9]\d{0,8}$/.test(String(value)) ? Number(value) : undefined;

const isPlace = (value: unknown) =>
  /^-?\d{1,3}(\.\d{1,20})?,-?\d{1,2}(\.\d{1,20})?$/.test(String(value));

/** Leaves what is none of it out. */
export const fieldSearch = (search: Record<string, unknown>): FieldSearch => ({
  ...(search.view === "queue" && { view: "queue" as const }),
  ...(numberOf(search.task) && { task: numberOf(search.task) }),
  ...(search.add === "report" && { add: "report" as const }),
  ...(numberOf(search.entry) && { entry: numberOf(search.entry) }),
  ...(numberOf(search.plot) && { plot: numberOf(search.plot) }),
  ...(isPlace(search.pit) && { pit: String(search.pit) }),
});
