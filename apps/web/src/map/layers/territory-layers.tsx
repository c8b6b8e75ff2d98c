import { Layer, Source } from "@vis.gl/react-maplibre";
import type { FeatureCollection } from "geojson";
import type { SymbolLayerSpecification } from "maplibre-gl";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../../lib/text/format.ts";
import { featureCollection } from "../data/feature-collection.ts";
import { labelsWithin } from "../data/label-anchors.ts";
import { type AreaFigures, labelText } from "../data/label-text.ts";
import { useDistricts, useRegions } from "../data/map-data.ts";
import type { LabelFigure } from "../data/map-search.ts";
import { colors, hasId, mapFont } from "../data/map-style.ts";
import { useSymbols } from "../points/cluster-layer.tsx";
import { useCountryBorders } from "./country-borders.ts";
import { namesakeOf, type Place, useHiddenPlaces, useNamedPlaces } from "./named-places.ts";
import { settlementLayout, settlementSymbols } from "./settlement-symbol.ts";

type Territory = {
  id: number;
  name: Record<string, string>;
  boundary: { type: "MultiPolygon"; coordinates: number[][][][] } | null;
  center: [number, number] | null;
  area_m2: number | null;
};

type Props = {
  zoom: number;
  shown: Set<LabelFigure>;
  /** Figures by "region-3" or "district-14". */
  figures?: ReadonlyMap<string, AreaFigures> | undefined;
  chosen?: { kind: string; id: number } | null | undefined;
  /** Left out: its outline is being drawn anew. */
  hidden?: { kind: string; id: number } | undefined;
};

/** From this zoom on districts take the place of regions. */
const districtZoom = 7.5;
/** Between these zooms regions are named. */
const regionZoom = 5;
const regionEnd = districtZoom + 1.5;

/** Borders and names of regions and districts. */
export function TerritoryLayers({ zoom, shown, figures, chosen, hidden }: Props) {
  const regions = useRegions().data?.results;
  const districts = useDistricts(zoom >= districtZoom - 1).data?.results;
  const places = useNamedPlaces(zoom >= regionZoom);
  useCountryBorders(regions);
  useHiddenPlaces(useNamesakes(zoom < districtZoom ? regions : districts, places));
  return (
    <>
      <Areas
        kind="region"
        rows={regions}
        maxzoom={regionEnd}
        isForemost={zoom < districtZoom}
        {...{ shown, figures, chosen, hidden, places }}
      />
      <Areas
        kind="district"
        rows={districts}
        minzoom={districtZoom}
        isForemost={zoom >= districtZoom}
        {...{ shown, figures, chosen, hidden, places }}
      />
    </>
  );
}

type AreasProps = Omit<Props, "zoom"> & {
  kind: "region" | "district";
  rows: readonly Territory[] | undefined;
  minzoom?: number;
  /** Of the names only: borders stay. */
  maxzoom?: number;
  /** Settlements that are labelled now. */
  places: readonly Place[];
  /** Those after which an area is called carry its label: from near by a district's, else a region's. */
  isForemost: boolean;
};

