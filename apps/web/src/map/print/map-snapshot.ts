import type { Map as MapLibreMap } from "maplibre-gl";
import type { Bounds, View } from "../data/map-view-state.ts";

/** A map as it was shown: its pixels as the address of an image in this browser, and where that is. */
export type MapSnapshot = {
  url: string;
  /** Pixels of the screen. */
  width: number;
  height: number;
  view: View;
  bounds: Bounds;
  /** Names of the sources, as the map says them. */
  sources: string;
};

/** Pixels of paper for each of the screen: a map of 900 pixels has 250 to an inch on A4. */
const pixelRatio = 3;

/**
 * Draws the map once more with so many pixels that it is sharp on paper, and takes them.
 * @throws when the browser gives no image: it is short of memory
 */
export async function takeSnapshot(map: MapLibreMap): Promise<MapSnapshot> {
  const before = map.getPixelRatio();
  map.setPixelRatio(pixelRatio);
  try {
    await drawnWhole(map);
    const blob = await pixelsOf(map);
    if (!blob) throw new Error("no image of the map");
    const { lng, lat } = map.getCenter();
    const box = map.getBounds();
    const container = map.getContainer();
    return {
      url: URL.createObjectURL(blob),
      width: container.clientWidth,
      height: container.clientHeight,
      view: { longitude: lng, latitude: lat, zoom: map.getZoom() },
      bounds: [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()],
      sources: container.querySelector(".maplibregl-ctrl-attrib-inner")?.textContent ?? "",
    };
  } finally {
    map.setPixelRatio(before);
  }
}

const drawnWhole = (map: MapLibreMap) =>
  new Promise<void>((resolve) => {
    map.once("idle", () => resolve());
    map.triggerRepaint();
  });

/** The pixels are there only until the browser has painted them: taken within the frame. */
const pixelsOf = (map: MapLibreMap) =>
  new Promise<Blob | null>((resolve) => {
    map.once("render", () => map.getCanvas().toBlob(resolve, "image/png"));
    map.triggerRepaint();
  });
