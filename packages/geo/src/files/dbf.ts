/**
 * The table of a shapefile: dBase III as GDAL and ArcGIS read it (field types C, N, L and D; texts in UTF-8, which the
 * .cpg file beside it says). Source: "ESRI Shapefile Technical Description", page 25, and dBase's own file structure.
 */

/** `L` holds T, F or ?, `D` YYYYMMDD, `N` digits with a decimal point. */
export interface DbfField {
  name: string;
  type: "C" | "N" | "L" | "D";
  /** Bytes. */
  length: number;
  decimals: number;
}

const nameMax = 10;
/** Bytes that a text field holds at most. */
export const dbfTextMax = 254;
/** Comes after the last record. */
export const dbfEnd = Uint8Array.of(0x1a);

/** Names of at most ten ASCII letters, digits and strokes, no two of them alike. */
export function dbfNames(wanted: readonly string[]): string[] {
  const names: string[] = [];
  for (const name of wanted) {
    const plain = name.toLowerCase().replace(/[^a-z0-9_]/g, "") || "field";
    let unique = plain.slice(0, nameMax);
    for (let n = 2; names.includes(unique); n++)
      unique = `${plain.slice(0, nameMax - String(n).length)}${n}`;
    names.push(unique);
  }
  return names;
}

const letters = new Intl.Segmenter("ru", { granularity: "grapheme" });

/** As much of a text as fits into so many bytes of UTF-8, cut between letters and never inside one. */
export function cutToBytes(text: string, max: number): string {
  if (Buffer.byteLength(text) <= max) return text;
  let bytes = 0;
  let end = 0;
  for (const { segment, index } of letters.segment(text)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > max) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

/** Bytes of one record: a mark that it is not deleted, then the fields. */
export const dbfRecordBytes = (fields: readonly DbfField[]) =>
  fields.reduce((sum, { length }) => sum + length, 1);

/** Writes the header, which stands before the records. */
export function dbfHead(fields: readonly DbfField[], records: number, changed: Date): Uint8Array {
  const head = Buffer.alloc(32 + 32 * fields.length + 1);
  head[0] = 0x03;
  head[1] = changed.getUTCFullYear() - 1900;
  head[2] = changed.getUTCMonth() + 1;
  head[3] = changed.getUTCDate();
  head.writeUInt32LE(records, 4);
  head.writeUInt16LE(head.length, 8);
  head.writeUInt16LE(dbfRecordBytes(fields), 10);
  for (const [i, { name, type, length, decimals }] of fields.entries()) {
    const at = 32 + 32 * i;
    head.write(name, at, nameMax, "ascii");
    head.write(type, at + 11, "ascii");
    head[at + 16] = length;
    head[at + 17] = decimals;
  }
  head[head.length - 1] = 0x0d;
  return head;
}

/** Writes a record; each text fits its field. Numbers stand at the right, texts at the left. */
export function dbfRecord(fields: readonly DbfField[], texts: readonly string[]): Uint8Array {
  const record = Buffer.alloc(dbfRecordBytes(fields), " ");
  let at = 1;
  for (const [i, { type, length }] of fields.entries()) {
    const text = texts[i] ?? "";
    const start = type === "N" ? at + length - text.length : at;
    record.write(text, start, at + length - start, "utf8");
    at += length;
  }
  return record;
}
