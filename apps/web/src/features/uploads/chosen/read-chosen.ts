/**
 * Reads a chosen file: its header, its fingerprint and a small view of it, a few hundred kilobytes of however many
 * gigabytes. Loaded with the first file: a reader of our own, since the one that npm has hangs on damaged files, and so
 * that the panel and the server cannot disagree (`@nihol/geo/tiff`).
 */
import { fingerprintOf } from "@nihol/geo/tiff/fingerprint";
import { type HeaderFound, readImageHeader } from "@nihol/geo/tiff/image-header";
import { type DecodeImage, readThumbnail, type Thumbnail } from "@nihol/geo/tiff/thumbnail";
import type { ByteSource } from "@nihol/geo/tiff/tiff";

export type ReadFile = HeaderFound & {
  fingerprint: string;
  /** Null where there is none: no overview, or packed in a way that a browser does not unpack. */
  view: { canvas: HTMLCanvasElement; address: string } | null;
};

/** @throws DOMException where the file has gone, or may not be read */
export async function readChosen(file: File): Promise<ReadFile> {
  const source = sourceOf(file);
  const fingerprint = await fingerprintOf(source);
  const found = await readImageHeader(source, file.name);
  const thumbnail = found.header ? await readThumbnail(source, decode).catch(() => null) : null;
  return { ...found, fingerprint, view: thumbnail && drawn(thumbnail) };
}

const PAGE_BYTES = 65_536;

/** The file as a source of bytes. Directories are read in many small pieces: one page at a time is kept. */
function sourceOf(file: File): ByteSource {
  let page = { at: 0, bytes: new Uint8Array(0) };
  const bytesAt = async (from: number, length: number) =>
    new Uint8Array(await file.slice(from, from + length).arrayBuffer());
  return {
    size: file.size,
    read: async (offset, length) => {
      if (length > PAGE_BYTES / 2) return bytesAt(offset, length);
      if (offset < page.at || offset + length > page.at + page.bytes.length)
        page = { at: offset, bytes: await bytesAt(offset, PAGE_BYTES) };
      return page.bytes.subarray(offset - page.at, offset - page.at + length);
    },
  };
}

const decode: DecodeImage = async (bytes, type) => {
  const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type })).catch(
    () => null,
  );
  if (!bitmap) return null;
  const { width, height } = bitmap;
  const context = canvasOf(width, height).getContext("2d");
  context?.drawImage(bitmap, 0, 0);
  bitmap.close();
  const data = context?.getImageData(0, 0, width, height).data;
  return data ? { width, data } : null;
};

function drawn({ width, height, rgba }: Thumbnail): ReadFile["view"] {
  const canvas = canvasOf(width, height);
  canvas.getContext("2d")?.putImageData(new ImageData(rgba, width, height), 0, 0);
  return { canvas, address: canvas.toDataURL("image/webp", 0.8) };
}

function canvasOf(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  return canvas;
}
