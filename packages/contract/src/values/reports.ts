export const reportKinds = ["region", "district"] as const;
export type ReportKind = (typeof reportKinds)[number];

export const reportFormats = ["json", "csv", "xlsx", "pdf"] as const;
export type ReportFormat = (typeof reportFormats)[number];

export const reportMediaTypes: Record<ReportFormat, string> = {
  json: "application/json",
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
};
