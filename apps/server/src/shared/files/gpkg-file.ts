/** Rows as a layer of a GeoPackage, by Node's own SQLite: columns keep their kinds, places have an index. */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { geopackageGeometry } from "@nihol/geo/files/geopackage-geometry";
import { boxAround, boxOfShape, hasPlace } from "@nihol/geo/files/shape-box";
import type { Bbox } from "@nihol/geo/geometry";
import type { FilePlan, FileWriter } from "./file-plan.ts";
import {
  emptyPackage,
  indexTriggers,
  insertPlace,
  insertRow,
  type Layer,
  layerTables,
  setExtent,
} from "./gpkg-schema.ts";
import type { CellValue, ExportRow, Heading } from "./list-export.ts";

function typeOf({ kind, digits }: Heading): string {
  if (kind === "number") return digits === 0 ? "INTEGER" : "REAL";
  return { text: "TEXT", boolean: "BOOLEAN", date: "DATE", moment: "DATETIME" }[kind];
}

/** Moments in UTC, as the standard wants them. */
function stored(value: CellValue, { kind }: Heading): SQLInputValue {
  if (value === null || value === undefined || value === "") return null;
  if (kind === "number") return Number(value);
  if (kind === "boolean") return value ? 1 : 0;
  return kind === "moment" ? new Date(String(value)).toISOString() : String(value);
}

/** Headings as names of columns: SQLite takes no two that differ by the case of their letters. */
function columnNames(titles: readonly string[]): string[] {
  const taken = new Set(["fid", "geom"]);
  return titles.map((title) => {
    let name = title;
    for (let n = 2; taken.has(name.toLowerCase()); n++) name = `${title} ${n}`;
    taken.add(name.toLowerCase());
    return name;
  });
}

function layerOf({ list, title, headings, words, shapeKind }: FilePlan): Layer {
  const names = columnNames(headings.map((heading) => words.text(heading.title)));
  return {
    table: list.replaceAll("-", "_"),
    title,
    geometryType: shapeKind === "MultiPolygon" ? "MULTIPOLYGON" : "POINT",
    columns: headings.map((heading, i) => ({ name: names[i] ?? "", type: typeOf(heading) })),
  };
}

/** SQLite's own number of a full disk, as the system says it. */
const asDiskFull = (error: unknown) =>
  (error as { errcode?: number }).errcode === 13
    ? Object.assign(new Error("the disk is full"), { code: "ENOSPC" })
    : error;

/** @throws where the disk is full */
export async function gpkgWriter(plan: FilePlan): Promise<FileWriter> {
  const layer = layerOf(plan);
  const db = new DatabaseSync(plan.path);
  db.exec(emptyPackage);
  db.exec("begin");
  db.exec(layerTables(layer));
  const row = db.prepare(insertRow(layer));
  const place = db.prepare(insertPlace(layer));
  let id = 0;
  let extent: Bbox | undefined;

  function add({ cells, shape }: ExportRow) {
    id++;
    const values = plan.headings.map((heading, i) => stored(cells[i], heading));
    row.run(id, hasPlace(shape) ? geopackageGeometry(shape) : null, ...values);
    if (!hasPlace(shape)) return;
    const [west, south, east, north] = boxOfShape(shape);
    place.run(id, west, east, south, north);
    extent = boxAround(extent, [west, south, east, north]);
  }

  return {
    async write(rows) {
      try {
        for (const one of rows) add(one);
      } catch (error) {
        throw asDiskFull(error);
      }
    },
    async end() {
      if (extent) db.prepare(setExtent).run(...extent, layer.table);
      db.exec(indexTriggers(layer));
      db.exec("commit");
      db.close();
    },
    async release() {
      if (db.isOpen) db.close();
    },
  };
}
