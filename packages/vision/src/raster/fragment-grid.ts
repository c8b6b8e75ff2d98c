/** A rectangle in source pixels, origin top-left. */
export type PixelRect = { x: number; y: number; width: number; height: number };

/** Fragment of an image: the square that is read, and the core inside it that owns whatever has its centre there. */
export type Fragment = PixelRect & { n: number; fx: number; fy: number; core: PixelRect };

/** A group of neighbouring fragments worked on by one job. */
type FragmentBlock = { n: number; fragments: number[]; core: PixelRect };

export const GRID_VERSION = 1;
export const FRAGMENT_SIZE = 1024;
const FRAGMENT_OVERLAP = 128;
const STRIDE = FRAGMENT_SIZE - FRAGMENT_OVERLAP;
const BLOCK_SIDE = 5;

export type FragmentGrid = {
  width: number;
  height: number;
  columns: number;
  rows: number;
  count: number;
};

/** The grid of 1,024 px fragments that overlap by 128 px; images of fewer pixels have one fragment of their own size. */
export function fragmentGrid(width: number, height: number): FragmentGrid {
  if (!(width > 0) || !(height > 0)) throw new RangeError("An image needs at least one pixel.");
  const columns = stepsAlong(width);
  const rows = stepsAlong(height);
  return { width, height, columns, rows, count: columns * rows };
}

/** Fragment `n` (1 … count, row by row from the top left). Throws outside that range. */
export function fragmentAt(grid: FragmentGrid, n: number): Fragment {
  if (!Number.isInteger(n) || n < 1 || n > grid.count)
    throw new RangeError(`No fragment ${n} in this image.`);
  const fx = (n - 1) % grid.columns;
  const fy = Math.floor((n - 1) / grid.columns);
  const [left, right] = coreAlong(grid.width, grid.columns, fx);
  const [top, bottom] = coreAlong(grid.height, grid.rows, fy);
  return {
    n,
    fx,
    fy,
    x: startAlong(grid.width, fx),
    y: startAlong(grid.height, fy),
    width: Math.min(FRAGMENT_SIZE, grid.width),
    height: Math.min(FRAGMENT_SIZE, grid.height),
    core: { x: left, y: top, width: right - left, height: bottom - top },
  };
}

/** Number of the fragment whose core holds the pixel; undefined outside the image. */
export function fragmentOfPixel(grid: FragmentGrid, x: number, y: number): number | undefined {
  if (!(x >= 0) || !(y >= 0) || !(x < grid.width) || !(y < grid.height)) return undefined;
  return (
    ownerAlong(grid.height, grid.rows, y) * grid.columns +
    ownerAlong(grid.width, grid.columns, x) +
    1
  );
}

/** Numbers of the up to eight fragments around fragment `n`, ascending. */
export function neighboursOf(grid: FragmentGrid, n: number): number[] {
  const { fx, fy } = fragmentAt(grid, n);
  const found: number[] = [];
  for (let y = Math.max(0, fy - 1); y <= Math.min(grid.rows - 1, fy + 1); y++) {
    for (let x = Math.max(0, fx - 1); x <= Math.min(grid.columns - 1, fx + 1); x++) {
      if (x !== fx || y !== fy) found.push(y * grid.columns + x + 1);
    }
  }
  return found;
}

/** Blocks of `side` × `side` fragments (fewer at the right and lower edge); together their cores tile the image exactly. */
export function fragmentBlocks(grid: FragmentGrid, side = BLOCK_SIDE): FragmentBlock[] {
  const blocks: FragmentBlock[] = [];
  for (let by = 0; by < grid.rows; by += side) {
    for (let bx = 0; bx < grid.columns; bx += side)
      blocks.push(blockFrom(grid, blocks.length + 1, bx, by, side));
  }
  return blocks;
}

function blockFrom(
  grid: FragmentGrid,
  n: number,
  bx: number,
  by: number,
  side: number,
): FragmentBlock {
  const fragments: number[] = [];
  const lastX = Math.min(grid.columns, bx + side) - 1;
  const lastY = Math.min(grid.rows, by + side) - 1;
  for (let fy = by; fy <= lastY; fy++)
    for (let fx = bx; fx <= lastX; fx++) fragments.push(fy * grid.columns + fx + 1);
  const first = fragmentAt(grid, by * grid.columns + bx + 1).core;
  const last = fragmentAt(grid, lastY * grid.columns + lastX + 1).core;
  const width = last.x + last.width - first.x;
  const height = last.y + last.height - first.y;
  return { n, fragments, core: { x: first.x, y: first.y, width, height } };
}

function stepsAlong(length: number): number {
  return length <= FRAGMENT_SIZE ? 1 : Math.ceil((length - FRAGMENT_SIZE) / STRIDE) + 1;
}

/** The last fragment is pulled inwards so that it ends with the image. */
function startAlong(length: number, index: number): number {
  return Math.max(0, Math.min(index * STRIDE, length - FRAGMENT_SIZE));
}

/** Cores meet in the middle of what two neighbours share, also where the last one was pulled inwards. */
function coreAlong(length: number, steps: number, index: number): [number, number] {
  return [
    index === 0 ? 0 : seam(length, index),
    index === steps - 1 ? length : seam(length, index + 1),
  ];
}

function seam(length: number, index: number): number {
  const start = startAlong(length, index);
  const previousEnd = startAlong(length, index - 1) + FRAGMENT_SIZE;
  return Math.floor((start + previousEnd) / 2);
}

function ownerAlong(length: number, steps: number, position: number): number {
  let index = Math.max(
    0,
    Math.min(steps - 1, Math.floor((position - FRAGMENT_OVERLAP / 2) / STRIDE)),
  );
  // A pulled-in last fragment moves its seam to the left of the regular one.
  if (index < steps - 1 && position >= seam(length, index + 1)) index++;
  return index;
}
