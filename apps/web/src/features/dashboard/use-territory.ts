import { useRef } from "react";
import { useDistricts, useRegions } from "../../map/data/map-data.ts";
import { type Bounds, joinedBounds } from "../../map/data/map-view-state.ts";
import type { DashboardSearch } from "./dashboard-search.ts";

type Place = { bbox: [number, number, number, number] | null; center: [number, number] | null };

/** Degrees around the centre of a district whose border is not known. */
const around = 0.15;

/**
 * Finds the territory that the URL names: its record, its kind, and `bounds` for the map: undefined while they load, null to
 * leave the map as it is.
 */
export function useTerritory({ region, district, at }: DashboardSearch) {
  const regions = useRegions().data?.results;
  const districts = useDistricts(region !== undefined || district !== undefined).data?.results;
  const districtRow =
    district === undefined ? undefined : districts?.find((one) => one.id === district);
  const regionRow = regions?.find((one) => one.id === (region ?? districtRow?.region.id));
  const row = district === undefined ? (region === undefined ? undefined : regionRow) : districtRow;
  const isWhole = region === undefined && district === undefined;
  const wanted = isWhole ? joinedBounds(regions ?? []) : row && boundsOf(row);
  // A shared link keeps its own view of the map (`at`) until another territory is chosen.
  const key = `${region}-${district}`;
  const arrived = useRef(at === undefined ? undefined : key);
  if (arrived.current !== key) arrived.current = undefined;
  const chosen =
    district !== undefined
      ? { kind: "district" as const, id: district }
      : region !== undefined
        ? { kind: "region" as const, id: region }
        : null;
  return { row, regionRow, isWhole, chosen, bounds: arrived.current === key ? null : wanted };
}

export type Territory = ReturnType<typeof useTerritory>;

function boundsOf({ bbox, center }: Place): Bounds | null {
  if (bbox) return bbox;
  return center && [center[0] - around, center[1] - around, center[0] + around, center[1] + around];
}
