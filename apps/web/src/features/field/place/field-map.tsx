import type { MultiPolygon } from "@nihol/contract/values/geometry";
import type { ReportPlace } from "@nihol/contract/values/planting/report-place";
import { positionsOf } from "@nihol/contract/values/planting/report-place";
import { circleRing } from "@nihol/geo/draw-plots";
import { type MouseEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { Position } from "../../../lib/device-position.ts";
import { useFormat } from "../../../lib/text/format.ts";
import { box, frameAround, type MapFrame, scaleBarMetres } from "./map-frame.ts";
import { metresToArea, type Place } from "./way.ts";

/** A plot of a survival visit. */
export interface MapPlot extends Place {
  number: number;
  radiusM: number;
  isCounted: boolean;
  isChosen: boolean;
}

/** A pit that an image shows empty. */
export interface MapPit extends Place {
  number: number;
  isAnswered: boolean;
  isChosen: boolean;
}

type Props = {
  boundary: MultiPolygon | null;
  plots?: readonly MapPlot[] | undefined;
  /** Pits that were dug and hold no plant. */
  pits?: readonly MapPit[] | undefined;
  me?: Position | undefined;
  place?: ReportPlace | null | undefined;
  /** A press on the ground; left out, the map is only looked at. */
  onPress?: ((position: [lon: number, lat: number]) => void) | undefined;
};

/** Whoever is further away than that would make a dot of the garden, metres. */
const nearM = 1_500;

function positionsIn({ boundary, plots = [], me, place }: Props): [number, number][] {
  const ground = (boundary?.coordinates.flat(2) ?? []).map(([lon, lat]): [number, number] => [
    lon,
    lat,
  ]);
  const circles = plots.flatMap((plot) =>
    circleRing(plot, plot.radiusM).map(([lon, lat]): [number, number] => [lon, lat]),
  );
  const isNear = me && (!boundary || metresToArea(me, boundary) < nearM);
  const own: [number, number][] = me && isNear ? [[me.longitude, me.latitude]] : [];
  const fixed = [...ground, ...circles, ...own];
  return place ? [...fixed, ...positionsOf(place)] : fixed;
}

const pathOf = (frame: MapFrame, line: readonly (readonly number[])[], end = "") =>
  `M${line
    .map(([lon = 0, lat = 0]) =>
      frame
        .toBox([lon, lat])
        .map((n) => n.toFixed(1))
        .join(" "),
    )
    .join("L")}${end}`;

/** The garden's outline with plots, what is being recorded and where one stands: drawn, without tiles. */
export function FieldMap(props: Props) {
  const { t } = useTranslation("field");
  const { boundary, plots = [], pits = [], me, place, onPress } = props;
  const positions = positionsIn(props);
  const key = JSON.stringify(positions.map((one) => one.map((n) => n.toFixed(6))));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what of the positions has changed
  const frame = useMemo(() => frameAround(positions), [key]);
  if (!frame)
    return <p className="rounded-lg bg-sunken px-3 py-6 text-center text-ink-2">{t("no_map")}</p>;
  const drawing = (
    <svg
      role="img"
      aria-label={t("map_label")}
      viewBox={`0 0 ${box.width} ${box.height}`}
      className="block w-full rounded-lg bg-sunken"
    >
      {boundary && (
        <path
          d={boundary.coordinates
            .flat()
            .map((ring) => pathOf(frame, ring, "Z"))
            .join("")}
          fillRule="evenodd"
          strokeLinejoin="round"
          strokeWidth={2}
          className="fill-accent-soft stroke-accent"
        />
      )}
      {pits.map((pit) => (
        <PitDot key={pit.number} frame={frame} pit={pit} />
      ))}
      {plots.map((plot) => (
        <PlotCircle key={plot.number} frame={frame} plot={plot} />
      ))}
      {place && <Recorded frame={frame} place={place} />}
      {me && <Me frame={frame} me={me} />}
      <ScaleBar frame={frame} />
    </svg>
  );
  if (!onPress) return drawing;
  function handlePress({ currentTarget, clientX, clientY }: MouseEvent<HTMLButtonElement>) {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    if (!frame || !onPress || width === 0) return;
    onPress(
      frame.fromBox(
        ((clientX - left) / width) * box.width,
        ((clientY - top) / height) * box.height,
      ),
    );
  }
  return (
    <button
      type="button"
      aria-label={t("map_press")}
      onClick={handlePress}
      className="block w-full rounded-lg"
    >
      {drawing}
    </button>
  );
}

function PitDot({ frame, pit }: { frame: MapFrame; pit: MapPit }) {
  const [cx, cy] = frame.toBox([pit.longitude, pit.latitude]);
  return (
    <circle
      cx={cx}
      cy={cy}
      r={pit.isChosen ? 6 : 2.5}
      strokeWidth={pit.isChosen ? 3 : 1}
      className={`stroke-act ${pit.isAnswered ? "fill-surface" : "fill-act"}`}
    />
  );
}

function PlotCircle({ frame, plot }: { frame: MapFrame; plot: MapPlot }) {
  const [x, y] = frame.toBox([plot.longitude, plot.latitude]);
  // Never so small that its number cannot be read.
  const radius = Math.max(9, plot.radiusM * frame.scale);
  return (
    <g>
      <circle
        cx={x}
        cy={y}
        r={radius}
        strokeWidth={plot.isChosen ? 3 : 1.5}
        className={`stroke-info ${plot.isCounted ? "fill-info-soft" : "fill-surface"}`}
      />
      <text
        x={x}
        y={y}
        dy="0.35em"
        textAnchor="middle"
        className="fill-info text-2xs font-semibold"
      >
        {plot.number}
      </text>
    </g>
  );
}

function Recorded({ frame, place }: { frame: MapFrame; place: ReportPlace }) {
  const positions = positionsOf(place);
  return (
    <g className="fill-none stroke-watch">
      {place.type === "LineString" && <path d={pathOf(frame, positions)} strokeWidth={3} />}
      {place.type === "Polygon" && (
        <path
          d={pathOf(frame, positions, "Z")}
          strokeWidth={2.5}
          className="fill-watch-soft"
          fillOpacity={0.6}
        />
      )}
      {place.type !== "LineString" &&
        positions.map((position) => {
          const [cx, cy] = frame.toBox(position);
          return <circle key={position.join()} cx={cx} cy={cy} r={4} className="fill-watch" />;
        })}
    </g>
  );
}

function Me({ frame, me }: { frame: MapFrame; me: Position }) {
  const [cx, cy] = frame.toBox([me.longitude, me.latitude]);
  return (
    <g>
      <circle
        cx={cx}
        cy={cy}
        r={me.accuracyM * frame.scale}
        className="fill-info"
        fillOpacity={0.15}
      />
      <circle cx={cx} cy={cy} r={6} strokeWidth={2} className="fill-info stroke-surface" />
    </g>
  );
}

function ScaleBar({ frame }: { frame: MapFrame }) {
  const { t } = useTranslation("field");
  const format = useFormat();
  const metres = scaleBarMetres(frame.scale);
  const [x, y] = [10, box.height - 10];
  return (
    <g className="stroke-ink-2">
      <path d={`M${x} ${y - 4}v4h${metres * frame.scale}v-4`} strokeWidth={1.5} fill="none" />
      <text x={x + 4} y={y - 5} stroke="none" className="fill-ink-2 text-2xs">
        {t("metres", { n: format.number(metres) })}
      </text>
    </g>
  );
}
