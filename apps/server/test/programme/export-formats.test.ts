/** Every kind of file that a list comes in, read back by GDAL. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportEndings, exportLists, formatsOfList } from "@nihol/contract/values/exports";
import type { Shape } from "@nihol/geo/files/write-boundary";
import { twiceSignedArea } from "@nihol/geo/polygon";
import { parse } from "csv-parse/sync";
import { unzipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { listExports } from "../../src/exports/lists.ts";
import type { FilePlan } from "../../src/shared/files/file-plan.ts";
import { openFile } from "../../src/shared/files/file-writer.ts";
import type { ExportRow, Heading } from "../../src/shared/files/list-export.ts";
import { wordsOf } from "../../src/shared/files/words.ts";
import { ogrFeatures, ogrLayer } from "../support/ogr.ts";

const maps = ["geojson", "kml", "gpkg", "shp"] as const;
const typed = ["gpkg", "shp"] as const;
const headings: Heading[] = [
  { title: "gardens.name", kind: "text", digits: 0 },
  { title: "gardens.trees", kind: "number", digits: 0 },
  { title: "gardens.area_ha", kind: "number", digits: 4 },
  { title: "gardens.last_capture", kind: "date", digits: 0 },
  { title: "gardens.created", kind: "moment", digits: 0 },
  { title: "users.active", kind: "boolean", digits: 0 },
];
const names = ["Боғи Ғӯлдара, ҷӣқҳ", 'Şəki "bağı" çöl üçün ığ', "<&> 'x'", ""];
const ring = (west: number, south: number, side: number): [number, number][] => [
  [west, south],
  [west + side, south],
  [west + side, south + side],
  [west, south + side],
  [west, south],
];
/** Two parts, the first with a hole. */
const area: Shape = {
  type: "MultiPolygon",
  coordinates: [[ring(69, 38, 0.5), ring(69.1, 38.1, 0.2).reverse()], [ring(70, 39, 0.25)]],
};
const place: Shape = { type: "Point", coordinates: [68.7738123, 38.5597891] };

let dir: string;
let made = 0;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-formats-"));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

const rowOf = (name: string, shape: Shape | null, n = 1): ExportRow => ({
  cells: [name, n, 1.2345, "2026-05-14", "2026-05-14T06:30:00.000Z", true],
  shape,
});

/** Writes rows in two parts; the path of the file, in a folder of its own. */
async function written(
  format: (typeof maps)[number] | "xlsx" | "csv",
  rows: ExportRow[],
  more: Partial<FilePlan> = {},
) {
  const folder = await mkdtemp(join(dir, `${made++}-`));
  const path = join(folder, `file.${exportEndings[format]}`);
  const words = wordsOf("ru", "Asia/Dushanbe");
  const plan = {
    path,
    list: "whole-image",
    title: "Сады",
    headings,
    words,
    timeZone: "Asia/Dushanbe",
  };
  const file = await openFile(format, { ...plan, ...more });
  await file.write(rows.slice(0, 1));
  await file.write(rows.slice(1));
  await file.end();
  await file.release();
  expect(await readdir(folder)).toEqual([path.slice(folder.length + 1)]);
  return path;
}

describe.each(maps)("%s", (format) => {
  test("has each row, in its order, with letters of every language", async () => {
    const rows = names.map((name, i) => rowOf(name, place, i));
    const path = await written(format, rows, { shapeKind: "Point" });
    expect(ogrLayer(path)).toMatchObject({
      count: 4,
      geometry: format === "kml" ? "Unknown (any)" : "Point",
      extent: [68.773812, 38.559789, 68.773812, 38.559789].map((side) => expect.closeTo(side, 6)),
    });
    const found = ogrFeatures(path);
    const key = { geojson: "name", kml: "Name", gpkg: "Название", shp: "name" }[format];
    expect(found.map(({ properties }) => properties[key] ?? "")).toEqual(names);
    for (const { geometry } of found)
      expect(geometry?.coordinates).toEqual(
        [68.7738123, 38.5597891].map((side) => expect.closeTo(side, 7)),
      );
  });

  test("keeps areas of several parts and their holes, turned as they must be", async () => {
    const path = await written(format, [rowOf("а", area)], { shapeKind: "MultiPolygon" });
    const { extent } = ogrLayer(path);
    expect(extent).toEqual([69, 38, 70.25, 39.25].map((side) => expect.closeTo(side, 6)));
    const [feature] = ogrFeatures(path);
    const shape = feature?.geometry as typeof area | undefined;
    const parts = (shape?.coordinates ?? []) as [number, number][][][];
    expect(parts.map((rings) => rings.map((one) => one.length))).toEqual([[5, 5], [5]]);
    expect(parts[0]?.[1]).toContainEqual([expect.closeTo(69.3, 9), expect.closeTo(38.3, 9)]);
  });

  test("keeps a row that lies nowhere", async () => {
    const path = await written(format, [rowOf("а", place), rowOf("б", null)], {
      shapeKind: "Point",
    });
    const found = ogrFeatures(path);
    expect(found.map(({ geometry }) => geometry === null)).toEqual([false, true]);
  });

  test("opens without rows", async () => {
    const path = await written(format, [], { shapeKind: "MultiPolygon" });
    expect(ogrLayer(path).count || 0).toBe(0);
  });
});

