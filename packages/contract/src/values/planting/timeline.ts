/** What the history of a planting task is made of. */

/** Steps, changes of the plan, the report with its photos, survival visits, comments, replantings. */
export const timelineKinds = [
  "state",
  "plan",
  "report",
  "report_deleted",
  "photo",
  "visit_asked",
  "plots_drawn",
  "visit_ended",
  "comment",
  "replanting",
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** What a task agrees on and a change may have changed. */
export const planFields = [
  "garden",
  "ministry",
  "contractor",
  "assignedDate",
  "dueDate",
  "items",
  "spacing_m",
] as const;
