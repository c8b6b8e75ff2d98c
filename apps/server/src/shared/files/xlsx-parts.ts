/** The parts of a workbook with one sheet beside the sheet itself (ECMA-376, transitional). */
import { escapeXml } from "@nihol/geo/files/write-boundary";

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const packaging = "http://schemas.openxmlformats.org/package/2006";
const type = "application/vnd.openxmlformats-officedocument.spreadsheetml";

const contentTypes = `${head}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/></Types>`;

const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${relations}/${kind}" Target="${target}"/>`;
const related = (...all: string[]) =>
  `${head}<Relationships xmlns="${packaging}/relationships">${all.join("")}</Relationships>`;

const workbook = (sheet: string) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${escapeXml(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

/** Style numbers of cells: headings at the left and at the right, then the formats in their order. */
export const headingStyle = { left: 1, right: 2 } as const;
export const firstFormatStyle = 3;
/** Numbers under 164 are formats that a program brings along. */
const firstFormat = 164;

function styles(formats: readonly string[]): string {
  const custom = formats.map(
    (format, i) => `<numFmt numFmtId="${firstFormat + i}" formatCode="${escapeXml(format)}"/>`,
  );
  const heading = (align: string) =>
    `<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyAlignment="1"><alignment horizontal="${align}"/></xf>`;
  const formatted = formats.map(
    (_, i) =>
      `<xf numFmtId="${firstFormat + i}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
  );
  const font = (bold: string) => `<font>${bold}<sz val="11"/><name val="Calibri"/></font>`;
  return [
    `${head}<styleSheet xmlns="${main}">`,
    custom.length > 0 ? `<numFmts count="${custom.length}">${custom.join("")}</numFmts>` : "",
    `<fonts count="2">${font("")}${font("<b/>")}</fonts>`,
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${firstFormatStyle + formatted.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>`,
    `${heading("left")}${heading("right")}${formatted.join("")}</cellXfs></styleSheet>`,
  ].join("");
}

/** Names and contents of all parts but the sheet, which is xl/worksheets/sheet1.xml. */
export const workbookParts = (sheet: string, formats: readonly string[]): [string, string][] => [
  ["[Content_Types].xml", contentTypes],
  ["_rels/.rels", related(relation("rId1", "officeDocument", "xl/workbook.xml"))],
  ["xl/workbook.xml", workbook(sheet)],
  [
    "xl/_rels/workbook.xml.rels",
    related(
      relation("rId1", "worksheet", "worksheets/sheet1.xml"),
      relation("rId2", "styles", "styles.xml"),
    ),
  ],
  ["xl/styles.xml", styles(formats)],
];

/** Head of a sheet, before its rows: the heading stays when the sheet is scrolled. `widths` in letters. */
export const sheetHead = (widths: readonly number[]) =>
  [
    `${head}<worksheet xmlns="${main}">`,
    '<sheetViews><sheetView tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>',
    `<cols>${widths.map((width, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`).join("")}</cols>`,
    "<sheetData>",
  ].join("");
export const sheetFoot = "</sheetData></worksheet>";

/** "A", "Z", "AA": the letters of a column, counted from 0. */
export function columnLetters(column: number): string {
  const last = String.fromCharCode(65 + (column % 26));
  return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}