function Areas({
  kind,
  rows = none,
  minzoom = 0,
  maxzoom = 24,
  places,
  isForemost,
  shown,
  figures,
  chosen,
  hidden,
}: AreasProps) {
  const { t } = useTranslation("map");
  const format = useFormat();
  const without = hidden?.kind === kind ? hidden.id : undefined;
  const areas = useMemo(() => areasOf(rows.filter(({ id }) => id !== without)), [rows, without]);
  const labels = useMemo(
    () =>
      rows.map((row) => {
        const known = { ...noFigures, ...figures?.get(`${kind}-${row.id}`), area_m2: row.area_m2 };
        return { ...row, label: labelText(format.name(row.name), known, shown, { t, format }) };
      }),
    [rows, format, figures, shown, t, kind],
  );
  const { rest, ofPlaces } = useMemo(() => {
    const placed = labels.map((row) => ({ ...row, place: namesakeOf(places, row) }));
    return {
      rest: labelsOf(placed.filter(({ place }) => !place)),
      ofPlaces: featureCollection(
        isForemost ? placed : [],
        ({ place }) => place && { type: "Point", coordinates: [place.longitude, place.latitude] },
        ({ id, label, place }) => ({ id, label, capital: place?.isCapital === true }),
      ),
    };
  }, [labels, places, isForemost]);
  const isChosen = hasId(chosen?.kind === kind ? chosen.id : 0);
  return (
    <>
      <Source id={`${kind}-areas`} type="geojson" data={areas}>
        <Layer
          id={`hit-${kind}`}
          type="fill"
          beforeId="slot-areas"
          minzoom={minzoom}
          paint={{
            "fill-color": ["case", isChosen, colors.chosen, colors.border],
            // From afar, and on the globe, the country stands out among the others.
            "fill-opacity": [
              "interpolate",
              ["linear"],
              ["zoom"],
              2,
              ["case", isChosen, 0.5, 0.35],
              5,
              ["case", isChosen, 0.14, 0.04],
            ],
          }}
        />
        <Layer
          id={`${kind}-halo`}
          type="line"
          beforeId="slot-lines"
          minzoom={Math.max(minzoom, 7)}
          layout={{ "line-join": "round" }}
          paint={{
            "line-color": colors.halo,
            "line-width": ["case", isChosen, 5.2, kind === "region" ? 3.4 : 2.4],
            "line-opacity": 0.65,
          }}
        />
        <Layer
          id={`${kind}-line`}
          type="line"
          beforeId="slot-lines"
          minzoom={kind === "district" ? minzoom : 0}
          layout={{ "line-join": "round", "line-sort-key": ["case", isChosen, 1, 0] }}
          paint={{
            "line-color": ["case", isChosen, colors.chosen, colors.border],
            "line-width": ["case", isChosen, 2.6, kind === "region" ? 1.4 : 0.8],
          }}
        />
      </Source>
      <NamesakeLayers kind={kind} data={ofPlaces} />
      <Source id={`${kind}-names`} type="geojson" data={rest}>
        <Layer
          id={`${kind}-label`}
          type="symbol"
          beforeId="slot-labels"
          minzoom={kind === "region" ? regionZoom : minzoom}
          maxzoom={maxzoom}
          layout={{
            "text-field": ["get", "label"],
            "text-font": mapFont,
            "text-size": kind === "region" ? 13 : 12,
            "text-max-width": 11,
            "text-padding": 4,
            // Signs of records that stand in the middle push a name aside, and do not hide it.
            "text-variable-anchor-offset": labelsWithin(...aside[kind]),
            "text-justify": "auto",
          }}
          paint={{
            "text-color": colors.label,
            "text-halo-color": colors.halo,
            "text-halo-width": 1.6,
          }}
        />
      </Source>
    </>
  );
}

/** Names of areas at the settlements that they are called after: one name for both, where the settlement is. */
function NamesakeLayers({ kind, data }: { kind: "region" | "district"; data: FeatureCollection }) {
  const isReady = useSymbols(settlementSymbols);
  if (!isReady) return null;
  const layout = {
    ...settlementLayout,
    "text-field": ["get", "label"],
  } satisfies SymbolLayerSpecification["layout"];
  const paint = {
    "text-color": colors.label,
    "text-halo-color": colors.halo,
    "text-halo-width": 1.6,
  };
  return (
    <Source id={`${kind}-namesakes`} type="geojson" data={data}>
      <Layer
        id={`${kind}-namesake-label`}
        type="symbol"
        beforeId="slot-labels"
        filter={["!", ["get", "capital"]]}
        layout={{ ...layout, "text-size": 12.5 }}
        paint={paint}
      />
      <Layer
        id={`${kind}-capital-label`}
        type="symbol"
        beforeId="slot-capital"
        filter={["get", "capital"]}
        layout={{
          ...layout,
          "text-size": ["interpolate", ["linear"], ["zoom"], 4, 12, 9, 16],
          "text-overlap": "always",
        }}
        paint={paint}
      />
    </Source>
  );
}

const none: readonly Territory[] = [];
/** Ems off its middle to which a name may be pushed: a region is a hundred pixels wide when it is first named. */
const aside = { region: [1.2, 2.4, 3.8, 5.5], district: [1.2, 2.2] };
const noFigures: AreaFigures = { area_m2: null, trees: null, green: null };

function areasOf(rows: readonly Territory[]): FeatureCollection {
  return featureCollection(
    rows,
    (row) => row.boundary,
    (row) => ({ id: row.id }),
  );
}

function labelsOf(
  rows: readonly { id: number; label: string; center: Territory["center"] }[],
): FeatureCollection {
  return featureCollection(
    rows,
    (row) => (row.center ? { type: "Point", coordinates: row.center } : null),
    ({ id, label }) => ({ id, label }),
  );
}

/** The settlements after which areas are called. */
const useNamesakes = (rows: readonly Territory[] = none, places: readonly Place[]) =>
  useMemo(() => rows.flatMap((row) => namesakeOf(places, row) ?? []), [rows, places]);
