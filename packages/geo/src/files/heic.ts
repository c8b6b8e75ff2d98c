/**
 * Reads the boxes of a HEIC photo (ISO/IEC 14496-12 and 23008-12): its size, its EXIF block and its colour profile.
 * Its pixels are decoded elsewhere; whatever is cut, contradicts itself or lies in another file is refused here.
 */

/** As it is stored: whether it is turned, its pixels know. */
export interface HeicFacts {
  width: number;
  height: number;
  /** From the header of its TIFF on. */
  exif?: Uint8Array;
  /** An ICC profile; without one the colours are those of sRGB, or said by numbers that the decoder reads. */
  profile?: Uint8Array;
}

/** Cut, or its boxes contradict each other. */
export class HeicDamaged extends Error {
  override name = "HeicDamaged";
}

type Box = { type: string; start: number; end: number };
type Item = { type: string; extents: { from: number; length: number }[]; inBox: boolean };

/** Phones cut a photo into some hundred tiles at most. */
const maxItems = 4096;
const maxExtents = 64;
const maxProfileBytes = 64 * 1024;

const codings = ["hvc1", "hev1"];
const derivations = ["grid", "iden", "iovl"];

const textAt = (bytes: Uint8Array, at: number) =>
  String.fromCharCode(...bytes.subarray(at, at + 4));

/** The brands that a file says it follows; none where it is no file of this family. */
function brandsOf(bytes: Uint8Array): string[] {
  if (bytes.length < 16 || textAt(bytes, 4) !== "ftyp") return [];
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const end = Math.min(size, bytes.length, 256);
  const brands = [textAt(bytes, 8)];
  for (let at = 16; at + 4 <= end; at += 4) brands.push(textAt(bytes, at));
  return brands;
}

/** Tells whether the bytes begin as HEIC or HEIF do; AVIF, which shares the general brands, is another format. */
export function isHeic(bytes: Uint8Array): boolean {
  const brands = brandsOf(bytes);
  if (brands.some((brand) => /^hei[cxms]$|^hev[cxms]$/.test(brand))) return true;
  return /^(mif1|msf1)$/.test(brands[0] ?? "") && !brands.some((brand) => /^avi[fs]$/.test(brand));
}

/**
 * Reads what the boxes say; undefined where the image is coded otherwise than by HEVC, as in AVIF.
 * @throws {HeicDamaged}
 */
export function readHeic(bytes: Uint8Array): HeicFacts | undefined {
  try {
    return factsOf(bytes);
  } catch (error) {
    // A field that lies beyond the end.
    if (error instanceof RangeError) throw new HeicDamaged();
    throw error;
  }
}

function factsOf(bytes: Uint8Array): HeicFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const meta = need(topBoxes(bytes, view).find(({ type }) => type === "meta"));
  const boxes = boxesIn(bytes, view, meta.start + 4, meta.end);
  const find = (type: string) => boxes.find((box) => box.type === type);
  const items = readItems(bytes, view, need(find("iinf")).start);
  readPlaces(view, need(find("iloc")).start, items);
  requireWithin(items, bytes.length);

  const pitm = need(find("pitm")).start;
  const primaryId = view.getUint8(pitm) === 0 ? view.getUint16(pitm + 4) : view.getUint32(pitm + 4);
  const primary = need(items.get(primaryId));
  if (!isCodedByHevc(primary, items)) return undefined;

  const properties = propertiesOf(bytes, view, need(find("iprp")), primaryId);
  const ispe = need(properties.find(({ type }) => type === "ispe")).start;
  const width = view.getUint32(ispe + 4);
  const height = view.getUint32(ispe + 8);
  if (width === 0 || height === 0) throw new HeicDamaged();
  const exif = exifOf(bytes, view, items, find("idat")?.start ?? 0);
  const profile = profileOf(bytes, properties);
  return { width, height, ...(exif ? { exif } : {}), ...(profile ? { profile } : {}) };
}

function need<T>(value: T | undefined): T {
  if (value === undefined) throw new HeicDamaged();
  return value;
}

/** The boxes between two offsets; `start` is after type and size. */
function boxesIn(bytes: Uint8Array, view: DataView, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at + 8 <= to; ) {
    const { box, next } = boxAt(bytes, view, at, to);
    if (next > to || next <= at) throw new HeicDamaged();
    boxes.push(box);
    at = next;
  }
  return boxes;
}

/** As far as there are boxes: some phones append what is none. */
function topBoxes(bytes: Uint8Array, view: DataView): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= bytes.length && boxes.length < maxItems; ) {
    const { box, next } = boxAt(bytes, view, at, bytes.length);
    if (next > bytes.length || next <= at) break;
    boxes.push(box);
    at = next;
  }
  return boxes;
}

function boxAt(bytes: Uint8Array, view: DataView, at: number, to: number) {
  const short = view.getUint32(at);
  const size =
    short === 1 && at + 16 <= to
      ? Number(view.getBigUint64(at + 8))
      : short === 0
        ? to - at
        : short;
  const head = short === 1 ? 16 : 8;
  const next = size < head ? at : at + size;
  return { box: { type: textAt(bytes, at + 4), start: at + head, end: next }, next };
}

