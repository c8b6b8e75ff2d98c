/** The store that the settings name. */
import { join } from "node:path";
import { type FileStore, type NoteFile, openFileStore } from "./file-store.ts";

/** Where files are kept. */
export interface FilesAt {
  /** Folder of this machine. */
  dir: string;
}

/** Reads it from the settings. */
export const filesAt = ({ dataDir }: { dataDir: string }): FilesAt => ({
  dir: join(dataDir, "files"),
});

/**
 * Opens the store. Several processes may share one.
 * @param note called before a file is put that would go through the trash
 */
export const openFiles = ({ dir }: FilesAt, note?: NoteFile): Promise<FileStore> =>
  openFileStore(dir, note);
