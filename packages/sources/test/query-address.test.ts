/** Addresses of servers to which parameters are added. */
import { expect, test } from "vitest";
import { withQuery } from "../src/kinds/wmts.ts";

test.each([
  ["https://a.example/wms", "https://a.example/wms?REQUEST=GetMap"],
  ["https://a.example/wms?request=x&key=1", "https://a.example/wms?key=1&REQUEST=GetMap"],
  [
    "https://a.example/mapserv?map=/maps/a?b.map&key=1",
    "https://a.example/mapserv?map=%2Fmaps%2Fa%3Fb.map&key=1&REQUEST=GetMap",
  ],
])("%s keeps what is its own", (address, expected) => {
  expect(withQuery(address, { REQUEST: "GetMap" })).toBe(expected);
});
