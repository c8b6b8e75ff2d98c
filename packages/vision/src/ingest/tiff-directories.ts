import {
  type ByteSource,
  readEntries,
  readTiffHeader,
  type Tiff,
  TiffBroken,
  type TiffEntry,
  tagNumbers,
} from "@nihol/geo/tiff/tiff";

/** Directory of a TIFF, wherever the file hides it. */
type FoundDirectory = { offset: number; entries: TiffEntry[] };

const SUB_DIRECTORIES = 330;
/** EXIF, GPS and interoperability: their directories hold no image. */
const CAMERA_DIRECTORIES = new Set([34665, 34853, 40965]);
const IFD_TYPES = new Set([13, 18]);
const MAX_DIRECTORIES = 2_000;

/** `chain`: the main chain and directories of images, which must be sound; others may point anywhere. */
type Pointer = { offset: number; chain: boolean };

/**
 * Every directory that a reader of TIFF can come to: the main chain (images, overviews, masks), sub-directories with
 * chains of their own, the camera's, and whatever else a tag of the type "directory" points to; each once, so loops end.
 * Classic and BigTIFF, either byte order. Throws `TiffBroken` for more than 2,000 and for what libtiff might still read
 * though it is broken.
 */
export async function everyDirectory(
  source: ByteSource,
): Promise<{ tiff: Tiff; directories: FoundDirectory[] }> {
  const { tiff, first } = await readTiffHeader(source);
  const directories: FoundDirectory[] = [];
  const waiting: Pointer[] = [{ offset: first, chain: true }];
  const seen = new Set<number>([0]);
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (seen.has(next.offset)) continue;
    seen.add(next.offset);
    if (seen.size > MAX_DIRECTORIES) throw new TiffBroken("too many directories");
    const found = await directoryAt(tiff, next);
    if (!found) continue;
    directories.push({ offset: next.offset, entries: found.entries });
    waiting.push({ offset: found.next, chain: next.chain }, ...(await pointersOf(tiff, found)));
  }
  return { tiff, directories };
}

type Entries = { entries: TiffEntry[]; next: number };

async function directoryAt(tiff: Tiff, { offset, chain }: Pointer): Promise<Entries | undefined> {
  try {
    return await readEntries(tiff, offset);
  } catch (error) {
    if (error instanceof TiffBroken && !chain) return undefined;
    throw error;
  }
}

async function pointersOf(tiff: Tiff, { entries }: Entries): Promise<Pointer[]> {
  const pointers: Pointer[] = [];
  for (const entry of entries) {
    const chain = entry.id === SUB_DIRECTORIES || IFD_TYPES.has(entry.type);
    if (!chain && !CAMERA_DIRECTORIES.has(entry.id)) continue;
    const offsets = await offsetsOf(tiff, entry);
    // Directories outside the file cannot be read by anybody.
    for (const offset of offsets) if (offset < tiff.source.size) pointers.push({ offset, chain });
  }
  return pointers;
}

async function offsetsOf(tiff: Tiff, entry: TiffEntry): Promise<number[]> {
  if (entry.count > MAX_DIRECTORIES) throw new TiffBroken("too many directories");
  try {
    return await tagNumbers(tiff, { tags: new Map([[entry.id, entry]]) }, entry.id);
  } catch (error) {
    if (error instanceof TiffBroken) return [];
    throw error;
  }
}
