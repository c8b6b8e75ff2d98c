/** Archives of Protomaps: https://docs.protomaps.com/basemaps/layers. */
import { colors } from "../data/map-style.ts";
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

export const protomaps: BaseSchema = {
  layers: [
    fill("earth", colors.land),
    fillOf(
      "green",
      "landuse",
      isOneOf("kind", ["forest", "wood", "park", "farmland", "orchard"]),
      ground.green,
    ),
    urban("landuse", "kind"),
    fillOf("glacier", "landcover", ["==", ["get", "kind"], "glacier"], ground.glacier),
    relief,
    // Rivers are lines of the same layer.
    fillOf("water", "water", ["==", ["geometry-type"], "Polygon"], ground.water),
    rivers("water", "kind"),
    fill("buildings", ground.building),
    ...wayLayers("roads", "kind", {
      large: ["highway"],
      small: ["major_road", "medium_road"],
      street: ["minor_road", "path", "other"],
      rail: ["rail"],
    }),
  ],
  names: taggedNames,
  places: {
    layer: "places",
    shown: isOneOf("kind", ["locality", "neighbourhood"]),
    capital: ["==", ["to-string", ["get", "capital"]], "yes"],
    centre: ["==", ["to-string", ["get", "capital"]], "4"],
    people: ["to-number", ["get", "population"], 0],
    isCapital: ({ capital }) => capital === "yes",
    isNear: ({ kind }) => kind === "locality",
  },
  rivers: { layer: "water", shown: ["==", ["get", "kind"], "river"] },
};
