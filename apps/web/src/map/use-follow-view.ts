import type { Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useRef } from "react";
import { parseView, type View, viewText } from "./data/map-view-state.ts";

/** So many views may be on their way back at a time. */
const kept = 20;

/**
 * A map that is open goes where its view is set from outside, as by a link or the search. Its own views come back the
 * same way, some of them late: those it has reported are waited for and not followed.
 * @returns what reports a view that the map has reached by itself
 */
export function useFollowView(
  map: MapLibreMap | null,
  view: View | undefined,
  duration: number,
): (reported: View) => void {
  const text = view && viewText(view);
  const followed = useRef(text);
  const reported = useRef<string[]>([]);
  useEffect(() => {
    if (!map || text === followed.current) return;
    followed.current = text;
    const at = text === undefined ? -1 : reported.current.indexOf(text);
    reported.current = at < 0 ? [] : reported.current.slice(at + 1);
    const wanted = at < 0 ? parseView(text) : undefined;
    if (!wanted) return;
    const { longitude, latitude, zoom } = wanted;
    map.flyTo({ center: [longitude, latitude], zoom, duration });
  }, [map, text, duration]);
  return (one) => {
    const next = viewText(one);
    if (next !== followed.current) reported.current = [...reported.current.slice(-kept), next];
  };
}
