export const reportKinds = ["region", "district"] as const;
export type ReportKind = (typeof reportKinds)[number];

/** Figures that stand together, in the order of screens and files. */
export const reportSections = [
  "land",
  "trees",
  "changes",
  "captures",
  "tasks",
  "survival",
  "devices",
  "violations",
] as const;
export type ReportSection = (typeof reportSections)[number];

export const reportFormats = ["json", "csv", "xlsx", "pdf"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const reportMediaTypes: Record<ReportFormat, string> = {
  json: "application/json",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};
