import type { SurvivalDraw } from "@nihol/contract/planting/survival";
import { Suspense } from "react";
import { lazyPart } from "../../../ui/missing-part.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

// The map's library comes after the panel.
const LazyPlotsMap = lazyPart(() => import("./plots-map.tsx"));

/** Where the plots lie. */
export function PlotsMap({ draw }: { draw: SurvivalDraw }) {
  return (
    <div className="h-72 overflow-hidden rounded-lg border border-line">
      <Suspense fallback={<Skeleton className="h-full w-full rounded-none" />}>
        <LazyPlotsMap draw={draw} />
      </Suspense>
    </div>
  );
}
