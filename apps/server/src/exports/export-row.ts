/** An export of the database as the contract shows it. */
import type { Export } from "@nihol/contract/exports";
import { exportRowsMax } from "@nihol/contract/values/exports";
import { formatNumber } from "@nihol/locales/format-number";
import { type TextLanguage, text } from "@nihol/locales/text";
import type { ExportRow } from "@nihol/store/exports/export-rows";

export function toExport(row: ExportRow, language: TextLanguage): Export {
  const max = formatNumber(exportRowsMax(row.format).max, language);
  return {
    id: row.id,
    list: row.list,
    format: row.format,
    status: row.status,
    rows: row.row_count,
    rows_done: row.rows_done,
    size: row.size === null ? null : Number(row.size),
    file_name: row.file_name,
    problem: row.problem && {
      code: row.problem,
      detail: text(language, `errors.${row.problem}`, { max }),
    },
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
  } as Export;
}
