import type { Position, Ring } from "../geometry.ts";

/**
 * Reads the text of a KML `coordinates` element: `lon,lat[,alt]` apart by white space; blanks
 * around commas are allowed, as Google Earth does. Null when something in it is no number.
 * A scanner and not a regular expression: one over 50 MB of blanks takes quadratic time.
 */
export function parseCoordinates(text: string): Ring | null {
  const ring: Ring = [];
  let tuple: number[] = [];
  let afterComma = false;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isBlank(code)) {
      at++;
      continue;
    }
    if (code === COMMA) {
      if (afterComma || tuple.length === 0) return null;
      afterComma = true;
      at++;
      continue;
    }
    if (!afterComma && tuple.length > 0) {
      if (!isPosition(tuple)) return null;
      ring.push(tuple);
      tuple = [];
    }
    const end = endOfToken(text, at);
    tuple.push(Number(text.slice(at, end)));
    afterComma = false;
    at = end;
  }
  if (tuple.length === 0) return ring;
  if (!isPosition(tuple)) return null;
  ring.push(tuple);
  return ring;
}

const COMMA = 44;

function isBlank(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0 || code === 0xfeff;
}

function endOfToken(text: string, start: number): number {
  let at = start;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === COMMA || isBlank(code)) break;
    at++;
  }
  return at;
}

function isPosition(tuple: number[]): tuple is Position {
  return (tuple.length === 2 || tuple.length === 3) && tuple.every(Number.isFinite);
}
