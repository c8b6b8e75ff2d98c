/**
 * One MapLibre map for the session. Its element moves into the screen that shows a map, and waits outside the page
 * between two of them, so that the graphics context, the base map and its tiles are made once. A second map beside it,
 * such as the other half of a comparison or one in a dialog, is its own and ends with its place.
 */

import type { Map as MapLibreMap, MapOptions } from "maplibre-gl";
import * as maplibre from "maplibre-gl";

type KeptMap = {
  map: MapLibreMap;
  /** Element that MapLibre drew into, which is moved. */
  frame: HTMLElement;
  /** What MapLibre itself listens to; all other listeners are a screen's. */
  own: ReadonlySet<unknown>;
  isShown: boolean;
  /** True once `load` has been fired: the next screen is told by hand. */
  hasLoaded: boolean;
};

let kept: KeptMap | undefined;

/** MapLibre for `<Map mapLib>` of react-maplibre: its `new Map` gives the kept one where that is free. */
export const mapLib = {
  ...maplibre,
  Map: new Proxy(maplibre.Map, {
    construct: (_, [options]: [MapOptions]) => openMap(options),
  }),
};

/** @throws when the browser has no graphics context to give */
function openMap(options: MapOptions): MapLibreMap {
  const { container } = options;
  if (kept?.isShown || typeof container === "string") return new maplibre.Map(options);
  // The browser may have taken its context away meanwhile.
  if (kept?.map.painter.context.gl.isContextLost()) {
    maplibre.Map.prototype.remove.call(kept.map);
    kept = undefined;
  }
  kept ??= makeMap(options, container);
  kept.isShown = true;
  if (kept.frame.parentElement !== container) enter(kept, options, container);
  return kept.map;
}

function makeMap(options: MapOptions, container: HTMLElement): KeptMap {
  const frame = document.createElement("div");
  frame.className = "map-frame";
  container.append(frame);
  const map = new maplibre.Map({ ...options, container: frame });
  const own = new Set<unknown>([
    ...Object.values(map._listeners ?? {}).flat(),
    ...Object.values(map._oneTimeListeners ?? {}).flat(),
  ]);
  const made: KeptMap = { map, frame, own, isShown: true, hasLoaded: false };
  const begin = () => {
    made.hasLoaded = true;
  };
  own.add(begin);
  map.once("load", begin);
  // Its screen ends it as it would end its own.
  Object.assign(map, { remove: () => leave(made) });
  return made;
}

/** Moves the map into its next place, with the view that a new one would begin with. */
function enter({ map, frame, hasLoaded }: KeptMap, options: MapOptions, container: HTMLElement) {
  // Before its controls are made: the reader may have chosen another language on a screen without a map.
  Object.assign(map._locale, options.locale);
  container.append(frame);
  map.resize();
  const { center, zoom, bounds, fitBoundsOptions } = options;
  if (bounds) map.fitBounds(bounds, { ...fitBoundsOptions, duration: 0 });
  else map.jumpTo({ center, zoom });
  // After its screen listens: that a map can be used is said to each anew.
  if (hasLoaded) queueMicrotask(() => map.fire("load"));
  map.triggerRepaint();
}

/**
 * Takes the map out of its screen, with all that listens to it. Layers, popups and controls are taken off by their
 * components, which end after this.
 */
function leave(one: KeptMap): void {
  const { map, frame, own, hasLoaded } = one;
  map.stop();
  // MapLibre's own came first.
  for (const listeners of [map._listeners, map._oneTimeListeners])
    for (const list of Object.values(listeners ?? {}))
      list.splice(list.filter((listener) => own.has(listener)).length);
  map.getCanvas().style.cursor = "";
  map.cooperativeGestures.disable();
  if (hasLoaded) map.setProjection({ type: "mercator" });
  // A picture for the printer that nobody waits for any longer has another.
  if (map.getPixelRatio() !== devicePixelRatio) map.setPixelRatio(devicePixelRatio);
  frame.remove();
  one.isShown = false;
}
