/** Shows what a capture of a catalogue looks like and how much of it would be read, without fetching its files. */
import { crc32, deflateSync } from "node:zlib";
import { fetchLimits } from "@nihol/contract/values/imagery/imagery-sources";
import type { Bbox } from "@nihol/geo/geometry";
import { readLayout } from "@nihol/geo/tiff/layout";
import { readThumbnail, type Thumbnail } from "@nihol/geo/tiff/thumbnail";
import { readTiff, TiffBroken } from "@nihol/geo/tiff/tiff";
import { openRanges } from "./fetch/file-ranges.ts";
import { type ImageFormat, imageFormat } from "./fetch/read-answer.ts";
import type { SourceFetcher } from "./fetch/source-fetcher.ts";
import { SourceProblem } from "./fetch/source-problem.ts";
import type { StacItem } from "./kinds/stac-documents.ts";

/** Null for what cannot be read or has no view: neither a test nor a plan fails by it. */
async function orNull<T>(work: Promise<T>): Promise<T | null> {
  return work.catch((error: unknown) => {
    if (error instanceof SourceProblem || error instanceof TiffBroken) return null;
    throw error;
  });
}

/** The small image that the catalogue has, else one of the file's own overview. */
export async function captureImage(
  { thumbnail, files }: StacItem,
  fetcher: SourceFetcher,
  signal?: AbortSignal,
): Promise<{ bytes: Buffer; format: ImageFormat } | null> {
  const expected = { kind: "image", maxBytes: fetchLimits.tileBytes, mayBeAbsent: true } as const;
  const small = thumbnail ? await orNull(fetcher.get(thumbnail, expected, signal)) : null;
  const format = small && imageFormat(small.bytes);
  if (small && format) return { bytes: small.bytes, format };
  const [file] = files;
  // Bands in files of their own would be three views.
  if (!file || files.length > 1) return null;
  const view = await orNull(
    openRanges(file.address, fetcher, signal).then((source) =>
      // JPEG and WebP inside a file are decoded by browsers and by children with limits alone.
      readThumbnail(source, () => Promise.resolve(null)),
    ),
  );
  return view && { bytes: encodePng(view), format: "png" };
}

/** Tiles of its files that an area touches, and their bytes, about: as much of each file as the area is of its image. */
export async function captureParts(
  { bbox, files }: StacItem,
  area: Bbox,
  size: { width: number; height: number },
  { fetcher, signal }: { fetcher: SourceFetcher; signal?: AbortSignal | undefined },
): Promise<{ pieces: number | null; bytes: number | null }> {
  const share = shareOf(area, bbox);
  const parts = await orNull(
    Promise.all(
      files.map(async ({ address }) => {
        const source = await openRanges(address, fetcher, signal);
        const tiff = await readTiff(source);
        const [first] = tiff.directories;
        if (!first) return { pieces: 0, bytes: 0 };
        const { width, height, blockWidth, blockHeight } = await readLayout(tiff, first);
        const touched = (pixels: number, of: number, block: number) =>
          Math.min(Math.ceil(of / block), Math.ceil(pixels / block) + 1);
        return {
          pieces:
            touched(size.width, width, blockWidth) * touched(size.height, height, blockHeight),
          bytes: Math.round(source.size * share),
        };
      }),
    ),
  );
  if (!parts) return { pieces: null, bytes: null };
  const sum = (name: "pieces" | "bytes") => parts.reduce((all, one) => all + one[name], 0);
  return { pieces: sum("pieces"), bytes: sum("bytes") };
}

/** The part of a box that an area covers, 0 to 1. */
function shareOf(area: Bbox, box: Bbox): number {
  const across = Math.min(area[2], box[2]) - Math.max(area[0], box[0]);
  const down = Math.min(area[3], box[3]) - Math.max(area[1], box[1]);
  const whole = (box[2] - box[0]) * (box[3] - box[1]);
  return whole > 0 ? Math.min(1, (Math.max(0, across) * Math.max(0, down)) / whole) : 1;
}

/** A PNG of four bands of 8 bits without filters (ISO/IEC 15948). */
function encodePng({ width, height, rgba }: Thumbnail): Buffer {
  const rows = Buffer.alloc(height * (width * 4 + 1));
  for (let row = 0; row < height; row++)
    rows.set(rgba.subarray(row * width * 4, (row + 1) * width * 4), row * (width * 4 + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const chunk = (name: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.length, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    ...[chunk("IHDR", header), chunk("IDAT", deflateSync(rows)), chunk("IEND", Buffer.alloc(0))],
  ]);
}
