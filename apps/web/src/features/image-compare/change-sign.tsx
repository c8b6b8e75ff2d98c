import type { TreeChange } from "@nihol/contract/values/imagery/image-compare";
import { useId } from "react";
import { changeColors } from "./change-colors.ts";

/** The sign of a state as it stands on the map: ring with a plus or a cross, grey dot, hatched disc. */
export function ChangeSign({ state }: { state: TreeChange }) {
  const hatch = useId();
  const color = changeColors[state];
  return (
    <svg aria-hidden viewBox="0 0 20 20" className="size-4.5 shrink-0">
      <defs>
        <pattern
          id={hatch}
          width="4"
          height="4"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="4" height="4" className="fill-raised" />
          <rect width="1.6" height="4" fill={color} />
        </pattern>
      </defs>
      <circle
        cx="10"
        cy="10"
        r="8"
        fill={state === "not_visible" ? `url(#${hatch})` : color}
        fillOpacity={state === "kept" ? 0.55 : state === "not_visible" ? 1 : 0.9}
        stroke={color}
        strokeWidth="1.5"
      />
      {state === "planted" && (
        <path d="M10 5.5v9M5.5 10h9" stroke="white" strokeWidth="2" strokeLinecap="round" />
      )}
      {state === "lost" && (
        <path d="M7 7l6 6M13 7l-6 6" stroke="white" strokeWidth="2" strokeLinecap="round" />
      )}
    </svg>
  );
}
