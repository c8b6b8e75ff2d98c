/** A line that is walked: positions as they come, thinned. */
import { useEffect } from "react";
import type { Position } from "../../../lib/device-position.ts";
import { isPosition, type PositionState } from "./use-position.ts";
import { wayTo } from "./way.ts";

/** Nearer to the last one, a position says nothing new; less exact, it says nothing at all. Metres. */
const stepM = 3;
const errorMaxM = 50;

/** Tells whether a position belongs to a walk after the last one that does: exact enough, and a step away from it. */
export function isNextStep(last: Position | undefined, next: Position): boolean {
  if (next.accuracyM > errorMaxM) return false;
  return last === undefined || wayTo(last, next).metres >= stepM;
}

/** Hands on each position that comes while `isWalking`. */
export function useWalk(
  position: PositionState,
  isWalking: boolean,
  onPosition: (position: Position) => void,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new position is a step
  useEffect(() => {
    if (isWalking && isPosition(position)) onPosition(position);
  }, [isWalking, position]);
}
