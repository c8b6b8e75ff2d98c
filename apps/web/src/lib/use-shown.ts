import { useCallback, useEffect, useRef } from "react";

/**
 * Tells whether the component that calls it is still on the screen. Asked after an answer has come: whoever went
 * elsewhere in the meantime is not led away from there.
 */
export function useShown(): () => boolean {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return useCallback(() => shown.current, []);
}
