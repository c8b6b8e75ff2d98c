/** A tree in the comparison: metres in the frame of the first image, crown as a disc. */
export type CompareTree = { x: number; y: number; radius: number };

/** A spatial index: trees by grid cells of the ground. */
type TreeGrid = { cell: number; cells: Map<string, number[]> };

const key = (u: number, v: number): string => `${u},${v}`;

/** @param cell metres; searches reach a few cells at most */
export function treeGrid(trees: readonly Pick<CompareTree, "x" | "y">[], cell: number): TreeGrid {
  const cells = new Map<string, number[]>();
  trees.forEach(({ x, y }, i) => {
    const name = key(Math.floor(x / cell), Math.floor(y / cell));
    const list = cells.get(name);
    if (list) list.push(i);
    else cells.set(name, [i]);
  });
  return { cell, cells };
}

/** Numbers of the trees in the cells that touch a circle, some of them outside it. */
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
