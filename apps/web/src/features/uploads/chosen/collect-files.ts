/** Files out of what was dropped or chosen, folders with all that is in them, and which of them are images. */

import { type FilesBeside, kindBeside, noteBeside } from "../sending/files-beside.ts";

/** Files that are left out, by their ending: "jpg" → 12. */
export type LeftOut = Readonly<Record<string, number>>;

/** Written by systems beside what people keep; nobody misses them. */
const systemFiles = /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i;
const isImage = (name: string) => /\.(tiff?|jp2|j2k|zip)$/i.test(name);
/** Is an image of a place only together with a world file. */
const isPlain = (name: string) => /\.(jpe?g|png)$/i.test(name);

/** The images among files, with what lies beside each, and how many of which other kinds there are. */
export function sortOut(files: readonly File[]): { images: File[]; leftOut: LeftOut } {
  const own = files.filter(({ name }) => !systemFiles.test(name));
  const beside = besideImages(own);
  const taken = (file: File) =>
    isImage(file.name) || (isPlain(file.name) && beside.get(stemOf(file))?.world !== undefined);
  const images = own.filter(taken);
  const stems = new Set(images.map(stemOf));
  for (const image of images) noteBeside(image, beside.get(stemOf(image)) ?? {});
  const leftOut: Record<string, number> = {};
  for (const file of own) {
    const goesAlong = kindBeside(file.name) !== undefined && stems.has(stemOf(file));
    if (taken(file) || goesAlong) continue;
    const ending = /\.([^.]{1,10})$/.exec(file.name)?.[1]?.toLowerCase() ?? "";
    leftOut[ending] = (leftOut[ending] ?? 0) + 1;
  }
  return { images, leftOut };
}

/** What lies beside images of the same folder and name. */
function besideImages(files: readonly File[]): Map<string, FilesBeside> {
  const found = new Map<string, FilesBeside>();
  for (const file of files) {
    const kind = kindBeside(file.name);
    if (kind) found.set(stemOf(file), { ...found.get(stemOf(file)), [kind]: file });
  }
  return found;
}

/** Folder and name without the ending: those of an image and of what lies beside it are one. */
function stemOf({ name, webkitRelativePath = "" }: File): string {
  const folder = webkitRelativePath.slice(0, webkitRelativePath.lastIndexOf("/") + 1);
  return `${folder}${name.replace(/\.aux\.xml$/i, "").replace(/\.[^.]*$/, "")}`.toLowerCase();
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
    if (file) files.push(file);
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
