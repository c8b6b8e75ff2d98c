import { useDark } from "../../../lib/theme.ts";
import { lineStyle } from "./line-styles.ts";

/** A piece of the n-th device's line, as the chart draws it. */
export function LineSwatch({ place }: { place: number }) {
  const { color, dash } = lineStyle(place, useDark());
  return (
    <svg aria-hidden viewBox="0 0 24 8" className="h-2 w-6 shrink-0">
      <line
        x1="1"
        x2="23"
        y1="4"
        y2="4"
        stroke={color}
        strokeWidth="2.5"
        strokeDasharray={dash.join(" ")}
      />
    </svg>
  );
}
