import { type PlaceState, placeStates } from "@nihol/contract/values/planting/place-range";
import { keysOf } from "@nihol/contract/values/record-of";

/** Green tree, tree that is not green, tree that could be either. */
type TreeState = "green" | "not_green" | "unsure";

/** A tree in pixels of the whole image: box `[xmin, ymin, xmax, ymax]` and, where known, the crown's outline. */
export type OverlayTree = {
  box: [number, number, number, number];
  crown?: [number, number][];
  state: TreeState;
  /** Drawn thinner: it is counted with a neighbouring fragment. */
  isNeighbour?: boolean;
};

/** Colours that colour-blind people can distinguish. */
const TREE_COLOURS: Record<TreeState, string> = {
  green: "#1b9e77",
  not_green: "#d95f02",
  unsure: "#7570b3",
};

/** A place of a planting in pixels of the whole image; `half` of the mean crown's width. */
export type OverlayPlace = { x: number; y: number; half: number; state: PlaceState };

const PLACE_COLOURS: Record<PlaceState, string> = {
  occupied: "#0b6fb8",
  unsure: "#7570b3",
  missing: "#c2185b",
  pit: "#5d4037",
};
/** Pixels on the screen that the arms of a cross and the radius of a ring have at least. */
const MIN_SYMBOL = 4;

export type OverlayLayer = "labelled" | "segmentation" | "both";

type View = { x: number; y: number; scale: number; width: number; height: number };

/** An SVG of boxes and crowns over an image; `view` says which part of the image it shows and how large. */
export function treeOverlay(
  trees: OverlayTree[],
  layer: OverlayLayer,
  view: View,
  places: readonly OverlayPlace[] = [],
): string {
  const states = keysOf(TREE_COLOURS);
  const drawn = states.map((state) => {
    const seen = trees.filter((tree) => tree.state === state && isInView(tree, view));
    const pathOf = (kind: OverlayLayer, isNeighbour: boolean) =>
      (kind === layer || layer === "both" ? seen : [])
        .filter((tree) => (tree.isNeighbour ?? false) === isNeighbour)
        .map((tree) => (kind === "labelled" ? boxPath(tree, view) : crownPath(tree, view)))
        .join("");
    const colour = TREE_COLOURS[state];
    return [
      thinStrokes(pathOf("segmentation", true) + pathOf("labelled", true), colour),
      strokes(pathOf("segmentation", false), colour, 0.35),
      strokes(pathOf("labelled", false), colour, 0),
    ].join("");
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${view.width}" height="${view.height}">${drawn.join("")}${placeSymbols(places, view)}</svg>`;
}

/** A ring where a tree stands in its row, a cross where it is missing, a small ring where nobody can say, a disc for a pit. */
function placeSymbols(places: readonly OverlayPlace[], view: View): string {
  const ring = (x: number, y: number, r: number) =>
    `M${near(x - r)} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
  const cross = (x: number, y: number, r: number) =>
    `M${near(x - r)} ${near(y - r)}l${2 * r} ${2 * r}M${near(x + r)} ${near(y - r)}l${-2 * r} ${2 * r}`;
  const symbolOf = ({ x, y, half, state }: OverlayPlace): string => {
    const [cx, cy] = [near((x - view.x) * view.scale), near((y - view.y) * view.scale)];
    const r = near(Math.max(MIN_SYMBOL, half * view.scale));
    if (state === "missing") return cross(cx, cy, r);
    return ring(cx, cy, state === "unsure" || state === "pit" ? near(r / 2) : r);
  };
  return placeStates
    .map((state) => {
      const own = places.filter((place) => place.state === state);
      return strokes(own.map(symbolOf).join(""), PLACE_COLOURS[state], state === "pit" ? 1 : 0);
    })
    .join("");
}

/**
 * Draws all shapes of a state and kind as one path: a thousand trees are drawn as fast as one. A white halo keeps lines
 * visible on any ground.
 */
function strokes(path: string, colour: string, fill: number): string {
  if (path === "") return "";
  const area = fill > 0 ? `<path d="${path}" fill="${colour}" fill-opacity="${fill}"/>` : "";
  const line = (stroke: string, width: number, opacity: number) =>
    `<path d="${path}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-opacity="${opacity}" stroke-linejoin="round"/>`;
  return area + line("#ffffff", 3.5, 0.85) + line(colour, 1.75, 1);
}

/** Thin and dashed, with a faint halo: what does not count here. */
const thinStrokes = (path: string, colour: string): string =>
  path &&
  `<path d="${path}" fill="none" stroke="#ffffff" stroke-width="2" stroke-opacity="0.55"/><path d="${path}" fill="none" stroke="${colour}" stroke-width="1.5" stroke-dasharray="4 4"/>`;

function boxPath({ box }: OverlayTree, view: View): string {
  const [left, top, right, bottom] = box;
  const at = (x: number, y: number) =>
    `${near((x - view.x) * view.scale)} ${near((y - view.y) * view.scale)}`;
  return `M${at(left, top)}L${at(right, top)} ${at(right, bottom)} ${at(left, bottom)}Z`;
}

/** The crown as found, else the ellipse inscribed in the box. */
function crownPath({ box, crown }: OverlayTree, view: View): string {
  const at = ([x, y]: [number, number]) =>
    `${near((x - view.x) * view.scale)} ${near((y - view.y) * view.scale)}`;
  if (crown && crown.length >= 3) return `M${crown.map(at).join("L")}Z`;
  const [rx, ry] = [(box[2] - box[0]) / 2, (box[3] - box[1]) / 2];
  const [cx, cy] = [box[0] + rx, box[1] + ry];
  const arc = (x: number) =>
    `A${near(rx * view.scale)} ${near(ry * view.scale)} 0 0 1 ${at([x, cy])}`;
  return `M${at([cx - rx, cy])}${arc(cx + rx)}${arc(cx - rx)}Z`;
}

function isInView({ box }: OverlayTree, view: View): boolean {
  const right = view.x + view.width / view.scale;
  const bottom = view.y + view.height / view.scale;
  return (
    box.every(Number.isFinite) &&
    box[2] >= view.x &&
    box[3] >= view.y &&
    box[0] <= right &&
    box[1] <= bottom
  );
}

function near(value: number): number {
  return Math.round(value * 10) / 10;
}
