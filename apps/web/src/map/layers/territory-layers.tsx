import { Layer, Source } from "@vis.gl/react-maplibre";
import type { FeatureCollection } from "geojson";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Format, useFormat } from "../../lib/text/format.ts";
import { featureCollection } from "../data/feature-collection.ts";
import { useDistricts, useRegions } from "../data/map-data.ts";
import type { LabelFigure } from "../data/map-search.ts";
import { colors, hasId, mapFont } from "../data/map-style.ts";
import { type AreaFigures, labelText } from "./label-text.ts";

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

/** Borders and names of regions and districts. */
export function TerritoryLayers({ zoom, shown, figures, chosen, hidden }: Props) {
  const regions = useRegions().data?.results;
  const districts = useDistricts(zoom >= districtZoom - 1).data?.results;
  return (
    <>
      <Areas
        kind="region"
        rows={regions}
        maxzoom={districtZoom + 1.5}
        {...{ shown, figures, chosen, hidden }}
      />
      <Areas
        kind="district"
        rows={districts}
        minzoom={districtZoom}
        {...{ shown, figures, chosen, hidden }}
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
};

function Areas({
  kind,
  rows = none,
  minzoom = 0,
  maxzoom = 24,
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
      labelsOf(rows, format, (row) =>
        labelText(
          format.name(row.name),
          { ...noFigures, ...figures?.get(`${kind}-${row.id}`), area_m2: row.area_m2 },
          shown,
          { t, format },
        ),
      ),
    [rows, format, figures, shown, t, kind],
  );
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
      <Source id={`${kind}-names`} type="geojson" data={labels}>
        <Layer
          id={`${kind}-label`}
          type="symbol"
          beforeId="slot-labels"
          minzoom={kind === "region" ? 5 : minzoom}
          maxzoom={maxzoom}
          layout={{
            "text-field": ["get", "label"],
            "text-font": mapFont,
            "text-size": kind === "region" ? 13 : 12,
            "text-max-width": 11,
            "text-padding": 4,
            // Signs of records that stand in the middle push a name aside, and do not hide it.
            "text-variable-anchor": ["center", "top", "bottom", "left", "right"],
            "text-radial-offset": 1.2,
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

const none: readonly Territory[] = [];
const noFigures: AreaFigures = { area_m2: null, trees: null, green: null };

function areasOf(rows: readonly Territory[]): FeatureCollection {
  return featureCollection(
    rows,
    (row) => row.boundary,
    (row) => ({ id: row.id }),
  );
}

function labelsOf(
  rows: readonly Territory[],
  format: Format,
  label: (row: Territory) => string,
): FeatureCollection {
  return featureCollection(
    rows,
    (row) => (row.center ? { type: "Point", coordinates: row.center } : null),
    (row) => ({ id: row.id, label: label(row), language: format.language }),
  );
}
