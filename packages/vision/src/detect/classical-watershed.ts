/** Gaussian blur by a separable kernel; edges are repeated. */
export function blur(plane: Float32Array, width: number, height: number, sigma: number) {
  const radius = Math.max(1, Math.ceil(2.5 * sigma));
  const kernel = Float32Array.from({ length: 2 * radius + 1 }, (_, i) =>
    Math.exp(-((i - radius) ** 2) / (2 * sigma * sigma)),
  );
  const total = kernel.reduce((a, b) => a + b, 0);
  const pass = (
    from: Float32Array,
    size: number,
    step: number,
    lines: number,
    lineStep: number,
  ) => {
    const out = new Float32Array(from.length);
    for (let line = 0; line < lines; line++)
      for (let i = 0; i < size; i++) {
        let sum = 0;
        for (let k = -radius; k <= radius; k++) {
          const at = Math.min(size - 1, Math.max(0, i + k));
          sum += (from[line * lineStep + at * step] ?? 0) * (kernel[k + radius] ?? 0);
        }
        out[line * lineStep + i * step] = sum / total;
      }
    return out;
  };
  return pass(pass(plane, width, 1, height, width), height, width, width, 1);
}

/** Cells of `mask` where the surface is highest within `radius`; of equal cells the first. */
export function localMaxima(
  surface: Float32Array,
  mask: Uint8Array,
  width: number,
  radius: number,
): number[] {
  const height = surface.length / width;
  const peaks: number[] = [];
  const isPeak = (cell: number): boolean => {
    const [x, y] = [cell % width, Math.floor(cell / width)];
    const value = surface[cell] ?? 0;
    for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
      for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++) {
        const other = surface[v * width + u] ?? 0;
        const at = v * width + u;
        if ((u - x) ** 2 + (v - y) ** 2 > radius * radius) continue;
        if (other > value || (other === value && at < cell)) return false;
      }
    return true;
  };
  for (let cell = 0; cell < surface.length; cell++)
    if (mask[cell] && isPeak(cell)) peaks.push(cell);
  return peaks;
}

const LEVELS = 256;

/**
 * Watershed from seeds: each cell of `mask` gets the number (1…) of the seed whose hill it lies
 * on, flooding from the tops down (Meyer 1994), no further than `radius` from its seed. 0 elsewhere.
 */
export function watershed(
  surface: Float32Array,
  mask: Uint8Array,
  width: number,
  seeds: number[],
  radius: number,
): Int32Array {
  const labels = new Int32Array(surface.length);
  let low = Infinity;
  let high = -Infinity;
  for (const v of surface) {
    if (v < low) low = v;
    if (v > high) high = v;
  }
  const level = (cell: number): number =>
    Math.floor((((surface[cell] ?? low) - low) / (high - low || 1)) * (LEVELS - 1));
  const queues: number[][] = Array.from({ length: LEVELS }, () => []);
  seeds.forEach((cell, i) => {
    labels[cell] = i + 1;
    queues[level(cell)]?.push(cell);
  });
  const isNear = (cell: number, seed: number): boolean =>
    ((cell % width) - (seed % width)) ** 2 +
      (Math.floor(cell / width) - Math.floor(seed / width)) ** 2 <=
    radius * radius;
  for (let at = LEVELS - 1; at >= 0; at--) {
    const queue = queues[at] ?? [];
    for (let head = 0; head < queue.length; head++) {
      const cell = queue[head] ?? 0;
      const label = labels[cell] ?? 0;
      const x = cell % width;
      const next = [cell - width, cell + width];
      if (x > 0) next.push(cell - 1);
      if (x < width - 1) next.push(cell + 1);
      for (const n of next) {
        if (!mask[n] || labels[n] || !isNear(n, seeds[label - 1] ?? 0)) continue;
        labels[n] = label;
        queues[Math.min(at, level(n))]?.push(n);
      }
    }
  }
  return labels;
}
