/**
 * Areas as the OGC calls them valid (OGC 06-103r4, 6.1.11): rings that do not touch themselves, an interior that hangs
 * together, parts without a common edge. The ground stays the same; rings that touch are only put together otherwise.
 */
import { type EdgeGrid, edgeAt, edgeGrid } from "./edge-grid.ts";
import type { Position, Ring } from "./geometry.ts";
import { bboxOf, pointInMultiPolygon, twiceSignedArea } from "./polygon.ts";
import { boxesMeet, ON_LINE } from "./ring-crossings.ts";

/** Corners that lie on other lines are put into these; each round may bring a line onto another corner. */
const MAX_ROUNDS = 4;

const closed = (corners: readonly Position[]): Ring => [...corners, ...corners.slice(0, 1)];
const keyOf = ([lon, lat]: Position) => `${lon} ${lat}`;

/** Pairs of edges that are compared at most, for hostile shapes. */
const MAX_PAIRS = 5_000_000;

/**
 * The same ground in valid parts; the parts themselves where no rings touch. To be called with parts that do not
 * overlap, outer rings counter-clockwise and holes clockwise. Undefined when the rings are too entangled for it.
 */
export function validParts(parts: Ring[][]): Ring[][] | undefined {
  const rings = parts.flat();
  const noded = nodedRings(rings);
  if (!noded) return undefined;
  const corners = noded.flatMap((ring) => ring.slice(1).map(keyOf));
  if (noded === rings && new Set(corners).size === corners.length) return parts;
  const walks = boundaryWalks(noded);
  return walks && partsOfWalks(walks);
}

/** The rings with a corner wherever they touch, in the same figures on both. */
function nodedRings(rings: Ring[]): Ring[] | undefined {
  let noded = rings;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const grid = edgeGrid(noded, bboxOf({ type: "Polygon", coordinates: noded }));
    if (!grid) return undefined;
    const touches = touchesIn(grid);
    if (touches === "too many") return undefined;
    if (!touches) return noded;
    noded = withTouches(noded, grid, touches);
  }
  return undefined;
}

interface Touches {
  /** Corners beside another one, by their keys: all take the figures of one. */
  joined: Map<string, Position>;
  /** Corners to be put into an edge. */
  inserted: Map<number, Position[]>;
}

/** Undefined when no corner lies beside another corner or on another edge. */
function touchesIn(grid: EdgeGrid): Touches | "too many" | undefined {
  let pairs = 0;
  const joined = new Map<string, Position>();
  const inserted = new Map<number, Position[]>();
  const tryCorner = (edge: number, corner: Position) => {
    const [ax, ay, bx, by] = edgeAt(grid, edge);
    const [x, y] = corner;
    if ((x === ax && y === ay) || (x === bx && y === by)) return;
    const near: Position | undefined =
      Math.hypot(x - ax, y - ay) <= ON_LINE
        ? [ax, ay]
        : Math.hypot(x - bx, y - by) <= ON_LINE
          ? [bx, by]
          : undefined;
    if (near) {
      // Of two neighbours the one with the smaller key stays, so that no two change places.
      if (keyOf(near) < keyOf(corner)) joined.set(keyOf(corner), near);
      else joined.set(keyOf(near), corner);
      return;
    }
    const share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
    if (!(share > 0 && share < 1)) return;
    const [px, py] = [ax + share * (bx - ax), ay + share * (by - ay)];
    if (Math.hypot(x - px, y - py) > ON_LINE) return;
    const corners = inserted.get(edge) ?? [];
    if (!corners.some(([lon, lat]) => lon === x && lat === y)) corners.push(corner);
    inserted.set(edge, corners);
  };
  for (const cell of grid.cells)
    for (let i = 1; i < cell.length; i++) {
      pairs += i;
      if (pairs > MAX_PAIRS) return "too many";
      for (let j = 0; j < i; j++) {
        const [one, other] = [cell[i] as number, cell[j] as number];
        if (!boxesMeet(grid.edges, one, other)) continue;
        const [ax, ay, bx, by] = edgeAt(grid, one);
        const [cx, cy, dx, dy] = edgeAt(grid, other);
        tryCorner(one, [cx, cy]);
        tryCorner(one, [dx, dy]);
        tryCorner(other, [ax, ay]);
        tryCorner(other, [bx, by]);
      }
    }
  return joined.size + inserted.size > 0 ? { joined, inserted } : undefined;
}

