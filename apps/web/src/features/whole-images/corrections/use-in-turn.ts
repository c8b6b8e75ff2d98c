import { useRef, useState } from "react";
import { toast } from "react-hot-toast/headless";
import { useFailureText } from "../../../ui/error-panel.tsx";

type After = { onDone: () => void; onRefused: () => Promise<unknown> };

/** Sends corrections one after the other: keys are quicker than the line, so each waits for the one before. */
export function useInTurn({ onDone, onRefused }: After) {
  const failureText = useFailureText();
  const line = useRef<Promise<unknown>>(Promise.resolve());
  const [waiting, setWaiting] = useState(0);
  function inTurn<T>(work: () => Promise<T>): Promise<T | undefined> {
    setWaiting((n) => n + 1);
    const done = line.current
      .then(work)
      .then((answer) => {
        onDone();
        return answer;
      })
      .catch(async (error: unknown) => {
        toast.error(failureText(error));
        await onRefused();
        return undefined;
      })
      .finally(() => setWaiting((n) => n - 1));
    line.current = done;
    return done;
  }
  return { inTurn, busy: waiting > 0 };
}
