import { describe, expect, test } from "vitest";
import {
  readMapSearch,
  shownFigures,
  shownLayers,
  withFigure,
  withLayer,
} from "../src/map/data/map-search.ts";
import { boundsTouch, globeAddress, parseView, viewText } from "../src/map/data/map-view-state.ts";
import { periodRange } from "../src/map/data/period.ts";

describe("a map's address", () => {
  test("a place survives being written and read", () => {
    const view = { longitude: 68.774, latitude: 38.56, zoom: 11.2 };
    expect(parseView(viewText(view))).toEqual(view);
  });

  test("a view that is no place on Earth is left out", () => {
    for (const text of [undefined, "", "a,b,c", "38.5,68.7", "95,68,7", "38,68,99", ",,"]) {
      expect(parseView(text)).toBeUndefined();
    }
  });

  test("a damaged address still opens", () => {
    const search = readMapSearch({
      at: 7,
      layers: "<b>",
      period: "year",
      from: "14.05.2026",
      image: "-1",
    });
    expect(Object.values(search).every((value) => value === undefined)).toBe(true);
  });

  test("without an address trees, gardens, devices and images are shown, and labels say the count", () => {
    expect([...shownLayers(undefined)]).toEqual(["trees", "devices", "gardens", "image", "unseen"]);
    expect([...shownFigures(undefined)]).toEqual(["count"]);
  });

  test("a layer that is turned off and on again leaves the address as it was", () => {
    const off = withLayer({}, "trees", false);
    expect(off).toEqual({ layers: "devices,gardens,image,unseen" });
    expect(withLayer(off, "trees", true)).toEqual({ layers: undefined });
  });

  test("no figure at all is an address of its own", () => {
    const none = withFigure({}, "count", false);
    expect(none).toEqual({ show: "none" });
    expect(shownFigures(none.show).size).toBe(0);
  });
});

describe("periods", () => {
  const today = "2026-03-31";

  test("a week, ten days and a month end today", () => {
    expect(periodRange({ period: "week" }, today)).toEqual({ from: "2026-03-25", to: today });
    expect(periodRange({ period: "ten_days" }, today)).toEqual({ from: "2026-03-22", to: today });
    expect(periodRange({ period: "month" }, today)).toEqual({ from: "2026-03-01", to: today });
  });

  test("dates count only when they are asked for", () => {
    expect(periodRange({ from: "2026-01-01", to: "2026-02-01" }, today)).toEqual({});
    expect(periodRange({ period: "dates", from: "2026-01-01" }, today)).toEqual({
      from: "2026-01-01",
      to: undefined,
    });
  });
});

test("bounds that share an edge touch", () => {
  expect(boundsTouch([0, 0, 1, 1], [1, 0, 2, 1])).toBe(true);
  expect(boundsTouch([0, 0, 1, 1], [1.1, 0, 2, 1])).toBe(false);
});

test("the globe viewer opens at the place, from about as far away", () => {
  expect(globeAddress({ longitude: 68.774, latitude: 38.56, zoom: 10 })).toMatch(
    /^https:\/\/earth\.google\.com\/web\/@38\.560000,68\.774000,0a,306\d\dd,/,
  );
});
