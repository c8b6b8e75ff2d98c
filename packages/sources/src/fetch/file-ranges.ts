/** A file elsewhere as a source of bytes: what of it is wanted, and not the file. */
import { fetchLimits } from "@nihol/contract/values/imagery/imagery-sources";
import { type ByteSource, TiffBroken } from "@nihol/geo/tiff/tiff";
import type { Answer } from "./read-answer.ts";
import type { SourceFetcher } from "./source-fetcher.ts";

/** Directories are read in many small parts: the beginning of the file is kept, in pieces of this size. */
const pageBytes = 64 * 1024;

/**
 * Opens it by a first small part, which says how large it is.
 * @param patiently asks again after a pause where it is wanted; once when left out
 * @throws SourceProblem, `TiffBroken` for a part that is larger than a file may ask for
 */
export async function openRanges(
  address: string,
  fetcher: SourceFetcher,
  signal?: AbortSignal,
  patiently: (ask: () => Promise<Answer>) => Promise<Answer> = (ask) => ask(),
): Promise<ByteSource> {
  const read = async (start: number, length: number) => {
    if (length > fetchLimits.rangeBytes) throw new TiffBroken("a part is too large");
    const range = { start, end: start + length - 1 };
    const expected = { kind: "bytes", maxBytes: fetchLimits.rangeBytes, range } as const;
    return patiently(() => fetcher.get(address, expected, signal));
  };
  // Of a small file a server sends what there is.
  const { size } = await read(0, 16);
  const pages = new Map<number, Buffer>();
  async function page(n: number): Promise<Buffer> {
    const known = pages.get(n);
    if (known) return known;
    const start = n * pageBytes;
    const { bytes } = await read(start, Math.min(pageBytes, size - start));
    if (pages.size >= 64) pages.clear();
    pages.set(n, bytes);
    return bytes;
  }
  return {
    size,
    async read(offset, length) {
      if (length === 0) return Buffer.alloc(0);
      const [from, to] = [
        Math.floor(offset / pageBytes),
        Math.floor((offset + length - 1) / pageBytes),
      ];
      if (to - from > 1) return (await read(offset, length)).bytes;
      const parts = [await page(from), ...(to > from ? [await page(to)] : [])];
      const at = offset - from * pageBytes;
      return Buffer.concat(parts).subarray(at, at + length);
    },
  };
}
