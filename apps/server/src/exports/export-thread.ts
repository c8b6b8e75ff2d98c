/** Runs in a thread of its own: reads one list page by page in one snapshot and writes its file. */
import { parentPort, workerData } from "node:worker_threads";
import type { PageQuery } from "@nihol/contract/paging";
import { exportRowsMax } from "@nihol/contract/values/exports";
import { connect } from "@nihol/db/connection";
import { openFile } from "../shared/files/file-writer.ts";
import type { ListExport } from "../shared/files/list-export.ts";
import { wordsOf } from "../shared/files/words.ts";
import type { ExportJob, ExportNews } from "./export-job.ts";
import { listExports } from "./lists.ts";

const say = (news: ExportNews) => parentPort?.postMessage(news);

/** Each page sorts and counts anew: large pages, but no more shapes at once than fit in memory. */
const pageRows = { plain: 20_000, shapes: 500 };

/**
 * Reads all pages in one read-only transaction that sees the database as it is now, whatever is written
 * meanwhile: no row twice, none left out. @returns rows written
 */
async function copyRows(job: ExportJob, list: ListExport): Promise<number> {
  const words = wordsOf(job.language, job.timeZone);
  const withShapes = job.format === "geojson" || job.format === "kml";
  const page_size = withShapes ? pageRows.shapes : pageRows.plain;
  const shown = list.parse(withShapes ? { ...job.query, ...list.shapeQuery } : job.query);
  if (!shown.success) throw new Error("the query no longer fits the list");
  const { path, timeZone } = job;
  const title = words.text(list.title);
  const file = openFile(job.format, { path, title, headings: list.headings, words, timeZone });
  const db = connect(job.config, { applicationName: "nihol export", max: 1 });
  let rows = 0;
  try {
    await db.sql
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (snapshot) => {
        for (let page = 1, count = 1; rows < count; page++) {
          const query: PageQuery = { ...shown.data, page, page_size };
          const found = await list.page(snapshot, job.actor, query, words);
          ({ count } = found);
          if (count > exportRowsMax[job.format]) throw new TooManyRows();
          if (found.rows.length === 0 && rows < count)
            throw new Error(`the list counts ${count} rows and gives ${rows}`);
          await file.write(found.rows);
          rows += found.rows.length;
          say({ state: "writing", rows, count });
        }
      });
    await file.end();
    return rows;
  } finally {
    await db.close();
  }
}

class TooManyRows extends Error {}

const job = workerData as ExportJob;
try {
  say({ state: "written", rows: await copyRows(job, listExports[job.list]) });
} catch (error) {
  if (!(error instanceof TooManyRows)) throw error;
  say({ state: "refused", code: "too_many_rows" });
}
