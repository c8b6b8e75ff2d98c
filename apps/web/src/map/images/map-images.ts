import type { MosaicImage } from "@nihol/contract/imagery/mosaic";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useHolds } from "../../lib/permissions.ts";
import { type AreaFilter, mosaicQuery, tileBounds } from "../data/map-data.ts";
import { type Bounds, boundsTouch, type View } from "../data/map-view-state.ts";
import type { DateRange } from "../data/period-kinds.ts";
import { newestOf } from "./image-choice.ts";
import type { MapImage } from "./image-layer.tsx";

/** From here on the ground is seen in images; farther away they would be a speck of a few pixels. */
export const mosaicZoom = 14;

type Asked = {
  /** An image that is always shown (null: none ever), instead of choosing one. */
  fixed: MapImage | null | undefined;
  /** True where images may be chosen, and are shown. */
  wanted: boolean;
  on: boolean;
  /** The image of the address. */
  chosen: number | undefined;
  seen: { view: View; bounds: Bounds } | undefined;
  area: AreaFilter;
  dates: DateRange;
};

/** The images that a map shows: one alone, or the newest of each place (`isMosaic`). */
export function useMapImages({ fixed, wanted, on, chosen, seen, area, dates }: Asked) {
  const may = useHolds("wholeimage.view");
  const isAsked = may && wanted && fixed === undefined && seen !== undefined;
  const { data } = useQuery({
    ...mosaicQuery({ ...area, ...dates }, seen ? tileBounds(seen.bounds, seen.view.zoom) : world),
    placeholderData: keepPreviousData,
    enabled: isAsked,
  });
  const inView = (data?.images ?? []).filter(({ bbox }) => seen && boundsTouch(bbox, seen.bounds));
  const picked = on && chosen ? inView.find(({ id }) => id === chosen) : undefined;
  const image: MapImage | null = fixed ?? picked ?? null;
  const isMosaic = isAsked && on && chosen === undefined;
  return {
    /** Those that may be chosen, newest first; null where none may be. */
    choice: isAsked ? inView : null,
    dates: isAsked ? (data?.dates ?? []) : [],
    image,
    isMosaic,
    shown: image ? [image] : isMosaic ? shownOf(inView, seen) : [],
    /** The one whose planting places are shown. */
    foremost: image ?? (isMosaic ? newestOf(inView, seen?.view) : undefined),
  };
}

const world: Bounds = [-180, -90, 180, 90];

const shownOf = (images: readonly MosaicImage[], seen: Asked["seen"]) =>
  seen && seen.view.zoom >= mosaicZoom ? images.filter(({ shows }) => shows) : [];
