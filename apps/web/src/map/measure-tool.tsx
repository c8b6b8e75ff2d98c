import { geodesicLengthM } from "@nihol/geo/line-length";
import { geodesicAreaM2 } from "@nihol/geo/polygon";
import { Layer, Marker, Source } from "@vis.gl/react-maplibre";
import type { Feature } from "geojson";
import { Crosshair, Trash2, Undo2, X } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormat } from "../lib/text/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { colors } from "./data/map-style.ts";
import { useMapPress } from "./use-map-press.ts";

type Corner = readonly [lon: number, lat: number];

/** Measures a way, and the ground that it goes around from three corners on; a child of the map. */
export function MeasureTool({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(["map", "app"]);
  const [line, setLine] = useState<readonly Corner[]>([]);
  const add = ({ lng, lat }: { lng: number; lat: number }) =>
    setLine((before) => [...before, [lng, lat]]);
  const map = useMapPress(add);
  return (
    <>
      <MeasureLayers line={line} />
      {line.map(([longitude, latitude], index) => (
        <Marker
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner is its place in the line
          key={index}
          {...{ longitude, latitude }}
          draggable
          onDrag={({ lngLat }) =>
            setLine(line.map((one, at) => (at === index ? [lngLat.lng, lngLat.lat] : one)))
          }
        >
          <span className="block size-3.5 cursor-grab rounded-full border-3 border-[#1b7fb0] bg-white active:cursor-grabbing pointer-coarse:size-6" />
        </Marker>
      ))}
      <section
        data-map-cover="top-left"
        aria-label={t("measure")}
        className="popup absolute top-2.5 left-2.5 z-10 grid max-w-[min(17rem,calc(100%-5rem))] gap-1 p-2"
      >
        <div className="flex gap-0.5">
          <IconButton
            label={t("measure_center")}
            onClick={() => {
              const center = map?.getCenter();
              if (center) add(center);
            }}
          >
            <Crosshair />
          </IconButton>
          <IconButton
            label={t("measure_undo")}
            disabled={line.length === 0}
            onClick={() => setLine(line.slice(0, -1))}
          >
            <Undo2 />
          </IconButton>
          <IconButton
            label={t("measure_clear")}
            disabled={line.length === 0}
            onClick={() => setLine([])}
          >
            <Trash2 />
          </IconButton>
          <IconButton label={t("measure_end")} onClick={onClose}>
            <X />
          </IconButton>
        </div>
        <Measured line={line} />
      </section>
    </>
  );
}

/** The same areas as everywhere: on the ellipsoid, in hectares. */
function Measured({ line }: { line: readonly Corner[] }) {
  const { t } = useTranslation(["map", "app"]);
  const format = useFormat();
  const meters = geodesicLengthM(line);
  const [first] = line;
  const area =
    first && line.length > 2
      ? geodesicAreaM2({ type: "Polygon", coordinates: [[...line, first].map((one) => [...one])] })
      : null;
  const length =
    meters < 1000
      ? `${format.number(meters, meters < 100 ? 1 : 0)} ${t("meters")}`
      : `${format.number(meters / 1000, 2)} ${t("kilometers")}`;
  return (
    <div aria-live="polite" className="numeric px-1 text-sm">
      {line.length < 2 ? (
        <p className="text-ink-2">{t("measure_hint")}</p>
      ) : (
        <p>{t("measure_length", { length })}</p>
      )}
      {area !== null && (
        <p>{t("measure_area", { area: `${format.hectares(area)} ${t("app:hectares")}` })}</p>
      )}
    </div>
  );
}

function MeasureLayers({ line }: { line: readonly Corner[] }) {
  const data = useMemo<Feature>(() => {
    const [first] = line;
    const isClosed = first && line.length > 2;
    const corners = line.map((one) => [...one]);
    return {
      type: "Feature",
      properties: {},
      geometry: isClosed
        ? { type: "Polygon", coordinates: [[...corners, [...first]]] }
        : { type: "LineString", coordinates: corners },
    };
  }, [line]);
  const way = useMemo<Feature>(
    () => ({
      type: "Feature",
      properties: {},
      geometry: { type: "LineString", coordinates: line.map((one) => [...one]) },
    }),
    [line],
  );
  return (
    <>
      <Source id="measured-ground" type="geojson" data={data}>
        <Layer
          id="measured-ground"
          type="fill"
          paint={{ "fill-color": colors.chosen, "fill-opacity": 0.15 }}
        />
      </Source>
      <Source id="measured-way" type="geojson" data={way}>
        <Layer
          id="measured-halo"
          type="line"
          paint={{ "line-color": colors.halo, "line-width": 6, "line-opacity": 0.8 }}
        />
        <Layer
          id="measured-way"
          type="line"
          paint={{ "line-color": colors.chosen, "line-width": 3 }}
        />
      </Source>
    </>
  );
}
