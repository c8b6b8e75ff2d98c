/** TIFFs written byte by byte, so that a test can hide in them what no writer would write. */
import { deflateSync } from "node:zlib";

const TYPE_BYTES: Record<number, number> = { 1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 12: 8, 13: 4, 18: 8 };
const [ASCII, SHORT, LONG, DOUBLE, IFD, IFD8] = [2, 3, 4, 12, 13, 18];

/** `values` as numbers or as text; `directories` instead of values: the tag points to these. */
export type ForgedTag = {
  id: number;
  type: number;
  values?: number[] | string;
  directories?: ForgedTag[][];
};

export type Kind = { big?: boolean; bigEndian?: boolean };

/** A tag of text. */
export const text = (id: number, values: string, type = ASCII): ForgedTag => ({
  id,
  type,
  values: type === ASCII ? `${values}\0` : values,
});
export const short = (id: number, ...values: number[]): ForgedTag => ({ id, type: SHORT, values });
export const long = (id: number, ...values: number[]): ForgedTag => ({ id, type: LONG, values });
export const double = (id: number, ...values: number[]): ForgedTag => ({
  id,
  type: DOUBLE,
  values,
});

/** Tags for directories behind the chain, as SubIFDs are. */
export const pointing = (id: number, directories: ForgedTag[][], big = false): ForgedTag => ({
  id,
  type: big ? IFD8 : IFD,
  directories,
});

/** Bytes of a classic or BigTIFF with these directories as its chain. Tags are written in the order given. */
export function forgeTiff(directories: ForgedTag[][], { big, bigEndian }: Kind = {}): Buffer {
  const word = big ? 8 : 4;
  const parts: Buffer[] = [Buffer.alloc(big ? 16 : 8)];
  let size = parts[0]?.length ?? 0;
  const append = (bytes: Buffer): number => {
    const at = size;
    const padded = Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)]);
    parts.push(padded);
    size += padded.length;
    return at;
  };
  const number = (value: number, bytes: number): Buffer => {
    const out = Buffer.alloc(bytes);
    if (bytes === 8)
      bigEndian ? out.writeBigUInt64BE(BigInt(value)) : out.writeBigUInt64LE(BigInt(value));
    else bigEndian ? out.writeUIntBE(value, 0, bytes) : out.writeUIntLE(value, 0, bytes);
    return out;
  };
  const bytesOf = ({ type, values = [] }: ForgedTag): Buffer => {
    if (typeof values === "string") return Buffer.from(values, "latin1");
    return Buffer.concat(
      values.map((value) => {
        if (type !== DOUBLE) return number(value, TYPE_BYTES[type] ?? 1);
        const out = Buffer.alloc(8);
        bigEndian ? out.writeDoubleBE(value) : out.writeDoubleLE(value);
        return out;
      }),
    );
  };
  const writeChain = (chain: ForgedTag[][]): number => {
    let next = 0;
    for (const directory of [...chain].reverse()) next = writeDirectory(directory, next);
    return next;
  };
  const writeDirectory = (directory: ForgedTag[], next: number): number => {
    const entries = directory.map((tag) => {
      const bytes = tag.directories
        ? Buffer.concat(
            tag.directories.map((one) => number(writeChain([one]), TYPE_BYTES[tag.type] ?? 4)),
          )
        : bytesOf(tag);
      const count = bytes.length / (TYPE_BYTES[tag.type] ?? 1);
      const value = bytes.length <= word ? bytes : number(append(bytes), word);
      const padded = Buffer.concat([value, Buffer.alloc(word - value.length)]);
      return Buffer.concat([number(tag.id, 2), number(tag.type, 2), number(count, word), padded]);
    });
    const count = number(entries.length, big ? 8 : 2);
    return append(Buffer.concat([count, ...entries, number(next, word)]));
  };
  const first = writeChain(directories);
  const order = bigEndian ? "MM" : "II";
  const header = big
    ? [Buffer.from(order), number(43, 2), number(8, 2), number(0, 2), number(first, 8)]
    : [Buffer.from(order), number(42, 2), number(first, 4)];
  parts[0] = Buffer.concat(header);
  return Buffer.concat(parts);
}

const SIDE = 64;

/**
 * The tags of a small image of one colour in UTM 42, sorted, with `more` among them. `tiled`: as one DEFLATE tile,
 * which is kept as it came; else as a strip without compression, which is rewritten. The pixels are a tag themselves
 * (65001), whose place is not known before: use `forgedTiff`.
 */
function imageTags(more: ForgedTag[], tiled: boolean, pixelsAt: number, length: number) {
  const layout = tiled
    ? [long(322, SIDE), long(323, SIDE), long(324, pixelsAt), long(325, length)]
    : [long(273, pixelsAt), long(278, SIDE), long(279, length)];
  const own = [
    long(256, SIDE),
    long(257, SIDE),
    short(258, 8, 8, 8),
    short(259, tiled ? 8 : 1),
    short(262, 2),
    short(277, 3),
    short(284, 1),
    ...layout,
    double(33550, 0.5, 0.5, 0),
    double(33922, 0, 0, 0, 478_000, 4_267_000, 0),
    short(34735, 1, 1, 0, 3, 1024, 0, 1, 1, 1025, 0, 1, 1, 3072, 0, 1, 32642),
  ];
  const ids = new Set(more.map(({ id }) => id));
  return [...own.filter(({ id }) => !ids.has(id)), ...more].sort((a, b) => a.id - b.id);
}

export type ForgedImage = Kind & {
  /** Tags of the image's own directory, in place of what it would have. */
  tags?: ForgedTag[];
  /** Directories behind it in the chain: kind of sub-file, and tags. */
  behind?: { subfile: number; tags: ForgedTag[] }[];
  tiled?: boolean;
  colour?: [number, number, number];
};

/** A small georeferenced image, 64 × 64 at 0.5 m. */
export function forgedTiff(image: ForgedImage): Buffer {
  const { tags = [], behind = [], tiled = true, colour = [60, 120, 50] } = image;
  const pixels = Buffer.alloc(SIDE * SIDE * 3, Buffer.from(colour));
  const data = tiled ? deflateSync(pixels) : pixels;
  const build = (at: number) =>
    forgeTiff(
      [
        imageTags(tags, tiled, at, data.length),
        ...behind.map(({ subfile, tags: own }) =>
          imageTags([long(254, subfile), ...own], tiled, at, data.length),
        ),
      ],
      image,
    );
  // The pixels come last: their place is known once everything else is written.
  const body = build(0);
  return Buffer.concat([build(body.length), data]);
}
