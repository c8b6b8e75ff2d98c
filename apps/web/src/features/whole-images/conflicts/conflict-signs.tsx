import type { TreeConflict } from "@nihol/contract/imagery/tree-conflicts";

type State = NonNullable<TreeConflict["person"]>;
type Side = "person" | "removed" | "found";

/** Colours on imagery, the same in both themes; each line has a dark halo and a dash of its own besides its colour. */
const halo = "rgb(0 0 0 / 75%)";
const styles: Record<Side, { stroke: string; strokeWidth: number; strokeDasharray?: string }> = {
  person: { stroke: "#ffd54a", strokeWidth: 2 },
  removed: { stroke: "#ffd54a", strokeWidth: 2, strokeDasharray: "1 4" },
  // Broader, under the person's: where both say the same outline, both are seen.
  found: { stroke: "#6fd6ff", strokeWidth: 5.5, strokeDasharray: "9 5" },
};

type LineProps = { side: Side; points: string };

function Line({ side, points }: LineProps) {
  const line = { points, fill: "none", vectorEffect: "non-scaling-stroke" as const };
  return (
    <g
      data-side={side}
      strokeLinejoin="round"
      strokeLinecap={side === "removed" ? "round" : "butt"}
    >
      <polygon {...line} stroke={halo} strokeWidth={styles[side].strokeWidth + 1.5} />
      <polygon {...line} {...styles[side]} />
    </g>
  );
}

/** The outlines of a conflict in the image's own pixels. */
export function ConflictOutlines({ conflict }: { conflict: TreeConflict }) {
  return statesOf(conflict).map(([side, { crown }]) => (
    <Line key={side} side={side} points={crown.map((point) => point.join(",")).join(" ")} />
  ));
}

/** A side's line as the legend shows it, on a dark ground like the image's. */
export function SideSign({ side }: { side: Side }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-6 shrink-0 rounded bg-[#3a3d33]">
      <Line side={side} points="7,4 17,4 21,12 17,20 7,20 3,12" />
    </svg>
  );
}

/** Lists the outlines to draw: each with its side, and its state. */
export const statesOf = ({ person, removed, found }: TreeConflict): [Side, State][] =>
  Object.entries({ found, removed, person } as const).flatMap(([side, state]) =>
    state ? [[side as Side, state]] : [],
  );
