import { greenRule } from "../green/green.ts";
import { type ComparedImage, type Frame, type Patch, readPatch } from "./frame.ts";
import { measurePlace, type PlaceMeasurement, type Spreads } from "./place.ts";
import { type ShiftField, shiftOf } from "./shift-field.ts";
import { type CompareTree, treeGrid, treesNear } from "./trees.ts";

/** A tree to measure in the other image: `side` 0 has it in the first image, 1 in the second. */
export type Wanted = {
  side: 0 | 1;
  tree: CompareTree;
  /** Where the other image shows crowns beside this place, metres (crown-lean.ts). */
  lean: readonly [dx: number, dy: number];
};

type Scene = {
  images: readonly [ComparedImage, ComparedImage];
  frame: Frame;
  field: ShiftField;
  /** All trees of both images, in the frame of the first. */
  trees: readonly [readonly CompareTree[], readonly CompareTree[]];
};

const CELL_METERS = 48;
const MIN_GSD = 0.15;
const MAX_RADIUS = 8;
/** Around the trees of a cell: the surroundings of the largest crown, and how far it may lean. */
const MARGIN_METERS = 3 * MAX_RADIUS + 8;

/** Cells of the ground with the numbers of the trees wanted there. */
function byCell(wanted: readonly Wanted[]): Map<string, number[]> {
  const cells = new Map<string, number[]>();
  wanted.forEach(({ tree }, i) => {
    const name = `${Math.floor(tree.x / CELL_METERS)},${Math.floor(tree.y / CELL_METERS)}`;
    const list = cells.get(name);
    if (list) list.push(i);
    else cells.set(name, [i]);
  });
  return cells;
}

function spreadsOf(patch: Patch): Spreads {
  const spread = (plane: "light" | "vegetation"): number => {
    let [n, sum, squared] = [0, 0, 0];
    for (let i = 0; i < patch.valid.length; i += 3) {
      if (patch.valid[i] !== 1) continue;
      const value = patch[plane][i] as number;
      n++;
      sum += value;
      squared += value * value;
    }
    return n > 0 ? Math.sqrt(Math.max(1e-6, squared / n - (sum / n) ** 2)) : 1;
  };
  return { light: spread("light"), vegetation: spread("vegetation") };
}

/**
 * Measures every wanted tree's place in both images, registered by the field. Reads cells of the
 * ground one after the other, so memory does not grow with the images.
 */
export async function measurePlaces(
  scene: Scene,
  wanted: readonly Wanted[],
  options: { signal?: AbortSignal; onProgress?: (share: number) => void } = {},
): Promise<PlaceMeasurement[]> {
  const measurements: PlaceMeasurement[] = [];
  const grids = scene.trees.map((trees) => treeGrid(trees, 8));
  let done = 0;
  const cells = byCell(wanted);
  for (const numbers of cells.values()) {
    options.signal?.throwIfAborted();
    const view = await readCell(
      scene,
      numbers.map((i) => (wanted[i] as Wanted).tree),
    );
    const spreads = view.patches.map(spreadsOf);
    for (const i of numbers) {
      const { side, tree, lean } = wanted[i] as Wanted;
      const toCells = ({ x, y, radius }: CompareTree) => ({
        x: (x - view.x) / view.gsd,
        y: (y - view.y) / view.gsd,
        radius: radius / view.gsd,
      });
      const searchRadius = 3 * Math.min(tree.radius, MAX_RADIUS);
      const others = scene.trees.flatMap((trees, s) =>
        [...treesNear(grids[s] as ReturnType<typeof treeGrid>, tree.x, tree.y, searchRadius + 12)]
          .map((j) => (s === side ? trees[j] : back(trees[j] as CompareTree, lean)) as CompareTree)
          // The tree itself, and what the other image has in its place.
          .filter((one) => Math.hypot(one.x - tree.x, one.y - tree.y) > 0.8 * tree.radius)
          .map(toCells),
      );
      const place = { ...toCells({ ...tree, radius: Math.min(tree.radius, MAX_RADIUS) }), others };
      const [own, other] = side === 0 ? [0, 1] : [1, 0];
      measurements[i] = measurePlace(
        view.patches[own as 0] as Patch,
        shifted(
          view.patches[other as 0] as Patch,
          Math.round(lean[0] / view.gsd),
          Math.round(lean[1] / view.gsd),
        ),
        place,
        [spreads[own as 0] as Spreads, spreads[other as 0] as Spreads],
      );
    }
    options.onProgress?.(++done / cells.size);
  }
  return measurements;
}

/** A tree of the other image where its own image would show it. */
const back = (tree: CompareTree, [dx, dy]: readonly [number, number]): CompareTree => ({
  ...tree,
  x: tree.x - dx,
  y: tree.y - dy,
});

/** A patch read so many cells further right and down; its cells at the far edges hold nothing of use. */
function shifted(patch: Patch, right: number, down: number): Patch {
  const by = down * patch.cols + right;
  if (by === 0) return patch;
  const move = <T extends Float32Array | Uint8Array>(from: T, to: T): T => {
    if (by > 0) to.set(from.subarray(by));
    else to.set(from.subarray(0, by), -by);
    return to;
  };
  const { length } = patch.light;
  return {
    ...patch,
    light: move(patch.light, new Float32Array(length)),
    warm: move(patch.warm, new Float32Array(length)),
    vegetation: move(patch.vegetation, new Float32Array(length)),
    valid: move(patch.valid, new Uint8Array(length)),
  };
}

/** Both images around some trees, as patches that lie on each other. */
async function readCell({ images, frame, field }: Scene, trees: CompareTree[]) {
  const gsd = Math.max(MIN_GSD, images[0].gsdMeters, images[1].gsdMeters);
  const margin = MARGIN_METERS;
  const xs = trees.map(({ x }) => x);
  const ys = trees.map(({ y }) => y);
  const [x, y] = [Math.min(...xs) - margin, Math.min(...ys) - margin];
  const cols = Math.ceil((Math.max(...xs) + margin - x) / gsd);
  const rows = Math.ceil((Math.max(...ys) + margin - y) / gsd);
  const [dx, dy] = shiftOf(field, x + (cols * gsd) / 2, y + (rows * gsd) / 2);
  const rule = greenRule(Math.min(images[0].source.bands, images[1].source.bands));
  const rect = { x, y, cols, rows, gsd };
  const patches = [
    await readPatch(images[0], frame, rect, rule),
    await readPatch(images[1], frame, { ...rect, x: x + dx, y: y + dy }, rule),
  ] as const;
  return { x, y, gsd, patches };
}
