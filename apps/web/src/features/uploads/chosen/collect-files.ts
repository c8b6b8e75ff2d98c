/** Files out of what was dropped or chosen, folders with all that is in them, and which of them are images. */

import { type FilesBeside, goesWith, kindBeside, noteBeside } from "../sending/files-beside.ts";

/** Files that are left out, by their ending: "jpg" → 12. */
export type LeftOut = Readonly<Record<string, number>>;

/** Written by systems beside what people keep; nobody misses them. */
const systemFiles = /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i;
const isImage = (name: string) => /\.(tiff?|jp2|j2k|zip)$/i.test(name);
/** Is an image of a place only together with a world file. */
const isPlain = (name: string) => /\.(jpe?g|png)$/i.test(name);

/** The folder of each file of a drop; a file that was chosen in a dialog says it itself. */
const folders = new WeakMap<File, string>();

/** The folder in which a file lies, as far as the browser says it. */
export function folderOf(file: File): string {
  const { webkitRelativePath = "" } = file;
  return folders.get(file) ?? webkitRelativePath.replace(/[^/]*$/, "");
}

/** The images among files, with what lies beside each, and how many of which other kinds there are. */
export function sortOut(files: readonly File[]): { images: File[]; leftOut: LeftOut } {
  const own = files.filter(({ name }) => !systemFiles.test(name));
  const neighbours = Map.groupBy(
    own.filter(({ name }) => kindBeside(name)),
    folderOf,
  );
  const images: File[] = [];
  const isTaken = new Set<File>();
  for (const file of own) {
    const beside = besideOf(file, neighbours.get(folderOf(file)) ?? []);
    if (!isImage(file.name) && !(isPlain(file.name) && beside.world)) continue;
    images.push(file);
    noteBeside(file, beside);
    for (const one of [file, ...Object.values(beside)]) isTaken.add(one);
  }
  const leftOut: Record<string, number> = {};
  for (const file of own) {
    if (isTaken.has(file)) continue;
    const ending = /\.([^.]{1,10})$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
    leftOut[ending] = (leftOut[ending] ?? 0) + 1;
  }
  return { images, leftOut };
}

/** Finds the files of an image's folder that say where it is. */
function besideOf(image: File, neighbours: readonly File[]): FilesBeside {
  const found: FilesBeside = {};
  for (const one of neighbours) {
    const kind = kindBeside(one.name);
    if (kind && goesWith(image.name, one.name)) found[kind] = one;
  }
  return found;
}

/** Every file of a drop. The entries must be asked for at once: they are gone when the event is over. */
export async function filesOfDrop(data: DataTransfer): Promise<File[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  if (entries.every((entry) => entry === null)) return [...data.files];
  const files: File[] = [];
  for (const entry of entries) if (entry) await walk(entry, files);
  return files;
}

async function walk(entry: FileSystemEntry, files: File[]): Promise<void> {
  if (isFileEntry(entry)) {
    const file = await new Promise<File | null>((resolve) =>
      entry.file(resolve, () => resolve(null)),
    );
    if (!file) return;
    folders.set(file, entry.fullPath.replace(/[^/]*$/, ""));
    files.push(file);
    return;
  }
  if (!isDirectoryEntry(entry)) return;
  const reader = entry.createReader();
  for (;;) {
    // A browser gives at most a hundred at a time, and none when it has given all.
    const some = await new Promise<FileSystemEntry[]>((resolve) =>
      reader.readEntries(resolve, () => resolve([])),
    );
    if (some.length === 0) return;
    for (const one of some) await walk(one, files);
  }
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory;
