import { usualView } from "@nihol/contract/values/imagery";
import { expect, test } from "vitest";
import {
  readOpacity,
  readViewSearch,
  viewOf,
  viewQuery,
  viewSearch,
} from "../../src/map/data/view-search.ts";

test("a view in an address is read as it was written, and asks the server for the same", () => {
  const view = { view: "infrared", low: 2.5, high: 0, gamma: 1.4 } as const;
  const search = viewSearch(view);
  expect(search).toEqual(view);
  const typed = Object.fromEntries(Object.entries(search).map(([key, one]) => [key, String(one)]));
  expect(viewOf(readViewSearch(typed), true)).toEqual(view);
  expect(viewQuery(view)).toBe("view=infrared&low=2.5&high=0&gamma=1.4");
});

test("usual settings stand in no address, and senseless ones are left out", () => {
  const none = { view: undefined, low: undefined, high: undefined, gamma: undefined };
  expect(viewSearch(usualView)).toEqual(none);
  expect(readViewSearch({ view: "thermal", low: "40", high: "-1", gamma: "x" })).toEqual(none);
  expect(viewOf({}, false)).toEqual(usualView);
  expect(viewQuery(usualView)).toBe("");
  expect(viewQuery({ ...usualView, view: "vegetation", gamma: 2 })).toBe("view=vegetation");
  expect(readOpacity("0.5")).toBe(0.5);
  for (const wrong of ["1", "2", "-0.2", "x", undefined])
    expect(readOpacity(wrong)).toBeUndefined();
});

test("values between two steps go to the nearest one, as the server asks for them", () => {
  expect(readViewSearch({ view: "contrast", low: "1.26", gamma: "1.4444" })).toMatchObject({
    low: 1.5,
    gamma: 1.4,
  });
});

test("an image without near infrared is shown as it is where an address asks for infrared", () => {
  expect(viewOf({ view: "infrared", gamma: 2 }, false)).toEqual(usualView);
});
