/** A process that the worker starts for `export.make`: reads one list in one snapshot and writes its file. */
import type { PageQuery } from "@nihol/contract/paging";
import { type ExportFormat, exportRowsMax, isMapFormat } from "@nihol/contract/values/exports";
import { connect, type Db } from "@nihol/db/connection";
import { takeProgrammeZone } from "@nihol/db/programme-zone";
import type {
  ExportProgress,
  ExportRequest,
  ExportResult,
} from "@nihol/store/exports/export-request";
import { serveRequests } from "@nihol/vision/children/serve-requests";
import type { Actor } from "../http/actor.ts";
import { openFile } from "../shared/files/file-writer.ts";
import type { ExportRow, ListExport } from "../shared/files/list-export.ts";
import { wordsOf } from "../shared/files/words.ts";
import { openListCursor } from "../shared/rows/list-cursor.ts";
import type { PagedQuery } from "../shared/rows/page-rows.ts";
import { listExports } from "./lists.ts";

/** Rows in memory at once; fewer where borders have many corners, of which one may have a hundred thousand. */
const partRows = { first: 100, max: 2_000, corners: 100_000 };

/** Number of rows to read after a part, so that the next one has not too many corners either. */
function nextRows(part: ExportRow[]): number {
  let corners = 0;
  for (const { shape } of part)
    if (shape?.type === "MultiPolygon")
      for (const ring of shape.coordinates.flat()) corners += ring.length;
  const fitting = Math.floor((partRows.corners * part.length) / Math.max(1, corners));
  return Math.max(1, Math.min(partRows.max, fitting, part.length * 5));
}

/** Rows were added since the file was asked for. */
class TooManyRows extends Error {
  readonly reason: { code: string; params: Record<string, number> };
  constructor(format: ExportFormat, count: number) {
    super(`${count} rows`);
    const { code, max } = exportRowsMax(format);
    this.reason = { code, params: { max } };
  }
}

/** Parts of the list until all rows that it counts were read. @throws when it gives other rows than it counts */
async function* partsOf(snapshot: Db, request: ExportRequest, list: ListExport) {
  const { format, language, timeZone } = request;
  const withShapes = isMapFormat(format);
  const shown = list.parse(withShapes ? { ...request.query, ...list.shapeQuery } : request.query);
  if (!shown.success) throw new Error("the query no longer fits the list");
  const words = wordsOf(language, timeZone);
  const cursor = await openListCursor(snapshot);
  const query: PageQuery & PagedQuery = {
    ...shown.data,
    page: 1,
    page_size: withShapes ? partRows.first : partRows.max,
    cursor,
  };
  for (let rows = 0, count = 1; rows < count; ) {
    const found = await list.page(snapshot, request.actor as Actor, query, words, withShapes);
    if (!cursor.isOpen()) throw new Error(`${request.list} does not read by the cursor`);
    ({ count } = found);
    if (count > exportRowsMax(format).max) throw new TooManyRows(format, count);
    rows += found.rows.length;
    if (found.rows.length === 0 && rows < count)
      throw new Error(`the list counts ${count} rows and gives ${rows}`);
    yield { found: found.rows, rows, count };
    query.page_size = nextRows(found.rows);
  }
}

/** Sees the database as it is now, whatever is written meanwhile: no row twice, none left out. */
async function writeExport(
  request: ExportRequest,
  _signal: AbortSignal,
  onProgress: (progress: ExportProgress) => void,
): Promise<ExportResult> {
  const list = listExports[request.list];
  const { path, timeZone } = request;
  const words = wordsOf(request.language, timeZone);
  const title = words.text(list.title);
  const { headings, shapeKind } = list;
  const plan = { path, list: request.list, title, headings, words, timeZone, shapeKind };
  const file = await openFile(request.format, plan);
  const db = connect(request.config, { applicationName: "nihol export", max: 1 });
  let written = 0;
  try {
    await takeProgrammeZone(db.sql);
    await db.sql
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (snapshot) => {
        for await (const { found, rows, count } of partsOf(snapshot, request, list)) {
          await file.write(found);
          written = rows;
          onProgress({ rows, count });
        }
      });
    await file.end();
    return { rows: written };
  } finally {
    await file.release();
    await db.close();
  }
}

serveRequests(writeExport);
