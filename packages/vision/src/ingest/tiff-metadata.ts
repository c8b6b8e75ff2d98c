/**
 * Removes from a TIFF the metadata by which it can make GDAL open other files and call addresses: an item OVERVIEW_FILE
 * of the domain OVERVIEWS names a file of overviews, X_DATASET of GEOLOCATION one of coordinates, by a relative or
 * absolute path or by /vsicurl/ and its like. Whatever is of another domain than the default one and IMAGE_STRUCTURE is
 * taken out before any program of GDAL sees the file.
 */
import { open } from "node:fs/promises";
import { ImageRefused } from "@nihol/geo/tiff/refusal";
import { type ByteSource, type Tiff, TiffBroken, type TiffEntry } from "@nihol/geo/tiff/tiff";
import { withFileSource } from "./file-source.ts";
import { everyDirectory } from "./tiff-directories.ts";

const GDAL_METADATA = 42112;
/** An unused number next to it, so that the order of the tags stays: libtiff skips tags that it does not know. */
const UNUSED = 42111;
const GEO_TEXTS = 34737;
const ASCII = 2;
const MAX_TEXT_BYTES = 1 << 20;
/** Of directories and texts together: many directories may share one text, and reading it for each could take hours. */
const MAX_BYTES = 16 << 20;

const OPENING = "<GDALMetadata>";
const CLOSING = "</GDALMetadata>";
const ITEM =
  /<Item((?:\s+[a-z]+="(?:[^"<>&\0]|&(?:amp|lt|gt|quot|apos);)*")*)\s*(?:\/>|>[^<>\0]*<\/Item>)/g;
const ATTRIBUTE = /([a-z]+)="([^"]*)"/g;
const ATTRIBUTES = new Set(["name", "sample", "role", "domain"]);
const DOMAINS = new Set([undefined, "", "IMAGE_STRUCTURE"]);

/**
 * PROJ opens the files that a definition of a projection names (grids of datum shifts, parameter files). The texts of
 * the GeoTIFF keys may hold such a definition: "ESRI PE String = …". Only the grid without a file, @null, is harmless.
 */
const NAMED_FILE =
  /PARAMETERFILE|grids\s*=\s*(?!@null(?:[\s"'|\]]|$))|proj.*\b(?:init|file|model)\s*=/is;

/** New bytes for a place in the file. */
type Patch = { at: number; bytes: Buffer };

/**
 * Throws `ImageRefused` (`names_other_files`) when something in the file could make GDAL or PROJ open another file, and
 * `damaged` when its directories cannot all be walked. Reads directories and their texts only.
 */
export async function requireOwnPixels(path: string): Promise<void> {
  const patches = await withFileSource(path, patchesOf);
  if (patches.length > 0) throw new ImageRefused("names_other_files");
}

/**
 * Takes out of a stored file, in its place, the metadata that could make GDAL open another file; band names, dates and
 * pixels stay. True when something was changed. Throws as `requireOwnPixels` for what cannot be taken out.
 */
export async function removeForeignMetadata(path: string): Promise<boolean> {
  const patches = await withFileSource(path, patchesOf);
  if (patches.length === 0) return false;
  const file = await open(path, "r+");
  try {
    for (const { at, bytes } of patches) await file.write(bytes, 0, bytes.length, at);
    await file.sync();
  } finally {
    await file.close();
  }
  // Texts and directories may overlap, so that one patch spoils another: what is left must be in order by itself.
  await requireOwnPixels(path);
  return true;
}

async function patchesOf(source: ByteSource): Promise<Patch[]> {
  try {
    const { tiff, directories } = await everyDirectory(bounded(source));
    const patches: Patch[] = [];
    for (const { entries } of directories) {
      const texts = entries.filter(({ id }) => id === GDAL_METADATA);
      for (const [i, entry] of texts.entries()) {
        if (bytesIn(patches) > MAX_BYTES) throw new TiffBroken("too much metadata");
        patches.push(...(i > 0 ? emptied(tiff, entry) : await patchOf(tiff, entry)));
      }
      for (const entry of entries) if (entry.id === GEO_TEXTS) await checkGeoTexts(tiff, entry);
    }
    return patches;
  } catch (error) {
    if (error instanceof TiffBroken) throw new ImageRefused("damaged", { reason: error.message });
    throw error;
  }
}

const bytesIn = (patches: Patch[]) => patches.reduce((sum, { bytes }) => sum + bytes.length, 0);

/** Patches of an entry: none when its text is in order; else the text without what is foreign, or the entry made unknown. */
async function patchOf(tiff: Tiff, entry: TiffEntry): Promise<Patch[]> {
  const text = entry.type === ASCII ? await textOf(tiff, entry) : undefined;
  if (text === undefined) return emptied(tiff, entry);
  const own = ownMetadata(text);
  if (own.complete) return [];
  const kept = `${OPENING}${own.items.join("")}${CLOSING}`;
  if (own.items.length === 0 || kept.length >= entry.count) return emptied(tiff, entry);
  const bytes = Buffer.from(`${kept.padEnd(entry.count - 1, " ")}\0`, "latin1");
  return [{ at: entry.offset, bytes }];
}

/**
 * The items of the default domain and of IMAGE_STRUCTURE. They are recognised by a form so narrow that every reader of
 * XML takes them alike; `complete` when the text holds nothing else.
 */
function ownMetadata(text: string): { items: string[]; complete: boolean } {
  const items: string[] = [];
  const rest = text.replace(ITEM, (item: string, attributes: string) => {
    if (!isOwn(attributes)) return item;
    items.push(item);
    return "";
  });
  return { items, complete: /^\s*<GDALMetadata>\s*<\/GDALMetadata>\s*\0*$/.test(rest) };
}

function isOwn(attributes: string): boolean {
  const named = [...attributes.matchAll(ATTRIBUTE)];
  const values = new Map(named.map(([, name = "", value]) => [name, value]));
  const known = named.every(([, name = ""]) => ATTRIBUTES.has(name));
  return known && values.size === named.length && DOMAINS.has(values.get("domain"));
}

function bounded(source: ByteSource): ByteSource {
  let left = MAX_BYTES;
  const read = async (offset: number, length: number) => {
    left -= length;
    if (left < 0) throw new TiffBroken("too much metadata");
    return await source.read(offset, length);
  };
  return { size: source.size, read };
}

/** The text wiped out, and the entry under a number that nobody knows. */
function emptied(tiff: Tiff, { at, offset, count }: TiffEntry): Patch[] {
  const bytes = Buffer.alloc(2);
  if (tiff.littleEndian) bytes.writeUInt16LE(UNUSED);
  else bytes.writeUInt16BE(UNUSED);
  const length = Math.min(count, MAX_TEXT_BYTES, Math.max(0, tiff.source.size - offset));
  return [
    { at: offset, bytes: Buffer.alloc(length) },
    { at, bytes },
  ];
}

async function checkGeoTexts(tiff: Tiff, entry: TiffEntry): Promise<void> {
  const text = await textOf(tiff, entry);
  if (text === undefined || NAMED_FILE.test(text)) throw new ImageRefused("names_other_files");
}

/** The bytes of an entry as text; undefined when it is too long or lies outside the file. */
async function textOf({ source }: Tiff, { offset, count }: TiffEntry): Promise<string | undefined> {
  if (count > MAX_TEXT_BYTES || !(offset + count <= source.size)) return undefined;
  return Buffer.from(await source.read(offset, count)).toString("latin1");
}
