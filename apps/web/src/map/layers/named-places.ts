/** Settlements of the base map, for the names of districts that are called after them. */
import type { Language } from "@nihol/contract/values/languages";
import { languages } from "@nihol/contract/values/languages";
import { useMap } from "@vis.gl/react-maplibre";
import type { FilterSpecification, Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useState } from "react";
import { schemaOf, useBaseMap } from "../base/base-map.ts";
import { type BaseSchema, nameIn, readName } from "../base/schema.ts";

/** A settlement that is labelled: its name in each language, and where it is. */
export type Place = {
  names: Record<Language, string>;
  isCapital: boolean;
  longitude: number;
  latitude: number;
};

/** Degrees between the middle of an area and a settlement within which both are one name to the reader. */
const near = 1;

/** The settlements that are labelled now. */
export function useNamedPlaces(wanted: boolean): readonly Place[] {
  const map = useMap().current?.getMap();
  const facts = useBaseMap();
  const [places, setPlaces] = useState<readonly Place[]>(noPlaces);
  useEffect(() => {
    if (!map || !facts || !wanted) return setPlaces(noPlaces);
    const schema = schemaOf(facts);
    const read = () => {
      const next = placesOf(map, schema);
      setPlaces((before) => (namesOf(before) === namesOf(next) ? before : next));
    };
    // Before the map is drawn with what has come, and again where that is another part of the country.
    const handleData = (event: { sourceId?: string; isSourceLoaded?: boolean }) => {
      if (event.sourceId === "base" && event.isSourceLoaded) read();
    };
    read();
    map.on("sourcedata", handleData);
    map.on("zoomend", read);
    return () => {
      map.off("sourcedata", handleData);
      map.off("zoomend", read);
    };
  }, [map, facts, wanted]);
  return places;
}

function placesOf(map: MapLibreMap, schema: BaseSchema): Place[] {
  const zoom = map.getZoom();
  const { places } = schema;
  if (!places || !map.getSource("base")) return [];
  return map
    .querySourceFeatures("base", { sourceLayer: places.layer })
    .flatMap(({ properties, geometry }) => {
      if (geometry.type !== "Point" || !places.isNear(properties, zoom)) return [];
      const [longitude = 0, latitude = 0] = geometry.coordinates;
      const name = (language: Language) => readName(schema, language, properties);
      const names = { tg: name("tg"), ru: name("ru"), az: name("az"), en: name("en") };
      return [{ names, isCapital: places.isCapital(properties), longitude, latitude }];
    });
}

const noPlaces: readonly Place[] = [];
const namesOf = (places: readonly Place[]) =>
  places
    .map(({ names }) => names.tg)
    .sort()
    .join();

/** The settlement after which an area is called, in any language: letters of others are written in several ways. */
export function namesakeOf(
  places: readonly Place[],
  { name, center }: { name: Record<string, string>; center: readonly number[] | null },
): Place | undefined {
  const [longitude = 0, latitude = 0] = center ?? [];
  return places.find(
    (place) =>
      languages.some((language) => place.names[language] === name[language]) &&
      Math.abs(place.longitude - longitude) < near &&
      Math.abs(place.latitude - latitude) < near,
  );
}

/** The settlements of the base map that are named, without these (by their Tajik names). */
export const placeFilter = (
  schema: BaseSchema,
  capitals: boolean,
  without: readonly string[],
): FilterSpecification =>
  [
    "all",
    schema.places?.shown ?? true,
    capitals ? schema.places?.capital : ["!", schema.places?.capital],
    ["!", ["in", nameIn(schema, "tg"), ["literal", [...without]]]],
  ] as FilterSpecification;

/** The layers of settlements, and whether they are capitals. */
const placeLayers = { "place-label": false, "capital-label": true };

/** Leaves out settlements of the base map that have the label of an area. */
export function useHiddenPlaces(hidden: readonly Place[]): void {
  const map = useMap().current?.getMap();
  const facts = useBaseMap();
  const key = [...new Set(hidden.map(({ names }) => names.tg))].sort().join("\n");
  useEffect(() => {
    if (!map || !facts) return;
    for (const [layer, capitals] of Object.entries(placeLayers))
      if (map.getLayer(layer))
        map.setFilter(layer, placeFilter(schemaOf(facts), capitals, key.split("\n")));
  }, [map, facts, key]);
}
