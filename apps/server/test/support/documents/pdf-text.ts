/** Reads the words of a PDF that pdfkit wrote: what its pages say, through the fonts' own tables of letters. */
import { inflateSync } from "node:zlib";

/** Objects by number: the dictionary's text and the unpacked stream. */
function objectsOf(pdf: Buffer) {
  const text = pdf.toString("latin1");
  const objects = new Map<string, { head: string; stream: Buffer }>();
  for (const match of text.matchAll(/(\d+) 0 obj\n/g)) {
    const start = match.index + match[0].length;
    const end = text.indexOf("endobj", start);
    const begins = text.indexOf("stream\n", start);
    const holds = begins !== -1 && begins < end;
    const head = text.slice(start, holds ? begins : end);
    const size = Number(/\/Length (\d+)/.exec(head)?.[1] ?? 0);
    const raw = holds ? pdf.subarray(begins + 7, begins + 7 + size) : Buffer.alloc(0);
    const isPacked = holds && head.includes("/FlateDecode");
    objects.set(match[1] ?? "", { head, stream: isPacked ? inflateSync(raw) : raw });
  }
  return objects;
}

const letters = (hex: string) => Buffer.from(hex, "hex").swap16().toString("utf16le");

/** Glyph to letters, from a ToUnicode table: `<0000> <0003> [<0041> <0042> …]`. */
function lettersOf(cmap: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const [, first = "", list = ""] of cmap.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g))
    for (const [i, [, hex = ""]] of [...list.matchAll(/<(\w+)>/g)].entries())
      found.set(Number.parseInt(first, 16) + i, letters(hex));
  return found;
}

type Objects = ReturnType<typeof objectsOf>;
const isPage = ({ head }: { head: string }) => /\/Type \/Page\n/.test(head);
const contentOf = (objects: Objects, { head }: { head: string }) =>
  objects.get(/\/Contents (\d+) 0 R/.exec(head)?.[1] ?? "")?.stream.toString("latin1") ?? "";

/** The smallest letters of each page, in points. */
export function smallestLetters(pdf: Buffer): number[] {
  const objects = objectsOf(pdf);
  return [...objects.values()].filter(isPage).map((page) => {
    const sizes = contentOf(objects, page).matchAll(/\/F\d+ ([\d.]+) Tf/g);
    return Math.min(...[...sizes].map(([, size]) => Number(size)));
  });
}

/** The text of each page in the order in which it was written, one line a piece. */
export function pdfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const fonts = new Map<string, Map<number, string>>();
  for (const { head } of objects.values())
    for (const [, name = "", id = ""] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id)?.head ?? "")?.[1] ?? "";
      fonts.set(name, lettersOf(objects.get(table)?.stream.toString("latin1") ?? ""));
    }
  return [...objects.values()].filter(isPage).map((page) => {
    const content = contentOf(objects, page);
    let font = "";
    const pieces: string[] = [];
    for (const [, name, shown] of content.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name) font = name;
      const glyphs = [...(shown ?? "").matchAll(/<(\w+)>/g)].flatMap(
        ([, hex = ""]) => hex.match(/.{4}/g) ?? [],
      );
      if (shown)
        pieces.push(
          glyphs.map((hex) => fonts.get(font)?.get(Number.parseInt(hex, 16)) ?? "\ufffd").join(""),
        );
    }
    return pieces.join("\n");
  });
}
