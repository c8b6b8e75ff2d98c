/** Notes beside the files of a folder. */
import { open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@nihol/contract/values/thrown";
import { syncFolder } from "./sync-folder.ts";

/** Small texts beside the files, under names that begin with a dot: no key can reach them and no list shows them. */
export interface StoreNotes {
  /** Undefined where there is none. */
  read: (name: string) => Promise<string | undefined>;
  /** Whole or not at all, and kept when it returns. */
  write: (name: string, text: string) => Promise<void>;
  remove: (name: string) => Promise<void>;
}

export function folderNotes(root: string): StoreNotes {
  return {
    read: (name) =>
      readFile(join(root, name), "utf8").catch((error) => {
        if (codeOf(error) === "ENOENT") return undefined;
        throw error;
      }),
    async write(name, text) {
      const path = join(root, name);
      const part = `${path}.${process.pid}`;
      try {
        await using file = await open(part, "w", 0o640);
        await file.writeFile(text);
        await file.sync();
        await rename(part, path);
      } finally {
        await rm(part, { force: true });
      }
      await syncFolder(root);
    },
    async remove(name) {
      await rm(join(root, name), { force: true });
      await syncFolder(root);
    },
  };
}
