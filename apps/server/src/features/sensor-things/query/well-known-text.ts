/** Reads the geometry of a literal: `geography'POLYGON ((30 10, 10 20, 30 10))'` (OGC 06-103r4, 7). */

type Position = readonly [number, number];

/** Parts of one geometry or of a collection of one kind; a ring of a polygon ends where it begins. */
export interface Shape {
  points: Position[];
  lines: Position[][];
  /** Outer ring first, then holes. */
  polygons: Position[][][];
}

const number = "[-+]?\\d{1,9}(?:\\.\\d{1,15})?";
const position = new RegExp(`^\\s*(${number})\\s+(${number})(?:\\s+${number})?\\s*$`);

/** Splits at commas outside of brackets. */
function split(text: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  for (let i = 0; i <= text.length; i += 1) {
    const letter = text.charAt(i);
    if (letter === "(") depth += 1;
    if (letter === ")") depth -= 1;
    if (i < text.length && (letter !== "," || depth !== 0)) continue;
    parts.push(text.slice(from, i));
    from = i + 1;
  }
  return parts;
}

/** Text within the outermost brackets; undefined where there are none. */
const inner = (text: string) => /^\s*\((.*)\)\s*$/s.exec(text)?.[1];

function positionOf(text: string): Position | undefined {
  const found = position.exec(inner(text) ?? text);
  const [x, y] = [Number(found?.[1]), Number(found?.[2])];
  return found && Math.abs(x) <= 360 && Math.abs(y) <= 90 ? [x, y] : undefined;
}

/** All parts of a list in brackets, or undefined where one of them is none. */
function listOf<T>(text: string, read: (part: string) => T | undefined): T[] | undefined {
  const within = inner(text);
  if (within === undefined) return undefined;
  const found: T[] = [];
  for (const part of split(within)) {
    const one = read(part);
    if (one === undefined) return undefined;
    found.push(one);
  }
  return found;
}

const lineOf = (text: string) => {
  const line = listOf(text, positionOf);
  return line && line.length >= 2 ? line : undefined;
};
const ringOf = (text: string) => {
  const ring = listOf(text, positionOf);
  const [first, last] = [ring?.[0], ring?.at(-1)];
  const isClosed = first?.[0] === last?.[0] && first?.[1] === last?.[1];
  return ring && ring.length >= 4 && isClosed ? ring : undefined;
};
const polygonOf = (text: string) => listOf(text, ringOf);

const nothing: Shape = { points: [], lines: [], polygons: [] };
const readers: Readonly<Record<string, (text: string) => Partial<Shape>>> = {
  POINT: (text) => ({ points: listOf(text, positionOf) ?? [] }),
  MULTIPOINT: (text) => ({ points: listOf(text, positionOf) ?? [] }),
  LINESTRING: (text) => ({ lines: [lineOf(text) ?? []].filter(({ length }) => length > 0) }),
  MULTILINESTRING: (text) => ({ lines: listOf(text, lineOf) ?? [] }),
  POLYGON: (text) => ({ polygons: [polygonOf(text) ?? []].filter(({ length }) => length > 0) }),
  MULTIPOLYGON: (text) => ({ polygons: listOf(text, polygonOf) ?? [] }),
};

/**
 * Reads well-known text in longitude and latitude of WGS 84; heights are left out.
 * @returns undefined for a text that is none, or a geometry without parts
 */
export function readShape(text: string): Shape | undefined {
  const found = /^\s*(?:SRID=4326;)?\s*([A-Za-z]+)\s*(?:Z\s*)?(\(.*)$/s.exec(text);
  const name = (found?.[1] ?? "").toUpperCase();
  const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
  const shape = read && { ...nothing, ...read(found?.[2] ?? "") };
  const isOnePoint = name !== "POINT" || shape?.points.length === 1;
  const hasParts = shape && shape.points.length + shape.lines.length + shape.polygons.length > 0;
  return hasParts && isOnePoint ? shape : undefined;
}
