/** A map's view is fitted so that no panel, legend or button covers what it is to show. */
import { expect, test } from "vitest";
import type { Bounds } from "../src/map/data/map-view-state.ts";
import { type Cover, fitPadding, popupPadding } from "../src/map/fit-padding.ts";

const country: Bounds = [67.34, 36.67, 75.15, 41.04];
const garden: Bounds = [68.5, 38.5, 68.504, 38.503];
const legend: Cover = { side: "left", end: "bottom", width: 260, height: 150 };
const openPanel: Cover = { side: "right", end: "top", width: 268, height: 540 };
/** Two cards and the choice of the mode, over the whole width. */
const cards: Cover = { side: "left", end: "top", width: 350, height: 110 };
const button: Cover = { side: "right", end: "top", width: 130, height: 48 };

/** The rectangle that the bounds fill, by the same padding as MapLibre. */
function shown(size: { width: number; height: number }, bounds: Bounds, covers: Cover[]) {
  const pad = fitPadding(size, bounds, covers);
  const y = (lat: number) => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));
  const wide = ((bounds[2] - bounds[0]) * Math.PI) / 180;
  const high = y(bounds[3]) - y(bounds[1]);
  const room = {
    width: size.width - pad.left - pad.right,
    height: size.height - pad.top - pad.bottom,
  };
  const scale = Math.min(room.width / wide, room.height / high);
  const middle = { x: pad.left + room.width / 2, y: pad.top + room.height / 2 };
  return {
    left: middle.x - (scale * wide) / 2,
    right: middle.x + (scale * wide) / 2,
    top: middle.y - (scale * high) / 2,
    bottom: middle.y + (scale * high) / 2,
  };
}

function isUnder(
  box: ReturnType<typeof shown>,
  size: { width: number; height: number },
  { side, end, width, height }: Cover,
): boolean {
  const across = side === "left" ? box.left < width : box.right > size.width - width;
  const along = end === "top" ? box.top < height : box.bottom > size.height - height;
  return across && along;
}

test.each([
  ["the country beside the open panel", { width: 816, height: 826 }, country, [openPanel, legend]],
  ["the country on a wide screen", { width: 1296, height: 1000 }, country, [openPanel, legend]],
  ["a garden in its card", { width: 695, height: 320 }, garden, [button, legend]],
  ["a comparison on a phone", { width: 360, height: 460 }, garden, [cards]],
])("%s lies under nothing", (_, size, bounds, covers) => {
  const box = shown(size, bounds, covers);
  for (const cover of covers) expect(isUnder(box, size, cover)).toBe(false);
});

test("a garden fills most of the height of its card's map", () => {
  const size = { width: 695, height: 320 };
  const box = shown(size, garden, [button, legend]);
  expect((box.bottom - box.top) / size.height).toBeGreaterThan(0.75);
});

test("where passing everything would make it tiny, it stands in the middle", () => {
  const size = { width: 300, height: 300 };
  const pad = fitPadding(size, garden, [openPanel, legend]);
  expect(new Set(Object.values(pad)).size).toBe(1);
});

test("a popup keeps away from a panel, and from nothing that hides little", () => {
  const none = { top: 0, right: 0, bottom: 0, left: 0 };
  const wide = { width: 1296, height: 1000 };
  expect(popupPadding(wide, [openPanel, button])).toEqual({ ...none, right: 268 });
  expect(popupPadding(wide, [legend])).toEqual({ ...none, left: 260 });
  expect(popupPadding(wide, [button])).toEqual(none);
  // On a phone the panel lies over most of the map; what is low and wide is passed above or below.
  const phone = { width: 360, height: 700 };
  expect(popupPadding(phone, [openPanel])).toEqual(none);
  expect(popupPadding(phone, [{ ...legend, height: 200 }])).toEqual({ ...none, bottom: 200 });
});
