/** Archives in the schema of OpenMapTiles: https://openmaptiles.org/schema/. */
import {
  type BaseSchema,
  fill,
  fillOf,
  ground,
  isOneOf,
  relief,
  rivers,
  taggedNames,
  urban,
  wayLayers,
} from "./schema.ts";

const settlements = ["city", "town", "village", "hamlet", "suburb"];

export const openmaptiles: BaseSchema = {
  layers: [
    fillOf(
      "green",
      "landcover",
      isOneOf("class", ["wood", "grass", "wetland", "farmland"]),
      ground.green,
    ),
    urban("landuse", "class"),
    fillOf("glacier", "landcover", ["==", ["get", "class"], "ice"], ground.glacier),
    relief,
    fill("water", ground.water),
    rivers("waterway", "class"),
    fill("building", ground.building),
    ...wayLayers("transportation", "class", {
      large: ["motorway", "trunk", "primary"],
      small: ["secondary", "tertiary"],
      street: ["minor", "service", "track"],
      rail: ["rail", "transit"],
    }),
  ],
  names: taggedNames,
  places: {
    layer: "place",
    shown: isOneOf("class", settlements),
    capital: ["==", ["to-number", ["get", "capital"], 0], 2],
    centre: ["==", ["to-number", ["get", "capital"], 0], 4],
    // Ranks grow with smallness.
    people: ["-", 100, ["to-number", ["get", "rank"], 99]],
    isCapital: ({ capital }) => Number(capital) === 2,
    isNear: (place) => settlements.includes(String(place.class)),
  },
  rivers: { layer: "waterway", shown: ["==", ["get", "class"], "river"] },
  peaks: { layer: "mountain_peak", shown: ["has", "ele"], elevation: ["get", "ele"] },
};
