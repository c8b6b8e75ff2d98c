import "./map-worker.ts";
import type { BaseMapFacts } from "@nihol/contract/imagery/base-map";
import {
  AttributionControl,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
} from "@vis.gl/react-maplibre";
import type { Map as MapLibreMap, SkySpecification } from "maplibre-gl";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { cx } from "../lib/cx.ts";
import { currentLanguage } from "../lib/text/i18n.ts";
import { useDark } from "../lib/theme.ts";
import { schemaOf, useBaseMap } from "./base/base-map.ts";
import { baseStyle } from "./base/base-style.ts";
import type { BaseKind } from "./data/map-search.ts";
import { type Bounds, homeView, type View } from "./data/map-view-state.ts";
import { handleTileError, withCallHeaders } from "./data/tile-request.ts";
import { coversOf, fitPadding } from "./fit-padding.ts";
import { mapLib } from "./kept-map.ts";
import { BaseLabels } from "./layers/base-labels.tsx";
import { hitAt, hitLayers, type MapHit } from "./map-hit.ts";
import { MapFailure, useMapStart } from "./map-start.tsx";
import { MapTools } from "./map-tools.tsx";
import { useControlTexts } from "./use-control-texts.ts";
import { useFollowView } from "./use-follow-view.ts";

type MapViewProps = {
  /** Names the map for those who hear it; different for two maps on one screen. */
  label: string;
  /** The view at first, and where it goes when this changes. It moves by itself too and reports by `onView`. */
  view?: View | undefined;
  /** The view at first when there is no `view`; flies there when it comes later or changes. */
  bounds?: Bounds | null | undefined;
  onView?: ((view: View, bounds: Bounds) => void) | undefined;
  /** Gets what was pressed; null on bare ground. */
  onHit?: ((hit: MapHit | null) => void) | undefined;
  /** The base map; without it that of the theme. */
  base?: BaseKind | undefined;
  /** The Earth as a ball. Turning it on steps back until all of it is seen. */
  globe?: boolean | undefined;
  /** Whole country and full screen beside the buttons of the zoom. */
  tools?: boolean;
  /** Once, when the map can be used. */
  onReady?: (map: MapLibreMap) => void;
  /** Sources and layers (react-maplibre), popups, the parts of this folder. */
  children?: ReactNode;
  /** Panels that lie over the map, placed by their own classes. */
  overlay?: ReactNode;
  className?: string;
};

/**
 * The base map, its controls, theme and language; everything else comes as children.
 * `data-map-idle="true"` on the outer element says that all that is wanted is drawn.
 */
export function MapView(props: MapViewProps) {
  const facts = useBaseMap();
  if (facts) return <BaseMapView {...props} facts={facts} />;
  return <div data-map-idle="false" className={cx("h-full min-h-0 w-full", props.className)} />;
}

function BaseMapView({
  facts,
  label,
  view,
  bounds,
  onView,
  onHit,
  base,
  globe = false,
  tools = false,
  onReady,
  children,
  overlay,
  className,
}: MapViewProps & { facts: BaseMapFacts }) {
  const id = useId();
  const outer = useRef<HTMLDivElement>(null);
  /** From the moment on when it can be used. */
  const [map, setMap] = useState<MapLibreMap | null>(null);
  const last = useRef<View | undefined>(view);
  const isThemeDark = useDark();
  const isDark = base ? base === "dark" : isThemeDark;
  // The style begins so and is never exchanged: the state below follows.
  const [style] = useState(() => baseStyle(isDark, facts));
  const [pointing, setPointing] = useState(false);
  const [isTall, setTall] = useState(false);
  const start = useMapStart();
  const { texts, language } = useControlTexts(label, map);

  useEffect(() => {
    map?.setGlobalStateProperty("dark", isDark);
  }, [map, isDark]);
  useGlobeFlight(map, globe);
  // Where an address names a place it is begun there: the bounds that are there already are not flown to.
  const begun = useRef(bounds?.join()).current;
  useFlight(map, outer, bounds, begun);
  useMapWidth(outer);
  const reportView = useFollowView(map, view, reducedMotion() ? 0 : 700);

  function setIdle(idle: boolean) {
    if (outer.current) outer.current.dataset.mapIdle = String(idle);
  }

  function tellView({ target }: { target: MapLibreMap }) {
    // A screen that has gone may still be told, until the map is taken out of it.
    if (!outer.current) return;
    const { lng, lat } = target.getCenter();
    last.current = { longitude: lng, latitude: lat, zoom: target.getZoom() };
    reportView(last.current);
    const box = target.getBounds();
    onView?.(last.current, [box.getWest(), box.getSouth(), box.getEast(), box.getNorth()]);
  }

  function handleLoad(event: { target: MapLibreMap }) {
    const instance = event.target;
    setMap(instance);
    tellView(event);
    // Hands the map to the tests, which ask it for what is drawn.
    Object.assign(outer.current ?? {}, { map: instance });
    setTall((outer.current?.clientHeight ?? 0) >= toolsHeight);
    if (isEmbedded(outer.current)) instance.cooperativeGestures.enable();
    onReady?.(instance);
  }

  const startView =
    last.current ??
    (bounds
      ? {
          bounds: [...bounds] as [number, number, number, number],
          // Asked when the map is made: only then its size, and what lies over it, are known.
          fitBoundsOptions: {
            get padding() {
              return paddingOf(outer.current, bounds);
            },
            maxZoom: 18,
          },
        }
      : homeView);
  return (
    <div
      id={id}
      ref={outer}
      data-map-idle={start.failure ? "failed" : "false"}
      data-globe={globe || undefined}
      className={cx("group/map relative isolate h-full min-h-0 w-full overflow-hidden", className)}
    >
      <MapLibre
        key={start.attempt}
        mapLib={mapLib}
        initialViewState={startView}
        mapStyle={style}
        projection={globe ? "globe" : "mercator"}
        sky={globe ? globeSky : undefined}
        locale={texts}
        transformRequest={withCallHeaders}
        interactiveLayerIds={onHit ? hitLayers : none}
        cursor={pointing ? "pointer" : ""}
        fadeDuration={reducedMotion() ? 0 : 150}
        maxPitch={0}
        dragRotate={false}
        touchPitch={false}
        attributionControl={false}
        onLoad={handleLoad}
        onMoveEnd={tellView}
        onIdle={() => setIdle(true)}
        onMoveStart={() => setIdle(false)}
        onData={(event) => {
          setIdle(false);
          if ("sourceId" in event && event.sourceId === "countries" && event.isSourceLoaded)
            event.target.setGlobalStateProperty("countries", true);
        }}
        onMouseEnter={() => setPointing(true)}
        onMouseLeave={() => setPointing(false)}
        onClick={(event) => onHit?.(hitAt(event.target, event.point))}
        // Without a target there is no map: it could not be started.
        onError={(event) =>
          event.target ? void handleTileError(event.target, event) : start.refuse(event.error)
        }
      >
        <AttributionControl key={`by-${language}`} position="bottom-right" compact={false} />
        <NavigationControl key={`zoom-${language}`} position="bottom-right" showCompass={false} />
        {tools && isTall && <MapTools container={id} language={language} />}
        <ScaleControl key={`scale-${language}`} position="bottom-left" />
        <BaseLabels language={currentLanguage()} schema={schemaOf(facts)} />
        {children}
      </MapLibre>
      <span aria-hidden data-print="no" className="map-wait" />
      {start.failure ? <MapFailure error={start.failure} onRetry={start.retry} /> : overlay}
    </div>
  );
}

