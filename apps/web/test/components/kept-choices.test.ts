/** Choices of a person on a map are found again by them and by nobody else; an address overrides them. */
import type { UserProfile } from "@nihol/contract/people/sign-in";
import { act, renderHook } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { keepUser } from "../../src/lib/api/session.ts";
import { isPanelClosed, keepPanelClosed, useKeptChoices } from "../../src/map/data/kept-choices.ts";
import { type MapSearch, sharedAddress, usualLayers } from "../../src/map/data/map-search.ts";

const dashboard = { name: "dashboard", usual: usualLayers } as const;
const home = { name: "home", usual: "trees,devices,gardens,tasks,cases,image,unseen" } as const;
const signIn = (id: number) => keepUser({ id, role: "MasterAdmin" } as UserProfile);

beforeEach(() => {
  localStorage.clear();
  signIn(1);
});

/** A map that is opened with an address; what it writes goes there. */
function openMap(map: typeof dashboard | typeof home, address: MapSearch = {}) {
  const written = { ...address };
  const { result, rerender } = renderHook(() =>
    useKeptChoices(map, { ...written }, (next) => Object.assign(written, next)),
  );
  return {
    shown: () => result.current.search,
    written,
    choose(next: MapSearch) {
      act(() => result.current.onSearch(next));
      rerender();
    },
  };
}

test("layers and base map are as this person left them, and the address says so once it is written", () => {
  openMap(dashboard).choose({ layers: "trees", base: "dark" });
  const again = openMap(dashboard);
  expect(again.shown()).toMatchObject({ layers: "trees", base: "dark" });
  again.choose({ at: "38.5,68.7,9.0" });
  expect(again.written).toMatchObject({ at: "38.5,68.7,9.0", layers: "trees", base: "dark" });
  // As usual again: nothing is left of the choice.
  again.choose({ layers: undefined, base: undefined });
  expect(openMap(dashboard).shown()).toEqual({ layers: usualLayers });
  signIn(2);
  expect(openMap(dashboard).shown()).toEqual({ layers: usualLayers });
});

test("an address wins over what is kept, and changes nothing of it by being opened", () => {
  openMap(dashboard).choose({ layers: "trees", base: "dark" });
  expect(openMap(dashboard, { layers: "gardens" }).shown()).toMatchObject({
    layers: "gardens",
    base: "dark",
  });
  expect(openMap(dashboard).shown().layers).toBe("trees");
  const shared = new URL(sharedAddress("https://nihol.example/admin?at=38,68,9", {}));
  expect(shared.searchParams.get("layers")).toBe(usualLayers);
  expect(shared.searchParams.get("show")).toBe("count");
});

test("each map remembers for itself, and what is usual elsewhere is written out where other layers are", () => {
  openMap(home).choose({ layers: undefined });
  const again = openMap(home);
  expect(again.shown().layers).toBe(usualLayers);
  again.choose({ layers: home.usual });
  expect(openMap(home).shown().layers).toBe(home.usual);
  openMap(home).choose({ layers: "trees" });
  expect(openMap(dashboard).shown().layers).toBe(usualLayers);
});

test("the panel that one person closed is open for the next", () => {
  keepPanelClosed(true);
  expect(isPanelClosed()).toBe(true);
  signIn(2);
  expect(isPanelClosed()).toBe(false);
  signIn(1);
  keepPanelClosed(false);
  expect(isPanelClosed()).toBe(false);
});

test("a kept choice that cannot be read is left out", () => {
  localStorage.setItem(
    "map_choices",
    '{"1": {"maps": {"dashboard": {"base": 7, "layers": "<b>"}}}}',
  );
  expect(openMap(dashboard).shown()).toEqual({ layers: usualLayers });
  localStorage.setItem("map_choices", "{");
  expect(openMap(dashboard).shown()).toEqual({ layers: usualLayers });
});
