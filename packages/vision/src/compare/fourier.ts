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

/** One line, in place. The innermost loop of all: pairs by destructuring would allocate in it. */
function transformLine(re: Float64Array, im: Float64Array, plan: Plan): void {
  const { cos, sin, swap } = plan;
  const n = re.length;
  for (let i = 0; i < n; i++) {
    const j = swap[i] as number;
    if (j <= i) continue;
    const real = re[i] as number;
    const imaginary = im[i] as number;
    re[i] = re[j] as number;
    im[i] = im[j] as number;
    re[j] = real;
    im[j] = imaginary;
  }
  for (let half = 1; half < n; half *= 2) {
    const step = n / (2 * half);
    for (let from = 0; from < n; from += 2 * half)
      for (let k = 0; k < half; k++) {
        const c = cos[k * step] as number;
        const s = sin[k * step] as number;
        const a = from + k;
        const b = a + half;
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

/** Transforms a square in place. @throws RangeError when its side is no power of two. */
export function fourier({ re, im, side }: Complex): void {
  const plan = planOf(side);
  const [lineRe, lineIm] = [new Float64Array(side), new Float64Array(side)];
  for (let y = 0; y < side; y++) {
    const [from, to] = [y * side, (y + 1) * side];
    transformLine(re.subarray(from, to), im.subarray(from, to), plan);
  }
  for (let x = 0; x < side; x++) {
    for (let y = 0; y < side; y++) {
      lineRe[y] = re[y * side + x] as number;
      lineIm[y] = im[y * side + x] as number;
    }
    transformLine(lineRe, lineIm, plan);
    for (let y = 0; y < side; y++) {
      re[y * side + x] = lineRe[y] as number;
      im[y * side + x] = lineIm[y] as number;
    }
  }
}

/** The inverse, in place and without the division by the number of values. */
export function inverseFourier(grid: Complex): void {
  // Swapping both parts before and after turns the transform round.
  const turned = { re: grid.im, im: grid.re, side: grid.side };
  fourier(turned);
}
