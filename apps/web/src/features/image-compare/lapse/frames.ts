import type { WholeImage } from "@nihol/contract/imagery/whole-images";
import { type Bounds, boundsTouch } from "../../../map/data/map-view-state.ts";

/** Images captured of a place on one day. */
export type Frame = { date: string; images: WholeImage[] };

/** So many of the images that there are of a place have come. */
export type LeftOut = { n: number; count: number };

/** The days on which ground within the bounds was captured, the oldest first. */
export function framesOf(images: readonly WholeImage[], bounds: Bounds): Frame[] {
  const here = images.filter(({ bbox }) => boundsTouch(bbox, bounds));
  return [...Map.groupBy(here, ({ date }) => date)]
    .map(([date, own]) => ({ date, images: own.toSorted((a, b) => a.id - b.id) }))
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Older days that lie beneath the day that is shown, where that shows only a part of the place. */
const BENEATH = 6;

/** Shown; not seen yet, while its tiles come; or asked for nothing. */
type LapseLayer = { image: WholeImage; state: "shown" | "coming" | "away" };

/**
 * All images from the lowest layer up, and what each is at one frame: the day itself lies over those before it, and the
 * next one is fetched before its turn. None is taken off the map, for one that is put back would lie on top.
 */
export function layersAt(frames: readonly Frame[], at: number): LapseLayer[] {
  const coming = (at + 1) % frames.length;
  const stateOf = (n: number) =>
    n <= at && n >= at - BENEATH ? "shown" : n === coming ? "coming" : "away";
  return frames.flatMap(({ images }, n) =>
    images.map((image): LapseLayer => ({ image, state: stateOf(n) })),
  );
}
