/** A line that is walked: positions as they come, thinned. */
import { useEffect, useState } from "react";
import type { Position } from "../../../lib/device-position.ts";
import { isPosition, type PositionState } from "./use-position.ts";
import { wayTo } from "./way.ts";

/** Nearer to the last one, a position says nothing new; less exact, it says nothing at all. Metres. */
const stepM = 3;
const errorMaxM = 50;

/** Whether a position belongs to a walk after the last one that does. */
export function isNextStep(last: Position | undefined, next: Position): boolean {
  if (next.accuracyM > errorMaxM) return false;
  return last === undefined || wayTo(last, next).metres >= stepM;
}

/** Collects positions while `isWalking`; those of a walk that has ended stay until the next one. */
export function useWalk(position: PositionState, isWalking: boolean): Position[] {
  const [walked, setWalked] = useState<Position[]>([]);
  useEffect(() => {
    if (isWalking) setWalked([]);
  }, [isWalking]);
  useEffect(() => {
    if (!isWalking || !isPosition(position)) return;
    setWalked((before) => (isNextStep(before.at(-1), position) ? [...before, position] : before));
  }, [isWalking, position]);
  return walked;
}
