/** Reads a workbook back as somebody who opens it does. */
import { strFromU8, unzipSync } from "fflate";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The rows of a workbook's first sheet, texts and numbers. */
export function sheetRows(bytes: Buffer): (string | number)[][] {
  const parts = unzipSync(new Uint8Array(bytes));
  const part = (name: string) => strFromU8(parts[name] ?? new Uint8Array());
  const plain = (xml: string) =>
    xml
      .replace(/<[^>]+>/g, "")
      .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "");
  const shared = [...part("xl/sharedStrings.xml").matchAll(/<si>(.*?)<\/si>/gs)].map(
    ([, si = ""]) => plain(si),
  );
  return [...part("xl/worksheets/sheet1.xml").matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(
    ([, row = ""]) => {
      const cells: (string | number)[] = [];
      for (const [, letters = "", more = "", value = ""] of row.matchAll(
        /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/gs,
      )) {
        const column =
          [...letters].reduce((n, letter) => n * 26 + letter.charCodeAt(0) - 64, 0) - 1;
        cells[column] = more.includes('t="s"')
          ? (shared[Number(plain(value))] ?? "")
          : value === ""
            ? ""
            : Number(plain(value));
      }
      return cells;
    },
  );
}