/** Items in the file, by number. */
function readItems(bytes: Uint8Array, view: DataView, iinf: number): Map<number, Item> {
  const isShort = view.getUint8(iinf) === 0;
  const count = isShort ? view.getUint16(iinf + 4) : view.getUint32(iinf + 4);
  if (count > maxItems) throw new HeicDamaged();
  const items = new Map<number, Item>();
  for (let at = iinf + (isShort ? 6 : 8), n = 0; n < count; n++) {
    const { box, next } = boxAt(bytes, view, at, bytes.length);
    if (next <= at) throw new HeicDamaged();
    const isWide = view.getUint8(box.start) >= 3;
    const id = isWide ? view.getUint32(box.start + 4) : view.getUint16(box.start + 4);
    const type = textAt(bytes, box.start + (isWide ? 10 : 8));
    items.set(id, { type, extents: [], inBox: false });
    at = next;
  }
  return items;
}

/** Where each of them lies (`iloc`); `inBox` in a box of its own instead of the file. */
function readPlaces(view: DataView, iloc: number, items: Map<number, Item>): void {
  const version = view.getUint8(iloc);
  const sizes = view.getUint16(iloc + 4);
  const [offsetSize, lengthSize, baseSize] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexSize = version === 0 ? 0 : sizes & 15;
  let at = iloc + 6;
  const next = (size: number) => {
    const value =
      size === 0 ? 0 : size === 8 ? Number(view.getBigUint64(at)) : shortAt(view, at, size);
    at += size;
    return value;
  };
  const count = next(version < 2 ? 2 : 4);
  if (count > maxItems) throw new HeicDamaged();
  for (let n = 0; n < count; n++) {
    const item = items.get(next(version < 2 ? 2 : 4));
    const method = version === 0 ? 0 : next(2) & 15;
    // Another file: nothing that is sent may name one.
    if (next(2) !== 0) throw new HeicDamaged();
    const base = next(baseSize);
    const extents = next(2);
    if (extents > maxExtents) throw new HeicDamaged();
    if (item) item.inBox = method !== 0;
    for (let part = 0; part < extents; part++) {
      next(indexSize);
      const from = base + next(offsetSize);
      item?.extents.push({ from, length: next(lengthSize) });
    }
  }
}

function shortAt(view: DataView, at: number, size: number): number {
  if (size === 4) return view.getUint32(at);
  if (size === 2) return view.getUint16(at);
  throw new HeicDamaged();
}

function requireWithin(items: Map<number, Item>, length: number): void {
  for (const { extents, inBox } of items.values())
    if (!inBox && extents.some((extent) => extent.from + extent.length > length))
      throw new HeicDamaged();
}

function isCodedByHevc(primary: Item, items: Map<number, Item>): boolean {
  if (codings.includes(primary.type)) return true;
  const types = [...items.values()].map(({ type }) => type);
  const isOfHevc = types.some((type) => codings.includes(type)) && !types.includes("av01");
  return derivations.includes(primary.type) && isOfHevc;
}

/** The properties of one item, by the table that gives them out (`ipma`). */
function propertiesOf(bytes: Uint8Array, view: DataView, iprp: Box, wanted: number): Box[] {
  const boxes = boxesIn(bytes, view, iprp.start, iprp.end);
  const ipco = need(boxes.find(({ type }) => type === "ipco"));
  const all = boxesIn(bytes, view, ipco.start, ipco.end);
  const found: Box[] = [];
  for (const { start } of boxes.filter(({ type }) => type === "ipma")) {
    const isWideId = view.getUint8(start) > 0;
    const isWideIndex = (view.getUint8(start + 3) & 1) === 1;
    const count = view.getUint32(start + 4);
    if (count > maxItems) throw new HeicDamaged();
    for (let at = start + 8, n = 0; n < count; n++) {
      const id = isWideId ? view.getUint32(at) : view.getUint16(at);
      at += isWideId ? 4 : 2;
      const given = view.getUint8(at++);
      for (let each = 0; each < given; each++, at += isWideIndex ? 2 : 1) {
        const index = isWideIndex ? view.getUint16(at) & 0x7fff : view.getUint8(at) & 0x7f;
        const property = all[index - 1];
        if (id === wanted && property) found.push(property);
      }
    }
  }
  return found;
}

function exifOf(
  bytes: Uint8Array,
  view: DataView,
  items: Map<number, Item>,
  boxStart: number,
): Uint8Array | undefined {
  const item = [...items.values()].find(({ type }) => type === "Exif");
  const extent = item?.extents[0];
  if (!item || !extent || extent.length < 12) return undefined;
  const from = extent.from + (item.inBox ? boxStart : 0);
  const skipped = view.getUint32(from);
  if (skipped > extent.length - 4) return undefined;
  const block = bytes.subarray(from + 4 + skipped, from + extent.length);
  // Some programs leave the name in front that the block has in a JPEG.
  return textAt(block, 0) === "Exif" ? block.subarray(6) : block;
}

function profileOf(bytes: Uint8Array, properties: Box[]): Uint8Array | undefined {
  const isProfile = ({ type, start }: Box) =>
    type === "colr" && ["prof", "rICC"].includes(textAt(bytes, start));
  const found = properties.find(isProfile);
  if (!found || found.end - found.start - 4 > maxProfileBytes) return undefined;
  return bytes.subarray(found.start + 4, found.end);
}
