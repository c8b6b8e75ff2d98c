/** Messages to and from the process that writes a file: plain values, so that they can cross to it. */
import type { ExportFormat, ExportList } from "@nihol/contract/values/exports";
import type { Language } from "@nihol/contract/values/languages";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";

export interface ExportRequest {
  config: DatabaseConfig;
  list: ExportList;
  format: ExportFormat;
  /** As it was sent, without pages. */
  query: Record<string, unknown>;
  /** Under whose scope it is made, as the row keeps it. */
  actor: unknown;
  language: Language;
  timeZone: string;
  /** The file to write; it must not exist. */
  path: string;
}

/** Sent after each part; `count` is the list's total. */
export interface ExportProgress {
  rows: number;
  count: number;
}

export interface ExportResult {
  rows: number;
}
