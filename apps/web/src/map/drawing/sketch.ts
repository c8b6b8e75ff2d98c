/** Draws an outline on a map and hands it on at once: a circle by its centre and its edge, or a polygon corner by corner. */
import type { Map as MapLibreMap } from "maplibre-gl";
import { TerraDraw, TerraDrawCircleMode, TerraDrawMapLibreGLAdapter } from "./draw.ts";
import { ink, polygonMode } from "./drawing.ts";

export type LonLat = [lon: number, lat: number];
export type SketchMode = "circle" | "polygon";

const circleMode = () =>
  new TerraDrawCircleMode({
    segments: 32,
    drawInteraction: "click-move-or-drag",
    styles: { fillColor: ink, fillOpacity: 0.15, outlineColor: ink, outlineWidth: 3 },
  });

/** Starts on a map whose style is loaded. @returns what ends it */
export function startSketch(
  map: MapLibreMap,
  mode: SketchMode,
  onOutline: (outline: LonLat[]) => void,
): () => void {
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map }),
    modes: [mode === "circle" ? circleMode() : polygonMode()],
  });
  draw.start();
  draw.setMode(mode);
  draw.on("finish", (id) => {
    const geometry = draw.getSnapshotFeature(id)?.geometry;
    if (geometry?.type !== "Polygon") return;
    onOutline((geometry.coordinates[0] ?? []).map(([lon = 0, lat = 0]): LonLat => [lon, lat]));
  });
  return () => draw.stop();
}