function withTouches(rings: Ring[], grid: EdgeGrid, { joined, inserted }: Touches): Ring[] {
  const placed = (corner: Position): Position => {
    let at = corner;
    for (let next = joined.get(keyOf(at)); next; next = joined.get(keyOf(at))) at = next;
    return at;
  };
  return rings.map((ring, r) => {
    const first = grid.firstOfRing[r] ?? 0;
    const corners = ring.slice(0, -1).flatMap((corner, i): Position[] => {
      const onEdge = inserted.get(first + i) ?? [];
      const far = ([lon, lat]: Position) => Math.hypot(lon - corner[0], lat - corner[1]);
      return [corner, ...onEdge.toSorted((a, b) => far(a) - far(b))].map(placed);
    });
    const distinct = corners.filter((corner, i) => {
      const before = corners.at(i - 1);
      return !before || corner[0] !== before[0] || corner[1] !== before[1];
    });
    return distinct.length < 3 ? [] : closed(distinct);
  });
}

/**
 * The border of each stretch of ground that hangs together: edges that two rings share fall away, and at a corner
 * where rings touch the walk keeps to its own ground, which lies on its left.
 */
function boundaryWalks(rings: Ring[]): Position[][] | undefined {
  const edges = new Map<string, [from: Position, to: Position]>();
  for (const ring of rings)
    for (let i = 1; i < ring.length; i++) {
      const [from, to] = [ring[i - 1] as Position, ring[i] as Position];
      const [there, back] = [`${keyOf(from)} ${keyOf(to)}`, `${keyOf(to)} ${keyOf(from)}`];
      if (edges.has(there)) return undefined;
      if (!edges.delete(back)) edges.set(there, [from, to]);
    }
  const leaving = Map.groupBy(edges.values(), ([from]) => keyOf(from));
  const walks: Position[][] = [];
  const unused = new Set(edges.values());
  for (const first of unused) {
    const walk: Position[] = [];
    let edge = first;
    do {
      if (!unused.delete(edge)) return undefined;
      walk.push(edge[0]);
      const next = nextEdge(edge, leaving.get(keyOf(edge[1])) ?? []);
      if (!next) return undefined;
      edge = next;
    } while (edge !== first);
    walks.push(walk);
  }
  return walks;
}

type Edge = [from: Position, to: Position];

/** The next edge of the same ground: the first one clockwise from where the walk came from. */
function nextEdge([from, corner]: Edge, leaving: readonly Edge[]): Edge | undefined {
  if (leaving.length < 2) return leaving[0];
  const direction = ([lon, lat]: Position) => Math.atan2(lat - corner[1], lon - corner[0]);
  const back = direction(from);
  const turn = ([, to]: Edge) => {
    const angle = back - direction(to);
    return angle > 0 ? angle : angle + 2 * Math.PI;
  };
  return leaving.reduce((best, edge) => (turn(edge) < turn(best) ? edge : best));
}

/** The simple rings of a walk: wherever it comes back to a corner, what it went round there is a ring of its own. */
function simpleRings(walk: readonly Position[]): Ring[] {
  const rings: Ring[] = [];
  const open: Position[] = [];
  const at = new Map<string, number>();
  for (const corner of walk) {
    const before = at.get(keyOf(corner));
    if (before !== undefined) {
      const loop = open.splice(before);
      for (const one of loop) at.delete(keyOf(one));
      rings.push(closed(loop));
    }
    at.set(keyOf(corner), open.length);
    open.push(corner);
  }
  rings.push(closed(open));
  return rings;
}

/** Each walk has one outer ring with the holes that touch it, or is a hole in the ring around it. */
function partsOfWalks(walks: readonly Position[][]): Ring[][] | undefined {
  const parts: Ring[][] = [];
  const holes: Ring[] = [];
  for (const walk of walks) {
    const rings = simpleRings(walk);
    const outer = rings.filter((ring) => twiceSignedArea(ring) > 0);
    const inner = rings.filter((ring) => twiceSignedArea(ring) <= 0);
    if (outer.length > 1) return undefined;
    if (outer[0]) parts.push([outer[0], ...inner]);
    else holes.push(...inner);
  }
  for (const hole of holes) {
    const part = partAround(parts, hole);
    if (!part) return undefined;
    part.push(hole);
  }
  return parts;
}

function partAround(parts: readonly Ring[][], hole: Ring): Ring[] | undefined {
  const [[ax, ay] = [0, 0], [bx, by] = [0, 0]] = hole;
  const around = parts.filter(([outer = []]) =>
    pointInMultiPolygon((ax + bx) / 2, (ay + by) / 2, {
      type: "MultiPolygon",
      coordinates: [[outer]],
    }),
  );
  const size = ([outer = []]: Ring[]) => twiceSignedArea(outer);
  return around.sort((a, b) => size(a) - size(b))[0];
}
