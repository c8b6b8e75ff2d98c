/** Archives in the schema of Shortbread: https://shortbread-tiles.org/schema/. Names in other languages than its own three are few. */
import {
  type BaseSchema,
  fill,
  fillOf,
  ground,
  isOneOf,
  relief,
  rivers,
  urban,
  wayLayers,
} from "./schema.ts";

const settlements = ["capital", "state_capital", "city", "town", "village", "hamlet", "suburb"];

export const shortbread: BaseSchema = {
  layers: [
    fillOf(
      "green",
      "land",
      isOneOf("kind", ["forest", "grass", "orchard", "farmland", "park"]),
      ground.green,
    ),
    urban("land", "kind"),
    fillOf("glacier", "water_polygons", ["==", ["get", "kind"], "glacier"], ground.glacier),
    relief,
    fill("ocean", ground.water),
    fillOf("water", "water_polygons", ["!=", ["get", "kind"], "glacier"], ground.water),
    rivers("water_lines", "kind"),
    fill("buildings", ground.building),
    ...wayLayers("streets", "kind", {
      large: ["motorway", "trunk", "primary"],
      small: ["secondary", "tertiary"],
      street: ["unclassified", "residential", "living_street", "service", "track"],
      rail: ["rail", "narrow_gauge", "light_rail"],
    }),
  ],
  names: {
    tg: ["name_tg", "name:tg", "name"],
    ru: ["name_ru", "name:ru", "name"],
    az: ["name_az", "name:az", "name_en", "name"],
    en: ["name_en", "name:en", "name"],
  },
  places: {
    layer: "place_labels",
    shown: isOneOf("kind", settlements),
    capital: ["==", ["get", "kind"], "capital"],
    centre: ["==", ["get", "kind"], "state_capital"],
    people: ["to-number", ["get", "population"], 0],
    isCapital: ({ kind }) => kind === "capital",
    isNear: (place) => settlements.includes(String(place.kind)),
  },
};
