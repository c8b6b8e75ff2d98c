import { useRef, useState } from "react";
import { areSame, type Point } from "./annotations.ts";

/** Annotations that are being set, with undo; `isDirty` asks at the moment, for the question before leaving. */
export function useDraft(saved: readonly Point[]) {
  const [steps, setSteps] = useState<readonly (readonly Point[])[]>([saved]);
  const annotations = steps.at(-1) ?? [];
  const kept = useRef(saved);
  const latest = useRef(annotations);
  latest.current = annotations;
  return {
    annotations,
    set: (next: readonly Point[]) => setSteps([...steps, next]),
    mayUndo: steps.length > 1,
    undo: () => setSteps(steps.slice(0, Math.max(1, steps.length - 1))),
    isDirty: () => !areSame(latest.current, kept.current),
    /** Counts the annotations as kept: the draft has been saved or discarded, and nothing is unsaved. */
    settle: () => {
      kept.current = latest.current;
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
