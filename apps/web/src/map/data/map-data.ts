import type { TreeFilter } from "@nihol/contract/statistics";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { ask } from "../../lib/api/ask.ts";
import { recordsQuery } from "../../lib/list/use-list.ts";
import { useHolds } from "../../lib/permissions.ts";
import type { Bounds, View } from "./map-view-state.ts";
import type { DateRange } from "./period-kinds.ts";

const all = { page_size: limits.pageSizeMax };
const long = { staleTime: 10 * 60_000 };

/** Regions with borders, where this person may see them. */
export function useRegions(wanted = true) {
  const may = useHolds("region.view");
  return useQuery({
    ...recordsQuery(paths.region, { ...all, boundary: "1" }),
    ...long,
    enabled: may && wanted,
  });
}

/** Districts with borders; asked for only when one is near enough to see them. */
export function useDistricts(wanted: boolean) {
  const may = useHolds("district.view");
  return useQuery({
    ...recordsQuery(paths.district, { ...all, boundary: "1" }),
    ...long,
    enabled: may && wanted,
  });
}

export type AreaFilter = {
  region?: number | undefined;
  district?: number | undefined;
  garden?: number | undefined;
};

/** Box of what is seen, widened to whole tiles, so that a small move asks nothing; undefined from afar, where all is in view. */
export const seenBox = (view: View | undefined, bounds: Bounds | undefined) =>
  bounds && view && view.zoom > 4 ? tileBounds(bounds, view.zoom).join(",") : undefined;

/** The largest gardens of what is seen, with their trees in a period. */
export function useGardens(
  wanted: boolean,
  view: View | undefined,
  bounds: Bounds | undefined,
  filter: AreaFilter,
  period: DateRange,
) {
  const may = useHolds("garden.view");
  const search = {
    ...all,
    boundary: "1",
    ordering: "-area_m2",
    bbox: seenBox(view, bounds),
    region: filter.region,
    district: filter.district,
    ...period,
  };
  return useQuery({
    ...recordsQuery(paths.garden, search),
    placeholderData: keepPreviousData,
    enabled: may && wanted && bounds !== undefined,
  });
}

/** The images of a box, in degrees, and which of them are seen when the newest of the period lies uppermost. */
export function mosaicQuery(filter: TreeFilter, bounds: Bounds) {
  const search = { ...filter, bbox: boundsText(bounds) };
  return queryOptions({
    queryKey: [paths.wholeImage, "mosaic", search],
    queryFn: ({ signal }) => ask("GET /whole-image/mosaic", { query: search, signal }),
    staleTime: 60_000,
  });
}

/** From here on ground without an image is hatched; farther away nearly all is. */
export const unseenZoom = 11;

/** The outlines of all images in what is seen, with the box that was asked for: wider by a tile, so that all tiles of the view lie in it. */
export function useSeenGround(wanted: boolean, view: View | undefined, bounds: Bounds | undefined) {
  const may = useHolds("wholeimage.view");
  const isNear = view !== undefined && view.zoom >= unseenZoom;
  const box = bounds && isNear ? tileBounds(grown(bounds, view.zoom), view.zoom) : undefined;
  const query = { bbox: box ? boundsText(box) : "" };
  return useQuery({
    queryKey: [paths.wholeImage, "seen-ground", query],
    queryFn: async ({ signal }) => {
      const { footprints, too_many } = await ask("GET /whole-image/seen-ground", { query, signal });
      // Where not all are known, what is left would look unseen.
      return box && !too_many ? { footprints, bounds: box } : null;
    },
    staleTime: 60_000,
    placeholderData: isNear ? keepPreviousData : undefined,
    enabled: may && wanted && box !== undefined,
  });
}

/** From here on planting places, three or four metres apart, can be told from each other. */
export const placeZoom = 15;

/** Planting places of an image in what is seen. The bounds are widened to whole tiles. */
export function useImagePlaces(
  image: number | undefined,
  view: View | undefined,
  bounds: Bounds | undefined,
) {
  const may = useHolds("wholeimage.view");
  const isNear = view !== undefined && view.zoom >= placeZoom;
  const bbox = bounds && isNear ? tileBounds(bounds, view.zoom).join(",") : undefined;
  return useQuery({
    queryKey: [paths.wholeImage, image, "planting-places", bbox],
    queryFn: ({ signal }) =>
      ask("GET /whole-image/:id/planting-places", {
        params: { id: image ?? 0 },
        query: { bbox },
        signal,
      }),
    ...long,
    // Those of the same image stay while the next box is asked for; another image's never do.
    placeholderData: (before, query) => (query?.queryKey[1] === image ? before : undefined),
    enabled: may && image !== undefined && bbox !== undefined,
  });
}

/** When the trees in view were seen. `stamp` changes when other trees are counted. */
export function useTreeDates(
  wanted: boolean,
  bounds: Bounds | undefined,
  filter: TreeFilter,
  stamp: number | undefined,
) {
  const may = useHolds("planttreedetail.view");
  const search = { ...filter, bbox: bounds && boundsText(bounds) };
  return useQuery({
    queryKey: [paths.treeDates, search, stamp],
    queryFn: ({ signal }) => ask("GET /plant-tree-detail/dates", { query: search, signal }),
    placeholderData: keepPreviousData,
    enabled: may && wanted && bounds !== undefined,
  });
}

/** The box to five decimals (a metre); across the 180th meridian the whole band around the Earth. */
function boundsText([west, south, east, north]: Bounds): string {
  const isOnSheet = west >= -180 && east <= 180 && west <= east;
  const [w, e] = isOnSheet ? [west, east] : [-180, 180];
  const box = [w, Math.max(-90, south), e, Math.min(90, north)];
  return box.map((value) => value.toFixed(5)).join(",");
}

/** Degrees of the whole tiles that cover the bounds, to five decimals. */
export function tileBounds([west, south, east, north]: Bounds, zoom: number): Bounds {
  const step = 360 / 2 ** Math.max(0, Math.floor(zoom));
  const down = (value: number) => Math.floor(value / step) * step;
  const up = (value: number) => Math.ceil(value / step) * step;
  const rounded = (value: number) => Number(value.toFixed(5));
  return [
    rounded(Math.max(-180, down(west))),
    rounded(Math.max(-90, down(south))),
    rounded(Math.min(180, up(east))),
    rounded(Math.min(90, up(north))),
  ];
}

/** The bounds with the width of a tile more on each side. */
function grown([west, south, east, north]: Bounds, zoom: number): Bounds {
  const step = 360 / 2 ** Math.max(0, Math.floor(zoom));
  return [west - step, south - step, east + step, north + step];
}

/** The figures of an area and period: `/statistics`. One key for all who ask the same. */
export function statisticsQuery(filter: TreeFilter) {
  return queryOptions({
    queryKey: [paths.statistics, filter],
    queryFn: ({ signal }) => ask("GET /statistics", { query: filter, signal }),
    placeholderData: keepPreviousData,
  });
}
