/** Events in the history of a planting task. */

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

/** Fields of a task's plan that a change may have changed. */
export const planFields = [
  "garden",
  "ministry",
  "contractor",
  "assignedDate",
  "dueDate",
  "items",
  "spacing_m",
] as const;
