/**
 * The records of an ESRI shapefile: main file (.shp), index (.shx) and projection (.prj), by the "ESRI Shapefile
 * Technical Description" (July 1998). Only bytes: who writes them where is the caller's.
 */
import type { Bbox, MultiPolygon, Ring } from "../geometry.ts";
import { bboxOf, twiceSignedArea } from "../polygon.ts";
import { boxAround, boxOfShape, hasPlace } from "./shape-box.ts";
import type { Shape } from "./write-boundary.ts";

/** Codes of the shape types; a shape that is missing has 0 in any file. */
const typeCodes = { Point: 1, MultiPolygon: 5 } as const;
export type ShapeKind = keyof typeof typeCodes;

const headBytes = 100;
/** Longer files are legal by the description and refused by most programs (signed offsets of 32 bits). */
export const shapefileMaxBytes = 2 ** 31 - 1;

/** WGS 84 as programs of ESRI write it. */
export const wgs84Prj =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** A ring as the file wants it: outer borders clockwise, holes counter-clockwise. */
function turned(ring: Ring, isHole: boolean): Ring {
  const isCounterClockwise = twiceSignedArea(ring) > 0;
  return isCounterClockwise === isHole ? ring : ring.toReversed();
}

function polygonBytes(shape: MultiPolygon): Uint8Array {
  const rings = shape.coordinates.flatMap((part) => part.map((ring, i) => turned(ring, i > 0)));
  const points = rings.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(44 + 4 * rings.length + 16 * points);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, typeCodes.MultiPolygon, true);
  for (const [i, side] of bboxOf(shape).entries()) view.setFloat64(4 + 8 * i, side, true);
  view.setInt32(36, rings.length, true);
  view.setInt32(40, points, true);
  let first = 0;
  let at = 44 + 4 * rings.length;
  for (const [i, ring] of rings.entries()) {
    view.setInt32(44 + 4 * i, first, true);
    first += ring.length;
    for (const [lon, lat] of ring) {
      view.setFloat64(at, lon, true);
      view.setFloat64(at + 8, lat, true);
      at += 16;
    }
  }
  return bytes;
}

function contentOf(shape: Shape | null): Uint8Array {
  if (!hasPlace(shape)) return new Uint8Array(4);
  if (shape.type === "MultiPolygon") return polygonBytes(shape);
  const view = new DataView(new ArrayBuffer(20));
  view.setInt32(0, typeCodes.Point, true);
  view.setFloat64(4, shape.coordinates[0], true);
  view.setFloat64(12, shape.coordinates[1], true);
  return new Uint8Array(view.buffer);
}

/** Two numbers of four bytes, the higher byte first: the head of a record and an entry of the index. */
function pair(first: number, second: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(8));
  view.setInt32(0, first);
  view.setInt32(4, second);
  return new Uint8Array(view.buffer);
}

export interface ShapefileRecords {
  /** The bytes that one more shape adds to the main file and to the index. */
  add: (shape: Shape | null) => { main: Uint8Array[]; index: Uint8Array };
  /** Headers that stand before all records; known when the last one was added. */
  heads: () => { main: Uint8Array; index: Uint8Array };
  /** Size of the main file so far. */
  mainBytes: () => number;
}

/** Makes the records of one file; all its shapes are of one kind, or missing. Lengths are in words of two bytes. */
export function shapefileRecords(kind: ShapeKind): ShapefileRecords {
  let count = 0;
  let words = headBytes / 2;
  let box: Bbox | undefined;

  function head(length: number): Uint8Array {
    const view = new DataView(new ArrayBuffer(headBytes));
    view.setInt32(0, 9994);
    view.setInt32(24, length);
    view.setInt32(28, 1000, true);
    view.setInt32(32, typeCodes[kind], true);
    // A file without shapes has a box of zeros.
    for (const [i, side] of (box ?? []).entries()) view.setFloat64(36 + 8 * i, side, true);
    return new Uint8Array(view.buffer);
  }

  return {
    add(shape) {
      const content = contentOf(shape);
      if (hasPlace(shape)) box = boxAround(box, boxOfShape(shape));
      const length = content.length / 2;
      const index = pair(words, length);
      words += 4 + length;
      count++;
      return { main: [pair(count, length), content], index };
    },
    heads: () => ({ main: head(words), index: head((headBytes + 8 * count) / 2) }),
    mainBytes: () => words * 2,
  };
}
