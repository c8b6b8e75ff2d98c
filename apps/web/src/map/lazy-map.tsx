import { Suspense } from "react";
import { useOnceAnswered } from "../lib/api/once-answered.ts";
import { lazyPart } from "../ui/missing-part.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { LiveMapProps } from "./live-map.tsx";

export type { LiveMapProps } from "./live-map.tsx";

const LiveMap = lazyPart(() => import("./live-map.tsx"));

/**
 * The map for screens: MapLibre comes with its own chunk, after the screen and its figures and rows, which its code
 * would keep from being drawn. It fills its parent, which needs a height. A screen that brings react-maplibre layers as children is itself to be
 * loaded lazily (see map/drawing/boundary-map.tsx).
 */
export function LazyMap(props: LiveMapProps) {
  const isTime = useOnceAnswered();
  const place = <Skeleton className="h-full w-full rounded-none" />;
  return <Suspense fallback={place}>{isTime ? <LiveMap {...props} /> : place}</Suspense>;
}
