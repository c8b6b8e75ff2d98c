/**
 * Rows as an ESRI shapefile in a ZIP archive. Its heads count what follows and its columns are as wide as their widest
 * text, so the records are written beside the file first and packed at the end. `fields.csv` says which column has
 * which full name: the table has room for ten letters.
 */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { type DbfField, dbfEnd, dbfHead, dbfNames, dbfRecord } from "@nihol/geo/files/dbf";
import {
  type ShapefileRecords,
  shapefileMaxBytes,
  shapefileRecords,
  wgs84Prj,
} from "@nihol/geo/files/shapefile";
import { csvLines } from "./csv-file.ts";
import { dbfCell, dbfWidths } from "./dbf-cells.ts";
import type { FilePlan, FileWriter } from "./file-plan.ts";
import type { ExportRow } from "./list-export.ts";
import { newFile } from "./written-file.ts";
import { newZip, type ZipFile } from "./zip-file.ts";

/** More than a shapefile can hold; the reason crosses to the worker. */
class ShapefileTooLarge extends Error {
  readonly reason = { code: "shapefile_too_large", params: {} };
}

/** Bytes of the table that are packed at once. */
const packedAtOnce = 1 << 18;

async function packFile(zip: ZipFile, name: string, head: Uint8Array, path: string) {
  const part = zip.part(name);
  await part.put(head);
  for await (const bytes of createReadStream(path)) await part.put(bytes);
  await part.end();
}

/** The table: `path` has the texts of a row on each line. */
async function packTable(
  zip: ZipFile,
  name: string,
  fields: DbfField[],
  count: number,
  path: string,
) {
  const part = zip.part(name);
  await part.put(dbfHead(fields, count, new Date()));
  let records: Uint8Array[] = [];
  let waiting = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const record = dbfRecord(fields, JSON.parse(line) as string[]);
    records.push(record);
    waiting += record.length;
    if (waiting < packedAtOnce) continue;
    await part.put(Buffer.concat(records));
    [records, waiting] = [[], 0];
  }
  await part.put(Buffer.concat([...records, dbfEnd]));
  await part.end();
}

/** The records while they come: shapes, their index and the texts of the table, each in a file. */
async function openSpools(path: string) {
  const paths = { main: `${path}.main`, index: `${path}.index`, rows: `${path}.rows` };
  const main = await newFile(paths.main);
  const index = await newFile(paths.index);
  const rows = await newFile(paths.rows);
  return {
    paths,
    async put(shapes: ReturnType<ShapefileRecords["add"]>[], texts: string[][]) {
      await main.put(Buffer.concat(shapes.flatMap((record) => record.main)));
      await index.put(Buffer.concat(shapes.map((record) => record.index)));
      await rows.put(texts.map((row) => `${JSON.stringify(row)}\n`).join(""));
    },
    close: () => Promise.all([main.close(), index.close(), rows.close()]),
    remove: () => Promise.all(Object.values(paths).map((one) => rm(one))),
  };
}

/** @throws ShapefileTooLarge when a part would have more than 2 GB */
export async function shpWriter(plan: FilePlan): Promise<FileWriter> {
  const { path, headings, words, shapeKind = "Point" } = plan;
  const name = plan.list.replaceAll("-", "_");
  const records = shapefileRecords(shapeKind);
  const widths = dbfWidths(headings);
  const names = dbfNames(headings.map(({ title }) => title.split(".").at(-1) ?? ""));
  const spools = await openSpools(path);
  let count = 0;
  let zip: ZipFile | undefined;

  async function pack(zip: ZipFile) {
    const heads = records.heads();
    await packFile(zip, `${name}.shp`, heads.main, spools.paths.main);
    await packFile(zip, `${name}.shx`, heads.index, spools.paths.index);
    const fields = widths.fields(names);
    await packTable(zip, `${name}.dbf`, fields, count, spools.paths.rows);
    await zip.add(`${name}.prj`, wgs84Prj);
    await zip.add(`${name}.cpg`, "UTF-8");
    const full = headings.map(({ title }, i) => [names[i] ?? "", words.text(title)]);
    await zip.add("fields.csv", `\ufeff${csvLines(full, words)}`);
  }

  return {
    async write(rows: ExportRow[]) {
      const texts = rows.map(({ cells }) =>
        headings.map((heading, i) => dbfCell(cells[i], heading, words)),
      );
      for (const row of texts) widths.widen(row);
      count += rows.length;
      await spools.put(
        rows.map(({ shape }) => records.add(shape)),
        texts,
      );
      if (Math.max(records.mainBytes(), widths.recordBytes() * count) > shapefileMaxBytes)
        throw new ShapefileTooLarge(`${count} rows`);
    },
    async end() {
      await spools.close();
      zip = await newZip(path);
      await pack(zip);
      await zip.end();
      await spools.remove();
    },
    async release() {
      await spools.close();
      await zip?.release();
    },
  };
}
