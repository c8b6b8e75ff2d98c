/** Rows of a file of devices, CSV or XLSX: the first one names the columns. */
import { deviceImportLimits } from "@nihol/contract/values/sensors/device-import";
import { codeOf } from "@nihol/contract/values/thrown";
import { parse } from "csv-parse/sync";
import { refuseField } from "../../http/problem.ts";
import { csvOptions, sniffCsv } from "../../shared/files/csv-text.ts";
import type { SheetRow } from "../../shared/files/sheet-rows.ts";
import type { SheetAnswer, SheetQuestion } from "../../shared/files/sheet-thread.ts";
import { threadPool } from "../../shared/threads/thread-pool.ts";

const askThread = threadPool<SheetQuestion, SheetAnswer>({
  module: new URL("../../shared/files/sheet-thread.ts", import.meta.url),
  timeoutMs: 20_000,
  memoryMb: 384,
  atOnce: 1,
  maxWaiting: 8,
  maxPerAsker: 2,
});

const max = deviceImportLimits.rows;
const tooMany = () => refuseField("file", "too_many_rows", { max });

async function rowsOfWorkbook(sent: Buffer, asker: number): Promise<SheetRow[]> {
  // Bytes of their own: they go to the thread and are not copied there.
  const bytes = new Uint8Array(sent);
  const answer = await askThread({ bytes, maxRows: max + 1 }, { asker, transfer: [bytes.buffer] });
  if (!answer || ("unread" in answer && answer.unread === "file"))
    return refuseField("file", "sheet_unread");
  return "rows" in answer ? answer.rows : tooMany();
}

function rowsOfText(bytes: Buffer): SheetRow[] {
  const { text, delimiter } = sniffCsv(bytes);
  try {
    const rows: SheetRow[] = [];
    parse(text, {
      ...csvOptions(delimiter),
      to: max + 3,
      on_record: (cells: string[], { lines: line }) => {
        // The line that names the delimiter to Excel is none of the table.
        if (!/^sep=.?$/i.test(cells.join(""))) rows.push({ line, cells });
        return null;
      },
    });
    return rows;
  } catch (error) {
    if (String(codeOf(error)).startsWith("CSV_")) return refuseField("file", "file_damaged");
    throw error;
  }
}

/** Reads headings and rows. @throws {FieldProblem} under `file` for what is no table, is empty or has too many rows */
export async function fileRows(
  bytes: Buffer,
  asker: number,
): Promise<{ headings: string[]; rows: SheetRow[] }> {
  const isZip = bytes.subarray(0, 2).toString("latin1") === "PK";
  const [first, ...rows] = isZip ? await rowsOfWorkbook(bytes, asker) : rowsOfText(bytes);
  if (!first || rows.length === 0) return refuseField("file", "file_empty");
  if (rows.length > max) return tooMany();
  return { headings: first.cells, rows };
}
