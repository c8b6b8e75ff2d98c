import { useFormat } from "../../lib/text/format.ts";
import type { Frame, Point } from "./annotations.ts";

/** Colours on imagery, the same in both themes; each sign has a dark halo and a shape of its own. */
const halo = "rgb(0 0 0 / 75%)";
const annotationColor = "#ffd54a";
const foundColor = "#6fd6ff";

type SignsProps = { frame: Frame; points: readonly Point[] };

/** A person's annotations: numbered rings. */
export function AnnotationSigns({ frame, points }: SignsProps) {
  const format = useFormat();
  return points.map((point, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two trees may stand at one place
    <Placed key={`${point[0]} ${point[1]} ${index}`} frame={frame} point={point}>
      <AnnotationSign />
      <text
        x="9"
        y="-6"
        fontSize="11"
        fontWeight="700"
        fill="white"
        stroke={halo}
        strokeWidth="3"
        paintOrder="stroke"
        className="numeric"
      >
        {format.number(index + 1)}
      </text>
    </Placed>
  ));
}

/** Draws the trees that the detector proposes, as squares. */
export function FoundSigns({ frame, points }: SignsProps) {
  return points.map((point, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two trees may stand at one place
    <Placed key={`${point[0]} ${point[1]} ${index}`} frame={frame} point={point}>
      <FoundSign />
    </Placed>
  ));
}

/** Where the keys would set an annotation: lines across the frame that leave its middle free. */
export function Crosshair({ frame, point }: { frame: Frame; point: Point }) {
  const lines = "M-26 0H-6M6 0H26M0 -26V-6M0 6V26";
  return (
    <Placed frame={frame} point={point}>
      <path d={lines} stroke={halo} strokeWidth="5" strokeLinecap="round" />
      <path d={lines} stroke="white" strokeWidth="2" strokeLinecap="round" />
    </Placed>
  );
}

/** A sign as the legend shows it, on a dark ground like the image's. */
export function LegendSign({ kind }: { kind: "mark" | "found" }) {
  return (
    <svg aria-hidden viewBox="-14 -14 28 28" className="size-6 shrink-0 rounded bg-[#3a3d33]">
      {kind === "mark" ? <AnnotationSign /> : <FoundSign />}
    </svg>
  );
}

function AnnotationSign() {
  return (
    <>
      <circle r="7.5" fill="none" stroke={halo} strokeWidth="5" />
      <circle r="7.5" fill="none" stroke={annotationColor} strokeWidth="2.5" />
      <circle r="1.6" fill={annotationColor} stroke={halo} strokeWidth="1" />
    </>
  );
}

function FoundSign() {
  const frame = { x: -10.5, y: -10.5, width: 21, height: 21, rx: 1.5, fill: "none" };
  return (
    <>
      <rect {...frame} stroke={halo} strokeWidth="4.5" />
      <rect {...frame} stroke={foundColor} strokeWidth="2" strokeDasharray="6 3" />
    </>
  );
}

type PlacedProps = { frame: Frame; point: Point; children: React.ReactNode };

/** A place in per cent, signs in pixels of the screen: nothing has to be measured. */
function Placed({ frame: { shown }, point: [x, y], children }: PlacedProps) {
  return (
    <svg
      aria-hidden
      x={`${(100 * (shown.x + x)) / shown.width}%`}
      y={`${(100 * (shown.y + y)) / shown.height}%`}
      overflow="visible"
    >
      {/* on a small screen trees stand near each other */}
      <g className="max-sm:scale-80">{children}</g>
    </svg>
  );
}
