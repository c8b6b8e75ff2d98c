/** Runs in a worker thread: checks the files that it is given the paths of, one after the other. */
import { readFileSync } from "node:fs";
import type { FileKind } from "@nihol/contract/values/files";
import { checkFile } from "./check-file.ts";
import { type FileRefusal, FileRefused } from "./refusal.ts";

export interface FileQuestion {
  path: string;
  /** As it was sent. */
  name: string;
}
export type FileVerdict =
  | { kind: FileKind }
  | { refusal: FileRefusal & { entry?: string | undefined } };

/** Answers with what a file is, or why it is refused. */
export default async function verdictOf({ path, name }: FileQuestion): Promise<FileVerdict> {
  try {
    return { kind: await checkFile(readFileSync(path), name) };
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    const { code, params, entry } = error;
    return { refusal: { code, params, entry } };
  }
}
