import type { Tree } from "@nihol/contract/imagery/trees";
import type { GreenState } from "@nihol/contract/values/trees";
import type { Draft } from "./draft.ts";
import type { Point } from "./fragment-trees.ts";

/** Colours on imagery, the same in both themes; each line has a dark halo, and a dash of its own besides its colour. */
const halo = "rgb(0 0 0 / 70%)";
const colors: Record<GreenState, string> = {
  green: "#7dff6b",
  not_green: "#ff9d5c",
  unsure: "#ffe14a",
};
const chosenColor = "#ffffff";

const points = (ring: readonly Point[]) => ring.map((point) => point.join(",")).join(" ");

/** A crown: dashed while nobody has looked at it; the chosen one is white and stronger. */
export function TreeShape({ tree, isChosen }: { tree: Tree; isChosen: boolean }) {
  const ring = points(tree.segmentation.crown);
  const line = {
    points: ring,
    fill: "transparent",
    vectorEffect: "non-scaling-stroke" as const,
    strokeLinejoin: "round" as const,
  };
  return (
    <g data-tree={tree.id} data-state={tree.review}>
      <polygon {...line} stroke={halo} strokeWidth={isChosen ? 6.5 : 4} />
      <polygon
        {...line}
        stroke={isChosen ? chosenColor : colors[tree.green]}
        strokeWidth={isChosen ? 3.5 : 1.75}
        strokeDasharray={tree.review === "new" && !isChosen ? "5 3" : undefined}
      />
    </g>
  );
}

/** A tree that is counted and corrected with a neighbouring fragment: thin, and not to be pressed. */
export const NeighbourShape = ({ tree }: { tree: Tree }) => (
  <polygon
    data-neighbour={tree.id}
    points={points(tree.segmentation.crown)}
    fill="none"
    stroke="rgb(255 255 255 / 65%)"
    strokeWidth={1}
    vectorEffect="non-scaling-stroke"
    pointerEvents="none"
  />
);

/** Draws what is being drawn: a circle, the crown at its new place, or corners so far. */
export function DraftShape({ draft, gsdM, scale }: { draft: Draft; gsdM: number; scale: number }) {
  const stroke = { fill: "none", vectorEffect: "non-scaling-stroke" as const };
  const lines = [
    { stroke: halo, strokeWidth: 6 },
    { stroke: chosenColor, strokeWidth: 2.5, strokeDasharray: "2 3" },
  ];
  const [x, y] = draft.at;
  const arm = 9 / scale;
  const cross = `M${x - arm} ${y}H${x + arm}M${x} ${y - arm}V${y + arm}`;
  return (
    <g data-draft={draft.kind}>
      {lines.map((line) => (
        <g key={line.stroke} {...stroke} {...line}>
          {draft.kind === "add" && (
            <circle cx={x} cy={y} r={draft.radiusM / gsdM} vectorEffect="non-scaling-stroke" />
          )}
          {draft.kind === "move" && (
            <polygon points={points(shifted(draft))} vectorEffect="non-scaling-stroke" />
          )}
          {draft.kind === "crown" && (
            <polygon points={points(draft.corners)} vectorEffect="non-scaling-stroke" />
          )}
          <path d={cross} vectorEffect="non-scaling-stroke" strokeDasharray="none" />
        </g>
      ))}
      {draft.kind === "crown" &&
        draft.corners.map(([cx, cy]) => (
          <circle
            key={`${cx} ${cy}`}
            cx={cx}
            cy={cy}
            r={4 / scale}
            fill={chosenColor}
            stroke={halo}
          />
        ))}
    </g>
  );
}

function shifted({ tree, at }: Extract<Draft, { kind: "move" }>): Point[] {
  const [x0, y0, x1, y1] = tree.detection.box;
  const [dx, dy] = [at[0] - (x0 + x1) / 2, at[1] - (y0 + y1) / 2];
  return tree.segmentation.crown.map(([x, y]): Point => [x + dx, y + dy]);
}
