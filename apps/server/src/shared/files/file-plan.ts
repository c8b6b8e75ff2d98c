/** Writer that every kind of file offers to the process that fills it, page by page. */
import type { ShapeKind } from "@nihol/geo/files/shapefile";
import type { ExportRow, Heading } from "./list-export.ts";
import type { Words } from "./words.ts";

export interface FileWriter {
  write: (rows: ExportRow[]) => Promise<void>;
  /** The file is whole and closed when this returns. */
  end: () => Promise<void>;
  /** Closes what is still open, after an error or after the end. */
  release: () => Promise<void>;
}

export interface FilePlan {
  /** Path of the file; other files of a writer at work lie beside it, under names that begin so. */
  path: string;
  /** The list in ASCII letters: names what lies inside a file. */
  list: string;
  /** The list's name in the reader's language. */
  title: string;
  headings: Heading[];
  words: Words;
  timeZone: string;
  /** Kind of shape that rows are on a map; left out where they are nowhere. */
  shapeKind?: ShapeKind;
}
