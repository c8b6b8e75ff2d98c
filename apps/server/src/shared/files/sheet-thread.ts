/** Runs in a worker thread: reads a workbook that somebody sent. */
import { readSheet, type SheetRow, SheetUnread } from "./sheet-rows.ts";

/** Workbook, and how many rows of it may be read. */
export interface SheetQuestion {
  bytes: Uint8Array;
  maxRows: number;
}
export type SheetAnswer = { rows: SheetRow[] } | { unread: "rows" | "file" };

/** Reads the first sheet, or says why it cannot be. */
export default function answerFor({ bytes, maxRows }: SheetQuestion): SheetAnswer {
  try {
    return { rows: readSheet(bytes, maxRows) };
  } catch (error) {
    if (error instanceof SheetUnread) return { unread: error.message === "rows" ? "rows" : "file" };
    throw error;
  }
}