describe.each(typed)("%s", (format) => {
  test("keeps numbers, days and yes/no as such", async () => {
    const path = await written(format, [rowOf("а", place, 12)], { shapeKind: "Point" });
    const values = Object.values(ogrFeatures(path)[0]?.properties ?? {});
    expect(values.slice(0, 3)).toEqual(["а", 12, 1.2345]);
    expect(String(values[3]).replaceAll("/", "-")).toBe("2026-05-14");
    expect(Object.values(ogrLayer(path).columns)).toEqual(
      format === "gpkg"
        ? ["String", "Integer64", "Real", "Date", "DateTime", "Integer(Boolean)"]
        : ["String", "Integer", "Real", "Date", "String", expect.stringMatching(/^Integer|String/)],
    );
  });

  test("tells headings apart that are alike", async () => {
    const twice = [headings[0], headings[0], headings[5]] as Heading[];
    const path = await written(format, [{ cells: ["а", "б", false], shape: place }], {
      shapeKind: "Point",
      headings: twice,
    });
    expect(Object.values(ogrFeatures(path)[0]?.properties ?? {}).slice(0, 2)).toEqual(["а", "б"]);
  });
});

describe("a shapefile", () => {
  test("cuts long texts between letters, says so beside its columns' full names, and has them whole", async () => {
    const long = "ғ".repeat(126);
    const whole = `=${long.slice(1)}и\u0304қ\nдуюм; сатр`;
    const rows = [rowOf("а\u2028б", place), rowOf(`${long}и\u0304қ`, place), rowOf(whole, place)];
    const path = await written("shp", rows, { shapeKind: "Point" });
    const names = ogrFeatures(path).map(({ properties }) => properties.name);
    expect(names).toEqual(["а б", long, whole.slice(0, 126)]);
    const parts = unzipSync(await readFile(path));
    const cells = (name: string): string[][] =>
      parse(Buffer.from(parts[name] ?? []), {
        bom: true,
        delimiter: ";",
        record_delimiter: "\r\n",
      });
    expect(cells("fields.csv").slice(0, 3)).toEqual([
      ["name", "Название", "Обрезано до 254 байт: 2. Целиком в full_texts.csv"],
      ["trees", "Деревьев", ""],
      ["area_ha", "Площадь, га", ""],
    ]);
    expect(cells("full_texts.csv")).toEqual([
      ["Строка", "Столбец", "Полный текст"],
      ["2", "name", `${long}и\u0304қ`],
      ["3", "name", `'${whole}`],
    ]);
    const short = await written("shp", [rowOf("а", place)], { shapeKind: "Point" });
    expect(Object.keys(unzipSync(await readFile(short)))).not.toContain("full_texts.csv");
  });

  test("turns outer borders clockwise and holes the other way, as its description asks", async () => {
    const { "whole_image.shp": bytes = new Uint8Array() } = unzipSync(
      await readFile(await written("shp", [rowOf("а", area)], { shapeKind: "MultiPolygon" })),
    );
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const points = Array.from({ length: 15 }, (_, i): [number, number] => {
      const at = 100 + 8 + 44 + 3 * 4 + 16 * i;
      return [view.getFloat64(at, true), view.getFloat64(at + 8, true)];
    });
    const turns = [0, 5, 10].map((at) => Math.sign(twiceSignedArea(points.slice(at, at + 5))));
    expect(turns).toEqual([-1, 1, -1]);
  });
});

test("texts of several lines stay in their cells, and no line of them is a formula", async () => {
  const texts = [
    "Дарахтон бурида\n=1+1+cmd|' /C calc'!A0",
    "=A1\r\n+7 992\r-1\n@x\n\tx",
    '\r\nпас; аз, он\t"ин"',
    "\n=1",
    "a\u2028=1",
    "яксатра",
  ];
  const path = await written(
    "csv",
    texts.map((text) => rowOf(text, null)),
  );
  const [, ...rows]: string[][] = parse(await readFile(path), {
    bom: true,
    delimiter: ";",
    record_delimiter: "\r\n",
  });
  expect(rows.map((row) => row.length)).toEqual(texts.map(() => headings.length));
  const guarded = rows.map(([text = ""]) => text);
  for (const [i, text] of guarded.entries()) {
    expect(text.replace(/^'/gm, ""), `row ${i}`).toBe(texts[i]);
    for (const line of text.split(/\r\n|[\r\n\u2028\u2029]/))
      expect(line).not.toMatch(/^[=+\-@\t]/);
  }
  // Programs that know no quotes see a line for each line feed: none of them begins with a formula either.
  for (const line of (await readFile(path, "utf8")).split(/[\r\n]+/))
    expect(line).not.toMatch(/^[=+\-@]/);
});

test("a workbook is read by another program, cell by cell", async () => {
  const path = await written(
    "xlsx",
    names.map((name, i) => rowOf(name, null, i)),
  );
  expect(ogrLayer(path)).toMatchObject({ count: 4, geometry: "None" });
  const rows = ogrFeatures(path).map(({ properties }) => properties);
  expect(Object.values(rows[0] ?? {})).toEqual([
    names[0],
    0,
    1.2345,
    "2026-05-14",
    "2026-05-14T11:30:00",
    "Да",
  ]);
  expect(rows.map((row) => row.Название ?? "")).toEqual(names);
  expect(ogrLayer(await written("xlsx", [])).count || 0).toBeLessThanOrEqual(1);
});

test("the kinds of file that the panel offers are those that the server makes", () => {
  for (const list of exportLists)
    expect(listExports[list].formats, `values/exports.ts: listsOnMap, ${list}`).toEqual(
      formatsOfList(list),
    );
});
