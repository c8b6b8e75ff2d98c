/** Images in a ZIP archive, unpacked under names of our own, within limits. */
import { createWriteStream } from "node:fs";
import { basename, join } from "node:path";
import { Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { codeOf } from "@nihol/contract/values/thrown";
import { nameTwice } from "@nihol/geo/files/zip-name";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import type { Beside } from "./beside.ts";

/** Limits of what is unpacked of one archive: a bomb packs a thousand bytes in one. */
const ZIP_LIMITS = {
  entries: 2_000,
  images: 500,
  bytes: 20 * 1024 ** 3,
  ratio: 100,
  free: 1024 ** 3,
};

/** An image of the archive, with what lies beside it. */
export type ZippedImage = { path: string; name: string; beside: Beside };

const IMAGE = /\.(tiff?|jp2|j2k|jpe?g|png)$/i;
const SIDE = /\.(?:tiff?\.aux|aux)\.xml$|\.(?:prj|tfw|tifw|tiffw|wld|jgw|jpgw|pgw|pngw|j2w)$/i;
const MAX_SIDE_BYTES = 64 * 1024;

const damaged = () => new ImageRefused("damaged", { reason: "archive" });
const entryDamaged = ({ fileName }: Entry) =>
  new ImageRefused("archive_entry_damaged", { what: shown(fileName) });
const shown = (name: string) => name.replace(/\p{Cc}/gu, "").slice(0, 100);
const tooLarge = () =>
  new ImageRefused("archive_unpacks_too_large", {
    max: ZIP_LIMITS.bytes / 1024 ** 3,
    count: ZIP_LIMITS.images,
  });

/** Unpacks the images of an archive into `folder`. Throws `ImageRefused` for bombs, passwords, damage, and where none is in it. */
export async function unpackImages(
  path: string,
  folder: string,
  signal?: AbortSignal,
): Promise<ZippedImage[]> {
  const options = { lazyEntries: true, autoClose: false } as const;
  const archive = await openPromise(path, options).catch(() => Promise.reject(damaged()));
  try {
    const entries = (await entriesOf(archive)).filter(({ fileName }) => isOwn(fileName));
    const twice = nameTwice(entries.map(({ fileName }) => fileName));
    if (twice !== undefined) throw new ImageRefused("archive_name_twice", { what: shown(twice) });
    const images = entries.filter(({ fileName }) => IMAGE.test(fileName));
    if (images.length === 0) throw new ImageRefused("archive_without_image");
    const budget = {
      left: Math.min(
        ZIP_LIMITS.bytes,
        Math.max(ZIP_LIMITS.free, archive.fileSize * ZIP_LIMITS.ratio),
      ),
    };
    const claimed = images.reduce((sum, one) => sum + one.uncompressedSize, 0);
    if (images.length > ZIP_LIMITS.images || claimed > budget.left) throw tooLarge();
    const sides = entries.filter(
      (one) => SIDE.test(one.fileName) && one.uncompressedSize <= MAX_SIDE_BYTES,
    );
    const unpacked: ZippedImage[] = [];
    for (const [n, image] of images.entries()) {
      const to = join(folder, `entry-${n}`);
      await unpack(archive, image, to, budget, signal);
      const beside: Beside = {};
      for (const side of sides.filter((one) => stemOf(one.fileName) === stemOf(image.fileName)))
        beside[kindOf(side.fileName)] = await textOf(archive, side);
      unpacked.push({ path: to, name: basename(image.fileName), beside });
    }
    return unpacked;
  } finally {
    archive.close();
  }
}

const isOwn = (name: string) =>
  !name.endsWith("/") && !/(^|\/)(\.|__MACOSX\/)/.test(name.replaceAll("\\", "/"));
const stemOf = (name: string) => name.toLowerCase().replace(SIDE, "").replace(IMAGE, "");
const kindOf = (name: string): keyof Beside =>
  /\.xml$/i.test(name) ? "aux" : /\.prj$/i.test(name) ? "projection" : "world";

/** Reads what the central directory lists; passwords and other kinds of packing are refused before anything is unpacked. */
async function entriesOf(archive: ZipFile): Promise<Entry[]> {
  if (archive.entryCount > ZIP_LIMITS.entries) throw tooLarge();
  const entries: Entry[] = [];
  try {
    for await (const entry of archive.eachEntry()) entries.push(entry);
  } catch (error) {
    // The library tells the kinds of damage apart by words alone.
    const unsafe = /^(?:absolute|invalid relative) path: (.*)$/s.exec(messageOf(error))?.[1];
    throw unsafe === undefined
      ? damaged()
      : new ImageRefused("archive_unsafe_path", { what: shown(unsafe) });
  }
  const closed = entries.find((entry) => !entry.canDecodeFileData());
  if (closed) throw entryDamaged(closed);
  return entries;
}

/** Never more than the budget and than the entry claims: a lie about the size ends here. */
async function unpack(
  archive: ZipFile,
  entry: Entry,
  to: string,
  budget: { left: number },
  signal?: AbortSignal,
): Promise<void> {
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      budget.left -= chunk.length;
      if (budget.left < 0) done(tooLarge());
      else done(null, chunk);
    },
  });
  if (entry.uncompressedSize === 0) throw entryDamaged(entry);
  try {
    const packed = await archive.openReadStreamPromise(entry);
    await pipeline(packed, count, createWriteStream(to), signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof ImageRefused || codeOf(error) === "ENOSPC") throw error;
    throw isLarger(error) ? tooLarge() : entryDamaged(entry);
  }
}

/** The library compares what comes out with what the directory claims. */
const isLarger = (error: unknown) => messageOf(error).startsWith("too many bytes");
const messageOf = (error: unknown) => (error instanceof Error ? error.message : "");

async function textOf(archive: ZipFile, entry: Entry): Promise<string> {
  const parts: Buffer[] = [];
  try {
    for await (const chunk of await archive.openReadStreamPromise(entry)) parts.push(chunk);
  } catch {
    throw entryDamaged(entry);
  }
  return Buffer.concat(parts).toString("utf8");
}
