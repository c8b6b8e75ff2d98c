import type { MapRef } from "@vis.gl/react-maplibre";
import { type RefObject, useEffect, useRef } from "react";
import { parseView, type View, viewText } from "./data/map-view-state.ts";

/**
 * A map that is open goes where its view is set from outside, as by a link or the search. Its own views come back the
 * same way, some of them late: those it has told are waited for and not followed.
 * @returns what to call with every view that the map tells
 */
export function useFollowView(
  map: RefObject<MapRef | null>,
  view: View | undefined,
  isLoaded: boolean,
  duration: number,
): (told: View) => void {
  const text = view && viewText(view);
  const followed = useRef(text);
  const told = useRef<string[]>([]);
  useEffect(() => {
    if (!isLoaded || text === followed.current) return;
    followed.current = text;
    const at = text === undefined ? -1 : told.current.indexOf(text);
    told.current = at < 0 ? [] : told.current.slice(at + 1);
    const wanted = at < 0 ? parseView(text) : undefined;
    if (!wanted) return;
    const { longitude, latitude, zoom } = wanted;
    map.current?.flyTo({ center: [longitude, latitude], zoom, duration });
  }, [map, text, isLoaded, duration]);
  return (one) => {
    const next = viewText(one);
    if (next !== followed.current) told.current.push(next);
  };
}
