/** What the thread is given and what it says; plain values, so that they cross to it. */
import type { ExportFormat, ExportList } from "@nihol/contract/values/exports";
import type { DatabaseConfig } from "@nihol/db/launcher/database-config";
import type { TextLanguage } from "@nihol/locales/text";
import type { Actor } from "../http/actor.ts";

export interface ExportJob {
  config: DatabaseConfig;
  list: ExportList;
  format: ExportFormat;
  /** As it was sent, without pages. */
  query: Record<string, unknown>;
  /** Under whose scope it is made. */
  actor: Actor;
  language: TextLanguage;
  timeZone: string;
  /** The file to write; it must not exist. */
  path: string;
}

/** Said after each page, and at the end. */
export type ExportNews =
  | { state: "writing"; rows: number; count: number }
  | { state: "written"; rows: number }
  | { state: "refused"; code: string };
