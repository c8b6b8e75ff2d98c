/** The discrete Fourier transform of squares whose side is a power of two (Cooley and Tukey 1965, radix 2). */

/** A complex square, row by row. */
export type Complex = { re: Float64Array; im: Float64Array; side: number };

export function complexGrid(side: number): Complex {
  return { re: new Float64Array(side * side), im: new Float64Array(side * side), side };
}

type Plan = { cos: Float64Array; sin: Float64Array; swap: Uint32Array };
const plans = new Map<number, Plan>();

function planOf(side: number): Plan {
  const known = plans.get(side);
  if (known) return known;
  const bits = Math.log2(side);
  if (!Number.isInteger(bits)) throw new RangeError("The side must be a power of two.");
  const plan: Plan = {
    cos: Float64Array.from({ length: side / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / side)),
    sin: Float64Array.from({ length: side / 2 }, (_, i) => -Math.sin((2 * Math.PI * i) / side)),
    swap: Uint32Array.from({ length: side }, (_, i) => {
      let reversed = 0;
      for (let b = 0; b < bits; b++) reversed |= ((i >> b) & 1) << (bits - 1 - b);
      return reversed;
    }),
  };
  plans.set(side, plan);
  return plan;
}

/**
 * The transform of every column, in place. Butterflies of whole rows run along them, so that memory is read in order
 * and a factor is fetched once a row. The innermost loop of all: pairs by destructuring would allocate in it.
 */
function transformColumns({ re, im, side }: Complex, { cos, sin, swap }: Plan): void {
  for (let i = 0; i < side; i++) {
    const j = swap[i] as number;
    if (j > i) swapRows(re, im, i * side, j * side, side);
  }
  for (let half = 1; half < side; half *= 2) {
    const step = side / (2 * half);
    for (let k = 0; k < half; k++) {
      const c = cos[k * step] as number;
      const s = sin[k * step] as number;
      for (let from = k; from < side; from += 2 * half) {
        const end = (from + 1) * side;
        for (let a = from * side, b = a + half * side; a < end; a++, b++) {
          const br = re[b] as number;
          const bi = im[b] as number;
          const tr = br * c - bi * s;
          const ti = br * s + bi * c;
          const ar = re[a] as number;
          const ai = im[a] as number;
          re[b] = ar - tr;
          im[b] = ai - ti;
          re[a] = ar + tr;
          im[a] = ai + ti;
        }
      }
    }
  }
}

function swapRows(re: Float64Array, im: Float64Array, p: number, q: number, side: number): void {
  for (let x = 0; x < side; x++) {
    const real = re[p + x] as number;
    const imaginary = im[p + x] as number;
    re[p + x] = re[q + x] as number;
    im[p + x] = im[q + x] as number;
    re[q + x] = real;
    im[q + x] = imaginary;
  }
}

/** Squares of so many values a side are turned at a time, which the nearest cache holds. */
const TURNED = 16;

/** Rows become columns, in place. */
function transpose(data: Float64Array, side: number): void {
  const piece = Math.min(TURNED, side);
  for (let y0 = 0; y0 < side; y0 += piece)
    for (let x0 = y0; x0 < side; x0 += piece)
      for (let y = y0; y < y0 + piece; y++)
        for (let x = Math.max(x0, y + 1); x < x0 + piece; x++) {
          const value = data[y * side + x] as number;
          data[y * side + x] = data[x * side + y] as number;
          data[x * side + y] = value;
        }
}

/** Transforms a square in place. @throws RangeError when its side is no power of two. */
export function fourier(grid: Complex): void {
  const plan = planOf(grid.side);
  for (let turn = 0; turn < 2; turn++) {
    transformColumns(grid, plan);
    transpose(grid.re, grid.side);
    transpose(grid.im, grid.side);
  }
}

/** The inverse, in place and without the division by the number of values. */
export function inverseFourier(grid: Complex): void {
  // Swapping both parts before and after turns the transform round.
  const turned = { re: grid.im, im: grid.re, side: grid.side };
  fourier(turned);
}
