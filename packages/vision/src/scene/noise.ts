function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

const ease = (t: number): number => t * t * (3 - 2 * t);

/** Smooth noise in [0, 1] with features about 1 unit across. Called for every pixel, so that it makes no objects. */
export function valueNoise(x: number, y: number, seed: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const u = ease(x - ix);
  const v = ease(y - iy);
  const a = hash(ix, iy, seed);
  const b = hash(ix, iy + 1, seed);
  const top = a + (hash(ix + 1, iy, seed) - a) * u;
  const bottom = b + (hash(ix + 1, iy + 1, seed) - b) * u;
  return top + (bottom - top) * v;
}

/** Noise over several scales, about [0, 1], each octave half as wide and half as strong. */
export function fractalNoise(x: number, y: number, octaves: number, seed: number): number {
  let sum = 0;
  let weight = 1;
  let total = 0;
  let scale = 1;
  for (let k = 0; k < octaves; k++) {
    sum += weight * valueNoise(x * scale, y * scale, seed + k);
    total += weight;
    weight /= 2;
    scale *= 2;
  }
  return sum / total;
}
