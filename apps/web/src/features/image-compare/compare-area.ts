import type { ImageCompare } from "@nihol/contract/imagery/image-compare";
import { paths } from "@nihol/contract/values/paths";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { recordQuery } from "../../lib/list/use-list.ts";
import type { Bounds } from "../../map/data/map-view-state.ts";
import type { MapShape } from "../../map/layers/shape-layers.tsx";

/** The outline of the area that the comparison is cut to. */
export function useAreaShape(area: ImageCompare["area"]): MapShape[] | undefined {
  const path = paths[area?.kind ?? "garden"];
  const { data } = useQuery({
    ...recordQuery(path, area?.id ?? ""),
    enabled: area !== null,
  });
  return useMemo(
    () => (data?.boundary ? [{ id: data.id, geometry: data.boundary, chosen: false }] : undefined),
    [data],
  );
}

/** The box around all images, or the area's own. */
export function boundsOf({ bbox, pairs }: ImageCompare): Bounds | null {
  return bbox ?? pairs[0]?.after.bbox ?? null;
}
