/** Takes the borders that the programme's own regions draw out of those of the base map. */
import { useQuery } from "@tanstack/react-query";
import { useMap } from "@vis.gl/react-maplibre";
import type { MultiLineString } from "geojson";
import type { GeoJSONSource } from "maplibre-gl";
import { useEffect } from "react";
import { getPanelFile } from "../../lib/api/api.ts";
import { bordersPath } from "../base/base-style.ts";
import { countryLines } from "../data/country-lines.ts";

type Row = { boundary: { coordinates: number[][][][] } | null };

/** @param rows regions as this person sees them: the border of those that they do not see stays the base map's */
export function useCountryBorders(rows: readonly Row[] | undefined): void {
  const map = useMap().current?.getMap();
  const { data: borders } = useQuery({
    queryKey: [bordersPath],
    queryFn: ({ signal }) => getPanelFile<MultiLineString>(bordersPath, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: rows?.some(({ boundary }) => boundary) ?? false,
  });
  useEffect(() => {
    const source = map?.getSource<GeoJSONSource>("borders");
    if (!source || !borders || !rows) return;
    const outlines = rows.flatMap(({ boundary }) => boundary ?? []);
    void source.setData(countryLines(borders, outlines));
    // The map is handed on, and the next screen may draw no outlines.
    return () => {
      if (map?.style) void source.setData(borders);
    };
  }, [map, borders, rows]);
}
