function hash(x: number, y: number, seed: number): number {
  let h = Math.imul(x, 374761393) + Math.imul(y, 668265263) + Math.imul(seed, 2246822519);
  h = Math.imul(h ^ (h >>> 13), 1274126177);
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise in [0, 1] with features about 1 unit across. */
export function valueNoise(x: number, y: number, seed: number): number {
  const [ix, iy] = [Math.floor(x), Math.floor(y)];
  const ease = (t: number): number => t * t * (3 - 2 * t);
  const [u, v] = [ease(x - ix), ease(y - iy)];
  const mix = (a: number, b: number, t: number): number => a + (b - a) * t;
  return mix(
    mix(hash(ix, iy, seed), hash(ix + 1, iy, seed), u),
    mix(hash(ix, iy + 1, seed), hash(ix + 1, iy + 1, seed), u),
    v,
  );
}

/** Noise over several scales, about [0, 1], each octave half as wide and half as strong. */
export function fractalNoise(x: number, y: number, octaves: number, seed: number): number {
  let [sum, weight, total] = [0, 1, 0];
  for (let k = 0; k < octaves; k++) {
    sum += weight * valueNoise(x * 2 ** k, y * 2 ** k, seed + k);
    total += weight;
    weight /= 2;
  }
  return sum / total;
}
