/** Trees on imagery by who has them: colours the same in both themes, a dark halo, and a shape or dash of its own for each. */
const halo = "rgb(0 0 0 / 75%)";
const colors = { agreed: "#ffffff", first: "#ffd54a", second: "#6fd6ff" };
type Whose = keyof typeof colors;
type Point = [number, number];

/** A crown that the first person left: thin where both have it, dashed where the second has none there. */
export function CrownSign({ crown, agreed }: { crown: readonly Point[]; agreed: boolean }) {
  const line = {
    points: crown.map((point) => point.join(",")).join(" "),
    fill: "none",
    vectorEffect: "non-scaling-stroke" as const,
  };
  return (
    <g data-whose={agreed ? "agreed" : "first"}>
      <polygon {...line} stroke={halo} strokeWidth={agreed ? 2.5 : 4.5} />
      <polygon
        {...line}
        stroke={agreed ? colors.agreed : colors.first}
        strokeWidth={agreed ? 1.25 : 2.5}
        strokeDasharray={agreed ? undefined : "6 3"}
      />
    </g>
  );
}

/** A point of the second person where the first has no tree: a cross. */
export function PointSign({ at: [x, y], size }: { at: Point; size: number }) {
  const path = `M${x - size} ${y - size}L${x + size} ${y + size}M${x - size} ${y + size}L${x + size} ${y - size}`;
  const line = { d: path, fill: "none", vectorEffect: "non-scaling-stroke" as const };
  return (
    <g data-whose="second" strokeLinecap="round">
      <path {...line} stroke={halo} strokeWidth="6" />
      <path {...line} stroke={colors.second} strokeWidth="2.5" />
    </g>
  );
}

const hexagon: Point[] = [
  [7, 4],
  [17, 4],
  [21, 12],
  [17, 20],
  [7, 20],
  [3, 12],
];

/** A sign as the legend shows it, on a dark ground like the image's. */
export function WhoseSign({ whose }: { whose: Whose }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className="size-6 shrink-0 rounded bg-[#3a3d33]">
      {whose !== "second" && <CrownSign crown={hexagon} agreed={whose === "agreed"} />}
      {whose === "second" && <PointSign at={[12, 12]} size={5} />}
    </svg>
  );
}
