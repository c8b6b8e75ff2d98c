import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";

/** Milliseconds; after that nothing is waited for any longer. */
const maxWait = 8000;

/** True once all has been answered and drawn that the screen has asked for: what is heavy begins then. */
export function useOnceAnswered(): boolean {
  const client = useQueryClient();
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    let frame = 0;
    const latest = setTimeout(() => setIsDrawn(true), maxWait);
    // After the next frame, and so after what the last answer has changed was painted.
    function look() {
      cancelAnimationFrame(frame);
      if (client.isFetching() > 0) return;
      frame = requestAnimationFrame(() =>
        setTimeout(() => client.isFetching() === 0 && setIsDrawn(true)),
      );
    }
    // The screen's parts begin to ask after this effect.
    const first = setTimeout(look);
    const stop = client.getQueryCache().subscribe(look);
    return () => {
      stop();
      clearTimeout(latest);
      clearTimeout(first);
      cancelAnimationFrame(frame);
    };
  }, [client]);
  return isDrawn;
}
