/** Rows of the first sheet of a workbook (ECMA-376, SpreadsheetML), as the texts of their cells. */
import { unzipSync } from "fflate";
import { SaxesParser } from "saxes";

/** Bytes of one unpacked part; a sheet of a thousand devices has a tenth of a megabyte. */
const partBytes = 16 * 1024 ** 2;
const maxColumns = 200;

/** Thrown for what is no workbook, or one that is larger than it may be. */
export class SheetUnread extends Error {}

/** Number of a column from the letters of a cell's address: "B7" is 1. */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(address)?.[0] ?? "")
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const localName = (name: string) => name.slice(name.indexOf(":") + 1);

/** Calls back with each element's beginning, text and end. @throws {SheetUnread} for what is no XML, and a document type */
function eachElement(
  part: Uint8Array | undefined,
  on: {
    open?: (name: string, attributes: Record<string, string>) => void;
    text?: (text: string) => void;
    close?: (name: string) => void;
  },
): void {
  if (!part) return;
  const parser = new SaxesParser({ xmlns: false });
  parser.on("error", () => {
    throw new SheetUnread();
  });
  parser.on("doctype", () => {
    throw new SheetUnread();
  });
  parser.on("opentag", ({ name, attributes }) => on.open?.(localName(name), attributes));
  parser.on("text", (text) => on.text?.(text));
  parser.on("closetag", ({ name }) => on.close?.(localName(name)));
  parser.write(new TextDecoder().decode(part)).close();
}

/** Texts that cells name by their number; how a text is to be read aloud (`rPh`) is none of it. */
function sharedTexts(part: Uint8Array | undefined): string[] {
  const texts: string[] = [];
  let isText = false;
  let aloud = 0;
  eachElement(part, {
    open: (name) => {
      if (name === "si") texts.push("");
      if (name === "rPh") aloud++;
      isText = name === "t" && aloud === 0;
    },
    text: (text) => {
      if (isText) texts[texts.length - 1] += text;
    },
    close: (name) => {
      if (name === "rPh") aloud--;
      isText = false;
    },
  });
  return texts;
}

/** Path of the first sheet that the workbook names. */
function firstSheet(files: Record<string, Uint8Array>): string {
  let id = "";
  eachElement(files["xl/workbook.xml"], {
    open: (name, attributes) => {
      if (name === "sheet" && id === "") id = attributes["r:id"] ?? "";
    },
  });
  let target = "";
  eachElement(files["xl/_rels/workbook.xml.rels"], {
    open: (name, attributes) => {
      if (name === "Relationship" && attributes.Id === id) target = attributes.Target ?? "";
    },
  });
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

/** Row of a sheet: its number as the program shows it, and its cells. */
export interface SheetRow {
  line: number;
  cells: string[];
}

function readCells(part: Uint8Array, texts: readonly string[], maxRows: number): SheetRow[] {
  const rows: SheetRow[] = [];
  let at = { column: 0, type: "", value: "" };
  let isValue = false;
  eachElement(part, {
    open: (name, attributes) => {
      if (name === "row") {
        if (rows.length >= maxRows) throw new SheetUnread("rows");
        rows.push({ line: Number(attributes.r) || rows.length + 1, cells: [] });
        at = { column: -1, type: "", value: "" };
      }
      if (name === "c") {
        const column = attributes.r ? columnOf(attributes.r) : at.column + 1;
        at = { column, type: attributes.t ?? "n", value: "" };
      }
      isValue = name === "v" || name === "t";
    },
    text: (text) => {
      if (isValue) at.value += text;
    },
    close: (name) => {
      isValue = false;
      const row = rows.at(-1);
      if (name !== "c" || !row || at.column < 0 || at.column >= maxColumns) return;
      while (row.cells.length <= at.column) row.cells.push("");
      row.cells[at.column] = cellText(at, texts);
    },
  });
  return rows.filter(({ cells }) => cells.some((cell) => cell !== ""));
}

function cellText({ type, value }: { type: string; value: string }, texts: readonly string[]) {
  if (type === "s") return (texts[Number(value)] ?? "").trim();
  if (type === "e") return "";
  // Programs keep 0.3 as 0.30000000000000004; fifteen digits are what they show.
  const number = Number(value);
  if (type === "n" && value !== "" && Number.isFinite(number))
    return String(Number(number.toPrecision(15)));
  return value.trim();
}

/** Reads the first sheet, `maxRows` rows at most. @throws {SheetUnread} for what is none, and for more rows ("rows") */
export function readSheet(bytes: Uint8Array, maxRows: number): SheetRow[] {
  const wanted =
    /^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/.*\.xml)$/;
  let files: Record<string, Uint8Array>;
  try {
    files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (wanted.test(name) && originalSize > partBytes) throw new SheetUnread();
        return wanted.test(name);
      },
    });
  } catch {
    throw new SheetUnread();
  }
  const sheet = files[firstSheet(files)];
  if (!sheet) throw new SheetUnread();
  return readCells(sheet, sharedTexts(files["xl/sharedStrings.xml"]), maxRows);
}
