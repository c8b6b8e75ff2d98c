import type { Polygon } from "@nihol/contract/values/geometry";
import { geodesicLengthM } from "@nihol/geo/line-length";
import { geodesicAreaM2 } from "@nihol/geo/polygon";
import { Layer, Source } from "@vis.gl/react-maplibre";
import { Crosshair, Trash2, Undo2, X } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { cx } from "../lib/cx.ts";
import { useFormat } from "../lib/text/format.ts";
import { IconButton } from "../ui/icon-button.tsx";
import { featureCollection } from "./data/feature-collection.ts";
import { colors } from "./data/map-style.ts";
import { WayCorners, WayLayers } from "./layers/way-layers.tsx";
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
      <GroundLayer line={line} />
      <WayLayers line={line} />
      <WayCorners
        line={line}
        onDrag={(index, { lng, lat }) =>
          setLine(line.map((one, at) => (at === index ? [lng, lat] : one)))
        }
      />
      <section
        data-map-cover="top-left"
        aria-label={t("measure")}
        className="popup absolute top-2.5 inset-s-2.5 z-10 grid max-w-[min(17rem,calc(100%-5rem))] gap-1 p-2"
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

/** The ground within a way of three corners or more; null where there is none. */
function groundWithin(line: readonly Corner[]): Polygon | null {
  const [first] = line;
  if (!first || line.length < 3) return null;
  return { type: "Polygon", coordinates: [[...line, first].map(([lon, lat]) => [lon, lat])] };
}

/** The same areas as everywhere: on the ellipsoid, in hectares. */
function Measured({ line }: { line: readonly Corner[] }) {
  const { t } = useTranslation(["map", "app"]);
  const format = useFormat();
  const meters = geodesicLengthM(line);
  const ground = groundWithin(line);
  const length =
    meters < 1000
      ? `${format.number(meters, meters < 100 ? 1 : 0)} ${t("meters")}`
      : `${format.number(meters / 1000, 2)} ${t("kilometers")}`;
  return (
    <div aria-live="polite" className="numeric px-1 text-sm">
      <p className={cx(line.length < 2 && "text-ink-2")}>
        {line.length < 2 ? t("measure_hint") : t("measure_length", { length })}
      </p>
      {ground && (
        <p>
          {t("measure_area", {
            area: `${format.hectares(geodesicAreaM2(ground))} ${t("app:hectares")}`,
          })}
        </p>
      )}
    </div>
  );
}

function GroundLayer({ line }: { line: readonly Corner[] }) {
  const data = useMemo(
    () =>
      featureCollection(
        [line],
        (one) => groundWithin(one),
        () => ({}),
      ),
    [line],
  );
  return (
    <Source id="measured-ground" type="geojson" data={data}>
      <Layer
        id="measured-ground"
        type="fill"
        paint={{ "fill-color": colors.chosen, "fill-opacity": 0.15 }}
      />
    </Source>
  );
}
