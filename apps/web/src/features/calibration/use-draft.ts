import { useRef, useState } from "react";
import { areSame, type Point } from "./marks.ts";

/** Marks that are being set, with the way back; `isDirty` asks at the moment, for the question before leaving. */
export function useDraft(saved: readonly Point[]) {
  const [steps, setSteps] = useState<readonly (readonly Point[])[]>([saved]);
  const marks = steps.at(-1) ?? [];
  const kept = useRef(saved);
  const latest = useRef(marks);
  latest.current = marks;
  return {
    marks,
    set: (next: readonly Point[]) => setSteps([...steps, next]),
    mayUndo: steps.length > 1,
    undo: () => setSteps(steps.slice(0, Math.max(1, steps.length - 1))),
    isDirty: () => !areSame(latest.current, kept.current),
    /** Nothing is left to lose: what stands here has been saved, or is not wanted. */
    settle: () => {
      kept.current = latest.current;
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
