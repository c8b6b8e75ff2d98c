import { FullscreenControl, useControl } from "@vis.gl/react-maplibre";
import type { IControl, Map as MapLibreMap } from "maplibre-gl";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { coordinateText } from "../lib/text/coordinate-text.ts";
import { homeView } from "./data/map-view-state.ts";

/** A button above those of the zoom that steps back until the whole country is seen. */
class CountryControl implements IControl {
  private readonly label: string;
  private group: HTMLElement | undefined;

  constructor(label: string) {
    this.label = label;
  }

  onAdd(map: MapLibreMap): HTMLElement {
    const button = document.createElement("button");
    button.type = "button";
    button.title = this.label;
    button.setAttribute("aria-label", this.label);
    const icon = document.createElement("span");
    icon.className = "maplibregl-ctrl-icon map-country-icon";
    icon.setAttribute("aria-hidden", "true");
    button.append(icon);
    button.addEventListener("click", () => {
      const { longitude, latitude, zoom } = homeView;
      map.flyTo({ center: [longitude, latitude], zoom });
    });
    this.group = document.createElement("div");
    this.group.className = "maplibregl-ctrl maplibregl-ctrl-group";
    this.group.append(button);
    return this.group;
  }

  onRemove(): void {
    this.group?.remove();
  }
}

function Country({ label }: { label: string }) {
  useControl(() => new CountryControl(label), { position: "bottom-right" });
  return null;
}

/** Whole country and full screen; `container` is the id of what fills the screen, panels and all. */
export function MapTools({ container, language }: { container: string; language: string }) {
  const { t } = useTranslation("map");
  return (
    <>
      <Country key={`country-${language}`} label={t("whole_country")} />
      <FullscreenControl key={`full-${language}`} containerId={container} position="bottom-right" />
    </>
  );
}

/** Decimals that change by about a pixel at a zoom level. */
const digitsAt = (zoom: number): number => Math.max(2, Math.min(6, Math.ceil(zoom / 3)));

/** Where the pointer is, in degrees. Written past React: it changes with each move of the mouse. */
export function PointerPlace({ map }: { map: MapLibreMap | null }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!map) return;
    const write = (value: string) => {
      if (text.current) text.current.textContent = value;
    };
    const moved = map.on("mousemove", ({ lngLat }) => {
      const { lng, lat } = lngLat.wrap();
      write(coordinateText(lat, lng, digitsAt(map.getZoom())));
    });
    const left = map.on("mouseout", () => write(""));
    return () => {
      moved.unsubscribe();
      left.unsubscribe();
    };
  }, [map]);
  return (
    <span
      ref={text}
      aria-hidden
      data-print="no"
      data-pointer-place
      className="numeric pointer-events-none absolute bottom-7.5 inset-s-34 z-10 hidden rounded text-2xs text-ink-2 not-empty:bg-raised/80 not-empty:px-1.5 group-data-[map-from~=512]/map:block"
    />
  );
}
