import type { LngLat, Map as MapLibreMap, MapMouseEvent } from "maplibre-gl";
import { useLayoutEffect, useRef, useState } from "react";
import type { Drawing, startDrawing } from "./drawing.ts";

type Listeners = Parameters<typeof startDrawing>[1];

/**
 * The drawing on a map, as soon as its code and the map's style are there. Until then presses are kept in `early`, in
 * their order, so that none is lost; `isMissing` says that the code did not come.
 */
export function useDrawing(map: MapLibreMap | undefined, listeners: Listeners) {
  const [drawing, setDrawing] = useState<Drawing>();
  const [isMissing, setMissing] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [early] = useState<LngLat[]>([]);
  const latest = useRef(listeners);
  latest.current = listeners;

  // Of layout: it ends before the map is removed. A drawing's frame that finds no map would be an error.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for the code again
  useLayoutEffect(() => {
    if (!map) return;
    let started: Drawing | undefined;
    let isGone = false;
    const keep = ({ lngLat }: MapMouseEvent) => early.push(lngLat);
    map.on("click", keep);
    const begin = async () => {
      // Both at once: the code comes while the map still fetches its tiles.
      const [{ startDrawing }] = await Promise.all([import("./drawing.ts"), styled(map)]);
      if (isGone) return;
      map.off("click", keep);
      started = startDrawing(map, {
        onShape: (shape) => latest.current.onShape(shape),
        onHistory: (history) => latest.current.onHistory(history),
      });
      setDrawing(started);
    };
    setMissing(false);
    begin().catch(() => setMissing(true));
    return () => {
      isGone = true;
      map.off("click", keep);
      setDrawing(undefined);
      // Without a style the graphics context was lost, and the layers with it.
      if (map.style) started?.stop();
    };
  }, [map, early, attempt]);

  return { drawing, early, isMissing, onRetry: () => setAttempt(attempt + 1) };
}

/** When the map can take layers. It says that it is not styled while tiles come, so the event alone is not enough. */
export function styled(map: MapLibreMap): Promise<void> {
  return new Promise((resume) => {
    const look = () => {
      if (!map.style?._loaded) return;
      map.off("styledata", look);
      resume();
    };
    map.on("styledata", look);
    look();
  });
}
