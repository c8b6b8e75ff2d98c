/** Where the files of a restore go: looked at before anything is written. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@nihol/contract/values/thrown";
import { makeDataFolder } from "@nihol/db/launcher/data-folder";
import { type FileStore, openFileStore } from "../files/file-store.ts";
import { unfinishedName } from "../files/folder-claim.ts";
import { type FilesAt, openFiles } from "../files/open-files.ts";

export interface RestorePlace {
  /** Words of messages. */
  name: string;
  /** Note of a restore that is not finished; undefined where there is none. */
  readNote: () => Promise<string | undefined>;
  /** Tells whether no file lies there, also none in the trash. */
  isEmpty: () => Promise<boolean>;
  /** Opens the store; a folder is made. */
  open: () => Promise<FileStore>;
}

function folderPlace(dir: string): RestorePlace {
  let opened: Promise<FileStore> | undefined;
  return {
    name: dir,
    readNote: () =>
      readFile(join(dir, unfinishedName), "utf8").catch((error) => {
        if (["ENOENT", "ENOTDIR"].includes(codeOf(error) ?? "")) return undefined;
        throw error;
      }),
    async isEmpty() {
      const names = await readdir(dir).catch((): string[] => []);
      // A note that was being written, and what an opened store makes.
      const isOurs = (name: string) =>
        name === ".incoming" || name.startsWith(`${unfinishedName}.`);
      return names.every(isOurs);
    },
    open() {
      opened ??= openFileStore(dir);
      return opened;
    },
  };
}

function bucketPlace(store: FileStore): RestorePlace {
  return {
    name: store.place,
    readNote: () => store.notes.read(unfinishedName),
    async isEmpty() {
      for await (const _ of store.list("")) return false;
      for await (const _ of store.trash.list()) return false;
      return true;
    },
    open: async () => store,
  };
}

/** Opens where files are to go. With a bucket the data folder is made, for what arrives and for copies. */
export async function restorePlace(at: FilesAt, dataDir: string): Promise<RestorePlace> {
  if (!at.s3) return folderPlace(at.dir);
  await makeDataFolder(dataDir);
  return bucketPlace(await openFiles(at));
}
