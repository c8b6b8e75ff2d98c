/** What every kind of file offers to the thread that fills it, page by page. */
import type { ExportRow, Heading } from "./list-export.ts";
import type { Words } from "./words.ts";

export interface FileWriter {
  write: (rows: ExportRow[]) => Promise<void>;
  /** The file is whole and closed when this returns. */
  end: () => Promise<void>;
}

export interface FilePlan {
  path: string;
  /** The list's name in the reader's language. */
  title: string;
  headings: Heading[];
  words: Words;
  timeZone: string;
}
