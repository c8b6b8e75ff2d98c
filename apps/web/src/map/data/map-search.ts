import { type PastSpan, pastSpanNames } from "@nihol/contract/values/devices";
import { type Parameter, parameterKey } from "@nihol/contract/values/sensors/sensor-guidance";
import { isPeriodKind, type PeriodKind } from "./period-kinds.ts";

const layerKinds = ["trees", "devices", "gardens", "tasks", "cases", "image", "unseen"] as const;
export type LayerKind = (typeof layerKinds)[number];
/** Figures that the label of a territory or garden can show below its name. */
export const labelFigures = ["area", "count", "green", "lost", "survival"] as const;
export type LabelFigure = (typeof labelFigures)[number];

export const baseKinds = ["light", "dark"] as const;
export type BaseKind = (typeof baseKinds)[number];

/** State that a map keeps in the address: place, layers, dates. Missing: the map's own default. */
export type MapSearch = {
  /** "latitude,longitude,zoom" */
  at?: string;
  layers?: string;
  period?: PeriodKind;
  from?: string;
  to?: string;
  show?: string;
  /** The image that is shown alone, with its own trees; without it the newest of each place. */
  image?: number;
  /** The base map, where it is not to be that of the theme. */
  base?: BaseKind;
  /** The Earth as a ball instead of a sheet. */
  projection?: "globe";
  /** Lines of equal longitude and latitude. */
  graticule?: "1";
  /** The country's own orthophoto above the base map. */
  orthophoto?: "1";
  /** Devices as they were over the last day or week, by one parameter or by their states. */
  past?: PastSpan;
  by?: Parameter;
};

/** The layers that are on where an address names none. */
export const usualLayers = "trees,devices,gardens,image,unseen";
const defaults = { layers: usualLayers, show: "count" };

/** Reads the map's part of an address; what makes no sense is left out. */
export function readMapSearch(search: Record<string, unknown>): MapSearch {
  const image = Number(search.image);
  return {
    at: text(search.at),
    layers: text(search.layers, true),
    period: isPeriodKind(search.period) ? search.period : undefined,
    from: date(search.from),
    to: date(search.to),
    show: text(search.show, true),
    image: Number.isInteger(image) && image > 0 ? image : undefined,
    base: baseKinds.find((one) => one === search.base),
    projection: search.projection === "globe" ? "globe" : undefined,
    graticule: String(search.graticule) === "1" ? "1" : undefined,
    orthophoto: String(search.orthophoto) === "1" ? "1" : undefined,
    past: pastSpanNames.find((one) => one === search.past),
    by: typeof search.by === "string" && parameterKey.test(search.by) ? search.by : undefined,
  };
}

export function shownLayers(layers: string | undefined): Set<LayerKind> {
  return chosen(layerKinds, layers ?? defaults.layers);
}

export function shownFigures(show: string | undefined): Set<LabelFigure> {
  return chosen(labelFigures, show ?? defaults.show);
}

/** An address with what its map shows written out. */
export function sharedAddress(address: string, search: MapSearch): string {
  const shared = new URL(address);
  const said = { layers: search.layers ?? defaults.layers, show: search.show ?? defaults.show };
  for (const [key, value] of Object.entries(said)) shared.searchParams.set(key, value);
  return shared.href;
}

/** The change of address that turns a layer on or off. */
export function withLayer(search: MapSearch, layer: LayerKind, on: boolean): MapSearch {
  return { layers: toggled(layerKinds, shownLayers(search.layers), layer, on, defaults.layers) };
}

/** The change of address that shows or hides a figure on labels. */
export function withFigure(search: MapSearch, figure: LabelFigure, on: boolean): MapSearch {
  return { show: toggled(labelFigures, shownFigures(search.show), figure, on, defaults.show) };
}

function chosen<T extends string>(all: readonly T[], list: string): Set<T> {
  const words = list.split(",");
  return new Set(all.filter((one) => words.includes(one)));
}

function toggled<T extends string>(
  all: readonly T[],
  before: Set<T>,
  one: T,
  on: boolean,
  usual: string,
) {
  const next = all.filter((each) => (each === one ? on : before.has(each)));
  const isUsual =
    next.length === usual.split(",").length &&
    next.every((each) => usual.split(",").includes(each));
  return isUsual ? undefined : next.join(",") || "none";
}

function text(value: unknown, isList = false): string | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  return isList && !/^[a-z,]+$/.test(value) ? undefined : value;
}

function date(value: unknown): string | undefined {
  return typeof value === "string" && /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : undefined;
}
