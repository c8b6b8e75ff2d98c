/** Files out of what was dropped or chosen, folders with all that is in them, and which of them are images. */

/** Files that are left out, by their ending: "jpg" → 12. */
export type LeftOut = Readonly<Record<string, number>>;

/** Written by systems beside what people keep; nobody misses them. */
const systemFiles = /^(\.|~\$|thumbs\.db$|desktop\.ini$)/i;
const isImage = (name: string) => /\.tiff?$/i.test(name);

/** The GeoTIFFs among files, and how many of which other kinds there are. */
export function sortOut(files: readonly File[]): { images: File[]; leftOut: LeftOut } {
  const own = files.filter(({ name }) => !systemFiles.test(name));
  const leftOut: Record<string, number> = {};
  for (const { name } of own.filter((file) => !isImage(file.name))) {
    const ending = /\.([^.]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? "";
    leftOut[ending] = (leftOut[ending] ?? 0) + 1;
  }
  return { images: own.filter(({ name }) => isImage(name)), leftOut };
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
