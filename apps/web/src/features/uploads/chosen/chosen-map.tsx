import type { HeaderPlace } from "@nihol/geo/tiff/image-header";
import { useMap } from "@vis.gl/react-maplibre";
import type { MapLayerMouseEvent } from "maplibre-gl";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Bounds } from "../../../map/data/map-view-state.ts";
import { useOwnView } from "../../../map/data/own-view.ts";
import LiveMap from "../../../map/live-map.tsx";
import type { ChosenFile } from "./chosen-files.ts";

type Props = {
  files: readonly ChosenFile[];
  active: string | null;
  onActive: (key: string | null) => void;
  onPress: (key: string) => void;
};

/** Where the chosen files lie and how they look, before they are sent. Loaded lazily: it holds MapLibre. */
export default function ChosenMap({ files, active, onActive, onPress }: Props) {
  const { t } = useTranslation("uploads");
  const view = useOwnView({ layers: "gardens" });
  const placed = useMemo(() => files.flatMap(placeOf), [files]);
  const shapes = useMemo(
    () =>
      placed.map(({ key, ring }, n) => ({
        id: n + 1,
        geometry: { type: "Polygon" as const, coordinates: [ring] },
        chosen: key === active,
      })),
    [placed, active],
  );
  // While files are read the map stays: it would fly on with each of them.
  const isReading = files.some(({ read }) => read === null);
  const all = useMemo(() => boundsOf(placed), [placed]);
  const [bounds, setBounds] = useState(all);
  useEffect(() => {
    if (!isReading) setBounds(all);
  }, [isReading, all]);
  const keyOf = (id: number) => placed[id - 1]?.key ?? null;
  return (
    <LiveMap
      label={t("map")}
      {...view}
      bounds={bounds}
      of={{
        shapes,
        onShape: (id) => {
          const key = keyOf(id);
          if (key) onPress(key);
        },
        image: null,
      }}
      panel="none"
    >
      {placed.map(
        ({ key, canvas, corners }) =>
          canvas && <PreviewLayer key={key} id={`view-${key}`} canvas={canvas} corners={corners} />,
      )}
      <HoverShape onHover={(id) => onActive(id === null ? null : keyOf(id))} />
    </LiveMap>
  );
}

function placeOf({ key, read }: ChosenFile) {
  if (!read || read === "unreadable" || !read.header?.place) return [];
  const { ring, corners, bbox } = read.header.place;
  return [{ key, ring, corners, bbox, canvas: read.view?.canvas ?? null }];
}

function boundsOf(placed: readonly { bbox: Bounds }[]): Bounds | null {
  if (placed.length === 0) return null;
  const all = (i: number) => placed.map(({ bbox }) => bbox[i] ?? 0);
  return [Math.min(...all(0)), Math.min(...all(1)), Math.max(...all(2)), Math.max(...all(3))];
}

/** Layer of the base map's style below which thumbnails lie. */
const slot = "slot-areas";

type ViewProps = { id: string; canvas: HTMLCanvasElement; corners: HeaderPlace["corners"] };

/**
 * Thumbnail of a chosen file at its place on the map. Added to the map directly: react-maplibre has no canvas source, and a
 * data: URL would be fetched, which connect-src of the panel's content security policy forbids.
 */
function PreviewLayer({ id, canvas, corners }: ViewProps) {
  const map = useMap().current?.getMap();
  useEffect(() => {
    if (!map) return;
    const add = () => {
      map.addSource(id, { type: "canvas", canvas, coordinates: corners, animate: false });
      map.addLayer({ id, type: "raster", source: id, paint: { "raster-fade-duration": 0 } }, slot);
    };
    // A file that was read before the map has come waits for its style.
    if (map.getLayer(slot)) add();
    else map.once("style.load", add);
    return () => {
      map.off("style.load", add);
      // The map may have gone before its parts.
      if (!map.style || !map.getLayer(id)) return;
      map.removeLayer(id);
      map.removeSource(id);
    };
  }, [map, id, canvas, corners]);
  return null;
}

/** Tells the outline under the pointer, null when it leaves. Subscribes anew at each render: `onHover` is another one each time. */
function HoverShape({ onHover }: { onHover: (id: number | null) => void }) {
  const map = useMap().current;
  useEffect(() => {
    if (!map) return;
    const enter = (event: MapLayerMouseEvent) =>
      onHover(Number(event.features?.[0]?.properties.id ?? 0) || null);
    const leave = () => onHover(null);
    map.on("mousemove", "hit-shape", enter);
    map.on("mouseleave", "hit-shape", leave);
    return () => {
      map.off("mousemove", "hit-shape", enter);
      map.off("mouseleave", "hit-shape", leave);
    };
  });
  return null;
}
