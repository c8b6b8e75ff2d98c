import type { Map as MapLibreMap } from "maplibre-gl";
import { useLayoutEffect, useRef, useState } from "react";
import type { LonLat, SketchMode } from "./sketch.ts";
import { styled } from "./use-drawing.ts";

/** Lets one outline be drawn while there is a mode; the code of it comes when it is first wanted. */
export function useSketch(
  map: MapLibreMap | undefined,
  mode: SketchMode | undefined,
  onOutline: (outline: LonLat[]) => void,
) {
  const [isReady, setReady] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(onOutline);
  latest.current = onOutline;

  // Of layout: it ends before the map is removed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for the code again
  useLayoutEffect(() => {
    if (!map || !mode) return;
    let stop: (() => void) | undefined;
    let isGone = false;
    const begin = async () => {
      const [{ startSketch }] = await Promise.all([import("./sketch.ts"), styled(map)]);
      if (isGone) return;
      stop = startSketch(map, mode, (outline) => latest.current(outline));
      setReady(true);
    };
    setMissing(false);
    begin().catch(() => setMissing(true));
    return () => {
      isGone = true;
      setReady(false);
      // Without a style the graphics context was lost, and the layers with it.
      if (map.style) stop?.();
    };
  }, [map, mode, attempt]);

  return { isReady, isMissing, onRetry: () => setAttempt(attempt + 1) };
}
