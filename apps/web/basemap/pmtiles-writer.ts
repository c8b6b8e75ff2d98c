/** Writes a PMTiles archive, version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md. */
import { gzipSync } from "node:zlib";
import type { Bbox } from "@nihol/geo/geometry";
import { zxyToTileId } from "pmtiles";

export interface Tile {
  z: number;
  x: number;
  y: number;
  /** As it is sent: vector tiles compressed by gzip, images as they are. */
  data: Buffer;
}

export interface ArchiveOptions {
  kind: keyof typeof tileTypes;
  /** west, south, east, north in degrees */
  bounds: Bbox;
  /** TileJSON: `attribution`, `vector_layers` and what else is worth saying. */
  metadata: Record<string, unknown>;
}

const headerBytes = 127;
/** Header and root directory are read by the first request. */
const rootEnd = 16_384;
const compression = { none: 1, gzip: 2 };
const tileTypes = { vector: 1, png: 2, jpeg: 3, webp: 4, avif: 5 };

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 0x7f) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  return [...bytes, rest];
}

/** Encodes an entry per tile, in columns: difference of its id from the one before, run length, length, offset. */
function directoryOf(entries: { id: number; offset: number; length: number }[]): Buffer {
  const columns = [
    entries.map(({ id }, i) => id - (entries[i - 1]?.id ?? 0)),
    entries.map(() => 1),
    entries.map(({ length }) => length),
    entries.map(({ offset }) => offset + 1),
  ];
  return gzipSync(Buffer.from([entries.length, ...columns.flat()].flatMap(varint)), { level: 9 });
}

/**
 * The archive of these tiles; equal tiles are kept once.
 * @throws when the directory does not fit beside the header (some 4,000 tiles): leaf directories are not written
 */
export function archiveOf(tiles: readonly Tile[], options: ArchiveOptions): Buffer {
  const known = new Map<string, number>();
  const contents: Buffer[] = [];
  let end = 0;
  const entries = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), data: tile.data }))
    .toSorted((one, other) => one.id - other.id)
    .map(({ id, data }) => {
      const key = data.toString("base64");
      const offset = known.get(key) ?? end;
      if (!known.has(key)) {
        known.set(key, offset);
        contents.push(data);
        end += data.length;
      }
      return { id, offset, length: data.length };
    });
  const root = directoryOf(entries);
  if (headerBytes + root.length > rootEnd) throw new Error("Too many tiles for one directory");
  const metadata = gzipSync(JSON.stringify(options.metadata), { level: 9 });
  const metadataAt = headerBytes + root.length;
  const leavesAt = metadataAt + metadata.length;

  const header = Buffer.alloc(headerBytes);
  header.write("PMTiles", 0, "ascii");
  header.writeUInt8(3, 7);
  const places = [
    headerBytes,
    root.length,
    metadataAt,
    metadata.length,
    leavesAt,
    0,
    leavesAt,
    end,
  ];
  const counts = [entries.length, entries.length, contents.length];
  for (const [i, value] of [...places, ...counts].entries())
    header.writeBigUInt64LE(BigInt(value), 8 + 8 * i);
  header.writeUInt8(0, 96);
  header.writeUInt8(compression.gzip, 97);
  header.writeUInt8(options.kind === "vector" ? compression.gzip : compression.none, 98);
  header.writeUInt8(tileTypes[options.kind], 99);
  const zooms = tiles.map(({ z }) => z);
  header.writeUInt8(Math.min(...zooms), 100);
  header.writeUInt8(Math.max(...zooms), 101);
  const [west, south, east, north] = options.bounds;
  for (const [i, degrees] of options.bounds.entries())
    header.writeInt32LE(Math.round(degrees * 1e7), 102 + 4 * i);
  header.writeUInt8(Math.min(...zooms), 118);
  header.writeInt32LE(Math.round(((west + east) / 2) * 1e7), 119);
  header.writeInt32LE(Math.round(((south + north) / 2) * 1e7), 123);
  return Buffer.concat([header, root, metadata, ...contents]);
}
