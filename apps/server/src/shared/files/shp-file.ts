/**
 * Rows as an ESRI shapefile in a ZIP archive. Its heads count what follows and its columns are as wide as their widest
 * text, so the records are written beside the file first and packed at the end. `fields.csv` says which column has
 * which full name, for the table has room for ten letters, and in which of them texts were cut; `full_texts.csv` has
 * those texts whole.
 */
import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import {
  type DbfField,
  dbfEnd,
  dbfHead,
  dbfNames,
  dbfRecord,
  dbfTextMax,
} from "@nihol/geo/files/dbf";
import {
  type ShapefileRecords,
  shapefileMaxBytes,
  shapefileRecords,
  wgs84Prj,
} from "@nihol/geo/files/shapefile";
import { csvLines, harmless } from "./csv-file.ts";
import { cutText, dbfCell, dbfWidths } from "./dbf-cells.ts";
import type { FilePlan, FileWriter } from "./file-plan.ts";
import type { ExportRow, Heading } from "./list-export.ts";
import type { Words } from "./words.ts";
import { newFile } from "./written-file.ts";
import { newZip, type ZipFile } from "./zip-file.ts";

/** More than a shapefile can hold; the reason crosses to the worker. */
class ShapefileTooLarge extends Error {
  readonly reason = { code: "shapefile_too_large", params: {} };
}

/** The part of the archive with the texts that the table cuts. */
const longTexts = "full_texts.csv";

/** Bytes of the table that are packed at once. */
const packedAtOnce = 1 << 18;

async function packFile(zip: ZipFile, name: string, head: Uint8Array | string, path: string) {
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

/** Texts that are longer than the table holds, with the row and the column of each. */
function cutTexts(headings: readonly Heading[], names: readonly string[], words: Words) {
  const counts = headings.map(() => 0);
  return {
    /** The lines of `full_texts.csv` for rows, of which the first is row `first` of the table. */
    linesOf: (rows: readonly ExportRow[], first: number) =>
      rows.flatMap(({ cells }, r) =>
        headings.flatMap((heading, i) => {
          const whole = cutText(cells[i], heading, words);
          if (whole === undefined) return [];
          counts[i] = (counts[i] ?? 0) + 1;
          return [[String(first + r), names[i] ?? "", harmless(whole)]];
        }),
      ),
    heading: () =>
      csvLines([["row", "field", "text"].map((key) => words.text(`lists.shp_${key}`))], words),
    isEmpty: () => counts.every((n) => n === 0),
    /** Note of `fields.csv` on a column; "" where nothing was cut. */
    note: (column: number) => {
      const n = counts[column] ?? 0;
      return n === 0 ? "" : words.text("lists.shp_cut", { max: dbfTextMax, n, file: longTexts });
    },
  };
}

/** The records while they come: shapes, their index, the texts of the table and those too long for it, each in a file. */
async function openSpools(path: string) {
  const paths = {
    main: `${path}.main`,
    index: `${path}.index`,
    rows: `${path}.rows`,
    long: `${path}.long`,
  };
  const main = await newFile(paths.main);
  const index = await newFile(paths.index);
  const rows = await newFile(paths.rows);
  const long = await newFile(paths.long);
  return {
    paths,
    async put(shapes: ReturnType<ShapefileRecords["add"]>[], texts: string[][], cut: string) {
      await main.put(Buffer.concat(shapes.flatMap((record) => record.main)));
      await index.put(Buffer.concat(shapes.map((record) => record.index)));
      // Lines also end at these two, which JSON leaves as they are.
      const lines = texts.map((row) => `${JSON.stringify(row).replace(/[\u2028\u2029]/g, " ")}\n`);
      await rows.put(lines.join(""));
      if (cut) await long.put(cut);
    },
    close: () => Promise.all([main, index, rows, long].map((file) => file.close())),
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
  const cut = cutTexts(headings, names, words);
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
    const full = headings.map(({ title }, i) => [names[i] ?? "", words.text(title), cut.note(i)]);
    await zip.add("fields.csv", `\ufeff${csvLines(full, words)}`);
    if (!cut.isEmpty()) await packFile(zip, longTexts, `\ufeff${cut.heading()}`, spools.paths.long);
  }

  return {
    async write(rows: ExportRow[]) {
      const texts = rows.map(({ cells }) =>
        headings.map((heading, i) => dbfCell(cells[i], heading, words)),
      );
      for (const row of texts) widths.widen(row);
      const long = cut.linesOf(rows, count + 1);
      count += rows.length;
      await spools.put(
        rows.map(({ shape }) => records.add(shape)),
        texts,
        long.length > 0 ? csvLines(long, words) : "",
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
