/**
 * Weights by which source positions feed output cells along one axis, listed by source position: source `start + i`
 * gives `rowWeight[u]` of itself to cell `rowTarget[u]` for `u` in `rowStart[i] … rowStart[i + 1]`. Weights of a cell
 * add to 1.
 */
export type AxisWeights = {
  start: number;
  span: number;
  count: number;
  rowStart: Uint32Array;
  rowTarget: Uint32Array;
  rowWeight: Float64Array;
};

type Use = { source: number; target: number; weight: number };

/**
 * Weights for cells `first … first + count` of a grid with `scale` source pixels per cell, moved by `shift`.
 * Positions come from the absolute cell number, so that a cell gets the same numbers in every window.
 */
export function axisWeights(
  first: number,
  count: number,
  scale: number,
  shift: number,
): AxisWeights {
  const uses: Use[] = [];
  for (let i = 0; i < count; i++) {
    const cell = first + i;
    if (scale >= 1) areaUses(uses, i, shift + cell * scale, shift + (cell + 1) * scale);
    else bilinearUses(uses, i, shift + (cell + 0.5) * scale - 0.5);
  }
  let start = Number.POSITIVE_INFINITY;
  let end = Number.NEGATIVE_INFINITY;
  for (const { source } of uses) {
    start = Math.min(start, source);
    end = Math.max(end, source + 1);
  }
  return packed(uses, start, end - start, count);
}

/** Each source pixel counts by the share of the cell that it covers. */
function areaUses(uses: Use[], target: number, from: number, to: number): void {
  for (let source = Math.floor(from); source < to; source++) {
    const weight = (Math.min(source + 1, to) - Math.max(source, from)) / (to - from);
    // Rounding can leave a sliver of the next pixel: it would only widen the read.
    if (weight > 1e-9) uses.push({ source, target, weight });
  }
}

function bilinearUses(uses: Use[], target: number, position: number): void {
  const source = Math.floor(position);
  const part = position - source;
  if (part < 1) uses.push({ source, target, weight: 1 - part });
  if (part > 0) uses.push({ source: source + 1, target, weight: part });
}

function packed(uses: Use[], start: number, span: number, count: number): AxisWeights {
  const rowStart = new Uint32Array(span + 1);
  for (const use of uses)
    rowStart[use.source - start + 1] = (rowStart[use.source - start + 1] ?? 0) + 1;
  for (let i = 0; i < span; i++) rowStart[i + 1] = (rowStart[i + 1] ?? 0) + (rowStart[i] ?? 0);
  const next = rowStart.slice();
  const rowTarget = new Uint32Array(uses.length);
  const rowWeight = new Float64Array(uses.length);
  for (const { source, target, weight } of uses) {
    const at = next[source - start] ?? 0;
    next[source - start] = at + 1;
    rowTarget[at] = target;
    rowWeight[at] = weight;
  }
  return { start, span, count, rowStart, rowTarget, rowWeight };
}
