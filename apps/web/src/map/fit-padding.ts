/** The padding with which a map fits a box, so that panels, legend and buttons over it hide nothing of it. */
import type { Bounds } from "./data/map-view-state.ts";

/** A part of the map, in one of its corners, that something lies over; pixels. */
export type Cover = {
  side: "left" | "right";
  end: "top" | "bottom";
  width: number;
  height: number;
};

/** Room to leave free at each side; pixels. */
type Padding = Record<"top" | "right" | "bottom" | "left", number>;

type Size = { width: number; height: number };

const minMargin = 24;
const maxMargin = 48;
const marginShare = 0.1;
/** Between what is shown and what lies over the map. */
const gap = 12;
/** Share of its size to which what is shown may shrink to stand free; where that is not enough, it stands under a panel. */
const minShare = 0.5;
/** Buttons and the line of sources. */
const controls: Cover = { side: "right", end: "bottom", width: 56, height: 120 };
/** The line of dates and the legend come after the first answers: their room is kept from the beginning. */
const noteRoom: Size = { width: 258, height: 76 };
const legendRoom: Size = { width: 258, height: 134 };

/**
 * The padding with which `bounds` become largest in a map of this size without lying under a
 * cover: each cover is passed either beside it or above (below) it, whichever costs less.
 */
export function fitPadding(size: Size, bounds: Bounds, covers: readonly Cover[]): Padding {
  const share = marginShare * Math.min(size.width, size.height);
  const margin = Math.min(maxMargin, Math.max(minMargin, share));
  const plain = { top: margin, right: margin, bottom: margin, left: margin };
  const ways = covers.reduce<Padding[]>(
    (all, cover) => all.flatMap((before) => passing(before, cover)),
    [plain],
  );
  const shape = mercatorSize(bounds);
  const scale = ({ top, right, bottom, left }: Padding) =>
    Math.min(
      (size.width - left - right) / shape.width,
      (size.height - top - bottom) / shape.height,
    );
  const best = ways.reduce((a, b) => (scale(b) > scale(a) ? b : a));
  return scale(best) >= minShare * scale(plain) ? best : plain;
}

/** The two ways past a cover: beside it, and above or below it. */
function passing(before: Padding, { side, end, width, height }: Cover): Padding[] {
  return [
    { ...before, [side]: Math.max(before[side], width + gap) },
    { ...before, [end]: Math.max(before[end], height + gap) },
  ];
}

/** Width and height of a box on the map, in the same unit. */
function mercatorSize([west, south, east, north]: Bounds): Size {
  const y = (latitude: number) =>
    (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) * 180) / Math.PI;
  return {
    width: Math.max(east - west, 1e-9),
    height: Math.max(y(north) - y(south), 1e-9),
  };
}

/**
 * Covers that lie over this map now: the elements within it, or within the stage that it shares with another map
 * (`data-map-stage`), that say so by `data-map-cover="top-right"`.
 */
export function coversOf(outer: HTMLElement): Cover[] {
  const stage = outer.closest<HTMLElement>("[data-map-stage]") ?? outer;
  const parts = [...stage.querySelectorAll<HTMLElement>("[data-map-cover]")];
  return [controls, ...parts.map((part) => coverOf(outer.getBoundingClientRect(), part))];
}

/**
 * The sides of a map of this size that a popup keeps away from: those along which a panel lies that it would go under.
 * Where a panel lies over most of the map there is no other room, and the popup lies where it can.
 */
export function popupPadding(size: Size, covers: readonly Cover[]): Padding {
  const padding = { top: 0, right: 0, bottom: 0, left: 0 };
  for (const { side, end, width, height } of covers) {
    const isWide = width > size.width / 2;
    if (height < minPanelHeight || (isWide && height > size.height / 2)) continue;
    if (isWide) padding[end] = Math.max(padding[end], height);
    else padding[side] = Math.max(padding[side], width);
  }
  return padding;
}

/** A lower thing, such as a button or the line of dates, hides little of a popup. */
const minPanelHeight = 130;

function coverOf(frame: DOMRect, part: HTMLElement): Cover {
  const [end, side] = (part.dataset.mapCover ?? "").split("-") as [Cover["end"], Cover["side"]];
  const box = part.getBoundingClientRect();
  const width = side === "left" ? box.right - frame.left : frame.right - box.left;
  const height = end === "top" ? box.bottom - frame.top : frame.bottom - box.top;
  const room = keptRoom(part);
  return { side, end, width: Math.max(width, room.width), height: Math.max(height, room.height) };
}

function keptRoom(part: HTMLElement): Size {
  const legend = part.querySelector<HTMLElement>("[data-map-legend]");
  if (!legend) return { width: 0, height: 0 };
  // On a phone the legend stands in the panel of layers.
  return getComputedStyle(legend).display === "none" ? noteRoom : legendRoom;
}
