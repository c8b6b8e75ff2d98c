import { type MapRef, useMap } from "@vis.gl/react-maplibre";
import { useEffect } from "react";

/** Keeps two maps at the same view: a move of one is applied to the other without an event back. */
export function useTwins(first: MapRef | null, second: MapRef | null): void {
  useEffect(() => {
    if (!first || !second) return;
    let locked = false;
    const follow = (from: MapRef, to: MapRef) => () => {
      if (locked) return;
      locked = true;
      to.jumpTo({ center: from.getCenter(), zoom: from.getZoom(), bearing: from.getBearing() });
      locked = false;
    };
    const [there, back] = [follow(first, second), follow(second, first)];
    first.on("move", there);
    second.on("move", back);
    there();
    return () => {
      first.off("move", there);
      second.off("move", back);
    };
  }, [first, second]);
}

/** Hands out the surrounding map as soon as it can be moved: before any image has loaded. */
export function MapHandle({ onMap }: { onMap: (map: MapRef | null) => void }) {
  const map = useMap().current ?? null;
  useEffect(() => {
    onMap(map);
    return () => onMap(null);
  }, [map, onMap]);
  return null;
}
