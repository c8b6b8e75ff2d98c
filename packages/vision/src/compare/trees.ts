/** A tree as the comparison sees it: metres in the frame of the first image, crown as a disc. */
export type CompareTree = { x: number; y: number; radius: number };

/** Trees by squares of the ground, to be found by place. */
export type TreeGrid = { cell: number; cells: Map<string, number[]> };

const key = (u: number, v: number): string => `${u},${v}`;

/** @param cell metres; searches reach a few cells at most */
export function treeGrid(trees: readonly CompareTree[], cell: number): TreeGrid {
  const cells = new Map<string, number[]>();
  trees.forEach(({ x, y }, i) => {
    const name = key(Math.floor(x / cell), Math.floor(y / cell));
    const list = cells.get(name);
    if (list) list.push(i);
    else cells.set(name, [i]);
  });
  return { cell, cells };
}

/** Numbers of the trees in the squares that touch a circle, some of them outside it. */
export function* treesNear(
  { cell, cells }: TreeGrid,
  x: number,
  y: number,
  radius: number,
): Generator<number> {
  for (let v = Math.floor((y - radius) / cell); v <= Math.floor((y + radius) / cell); v++)
    for (let u = Math.floor((x - radius) / cell); u <= Math.floor((x + radius) / cell); u++)
      yield* cells.get(key(u, v)) ?? [];
}
