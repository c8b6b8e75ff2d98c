/** A shape as GeoPackage stores it (OGC 12-128r19, clause 2.1.3): a head with the box, then well-known binary. */
import type { MultiPolygon, Ring } from "../geometry.ts";
import { bboxOf } from "../polygon.ts";
import type { Shape } from "./write-boundary.ts";

const wgs84 = 4326;
const types = { Point: 1, Polygon: 3, MultiPolygon: 6 } as const;
const littleEndian = 1;
/** Flags of the head: the lower byte first; a box of four numbers for areas, none for points. */
const flags = { Point: littleEndian, MultiPolygon: littleEndian | (1 << 1) } as const;

const ringsOf = (part: Ring[]) => part.reduce((sum, ring) => sum + 4 + 16 * ring.length, 9);
const wkbBytes = (shape: Shape) =>
  shape.type === "Point" ? 21 : shape.coordinates.reduce((sum, part) => sum + ringsOf(part), 9);

/** Numbers one after the other. */
function writerOf(view: DataView) {
  let at = 0;
  return {
    byte(value: number) {
      view.setUint8(at, value);
      at += 1;
    },
    whole(value: number) {
      view.setInt32(at, value, true);
      at += 4;
    },
    real(value: number) {
      view.setFloat64(at, value, true);
      at += 8;
    },
  };
}
type Writer = ReturnType<typeof writerOf>;

function writeAreas(put: Writer, { coordinates }: MultiPolygon) {
  put.whole(coordinates.length);
  for (const part of coordinates) {
    put.byte(littleEndian);
    put.whole(types.Polygon);
    put.whole(part.length);
    for (const ring of part) {
      put.whole(ring.length);
      for (const [lon, lat] of ring) {
        put.real(lon);
        put.real(lat);
      }
    }
  }
}

/** The blob of a shape in WGS 84, which is not empty. */
export function geopackageGeometry(shape: Shape): Uint8Array {
  const bytes = new Uint8Array(8 + (shape.type === "Point" ? 0 : 32) + wkbBytes(shape));
  const put = writerOf(new DataView(bytes.buffer));
  for (const letter of [0x47, 0x50, 0, flags[shape.type]]) put.byte(letter);
  put.whole(wgs84);
  if (shape.type === "MultiPolygon") {
    const [west, south, east, north] = bboxOf(shape);
    for (const side of [west, east, south, north]) put.real(side);
  }
  put.byte(littleEndian);
  put.whole(types[shape.type]);
  if (shape.type === "MultiPolygon") writeAreas(put, shape);
  else for (const side of shape.coordinates.slice(0, 2)) put.real(side);
  return bytes;
}