/** Pixels of width from which something that lies over a map looks different. */
const mapWidths = [240, 416, 512, 768];

/**
 * Writes on the map which of `mapWidths` it reaches: `data-map-from="240 416"`. A container query would ask for the same,
 * but within such a container Chromium sometimes leaves all unseen after it was hidden, and the map stayed blank
 * (https://issues.chromium.org/issues/497855657).
 */
function useMapWidth(outer: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = outer.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const reached = mapWidths.filter((from) => element.clientWidth >= from);
      element.dataset.mapFrom = reached.join(" ");
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [outer]);
}

/** Zoom at which the whole ball is in sight, and the one from which it looks like a sheet. */
const globeZoom = { whole: 2.1, flat: 5 };

/** A rim of light around the ball, gone before one is near enough to work. */
const globeSky: SkySpecification = {
  "atmosphere-blend": ["interpolate", ["linear"], ["zoom"], 0, 0.35, 4, 0.25, 6, 0],
};

/** Steps back to see the ball when it is turned on, and forward to the country when it is turned off. */
function useGlobeFlight(map: MapLibreMap | null, globe: boolean): void {
  const before = useRef(globe);
  useEffect(() => {
    if (before.current === globe) return;
    before.current = globe;
    const zoom = map?.getZoom() ?? 0;
    const duration = reducedMotion() ? 0 : 1200;
    if (globe && zoom > globeZoom.flat - 1) map?.flyTo({ zoom: globeZoom.whole, duration });
    if (!globe && zoom < globeZoom.flat) {
      const { longitude, latitude } = homeView;
      map?.flyTo({ center: [longitude, latitude], zoom: homeView.zoom, duration });
    }
  }, [map, globe]);
}

/** Flies when the bounds become others than those it began with or flew to last. */
function useFlight(
  map: MapLibreMap | null,
  outer: React.RefObject<HTMLElement | null>,
  bounds: Bounds | null | undefined,
  begun: string | undefined,
): void {
  const last = useRef(begun);
  const key = bounds?.join();
  useEffect(() => {
    if (!map || key === undefined || last.current === key) return;
    last.current = key;
    const [west = 0, south = 0, east = 0, north = 0] = key.split(",").map(Number);
    const duration = reducedMotion() ? 0 : 700;
    const padding = paddingOf(outer.current, [west, south, east, north]);
    map.fitBounds([west, south, east, north], { padding, maxZoom: 18, duration });
  }, [map, outer, key]);
}

/** Padding that must stay free around these bounds, for what lies over the map now. */
function paddingOf(outer: HTMLElement | null, bounds: Bounds) {
  if (!outer) return 0;
  const size = { width: outer.clientWidth, height: outer.clientHeight };
  return fitPadding(size, bounds, coversOf(outer));
}

/** Pixels of a map in which all buttons stand below one another beside its panel. */
const toolsHeight = 340;

/** A map that fills the screen takes the wheel; one within a page that scrolls leaves it to the page (Ctrl zooms). */
function isEmbedded(outer: HTMLElement | null): boolean {
  return outer !== null && outer.clientHeight < 0.6 * window.innerHeight;
}

const none: string[] = [];

function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
