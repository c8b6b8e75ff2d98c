import {
  type ImageView,
  imageViews,
  stretchedViews,
  usualView,
  type ViewSettings,
  viewBounds,
} from "@nihol/contract/values/imagery";

/** Colouring of images as the address keeps it: what is missing is as usual. */
export type ViewSearch = { view?: ImageView; low?: number; high?: number; gamma?: number };

type Bounds = { min: number; max: number; step: number };

/** A number of the address on the steps of its bounds; undefined for anything else. */
function within(value: unknown, { min, max, step }: Bounds): number | undefined {
  if (value === undefined || value === "") return undefined;
  const number = Math.round(Number(value) / step) * step;
  return number >= min && number <= max ? Number(number.toFixed(2)) : undefined;
}

/** Reads the view of an address; what makes no sense is left out. */
export function readViewSearch(search: Record<string, unknown>): ViewSearch {
  return {
    view: imageViews.find((one) => one === search.view),
    low: within(search.low, viewBounds.cut),
    high: within(search.high, viewBounds.cut),
    gamma: within(search.gamma, viewBounds.gamma),
  };
}

/** The opacity of an image in an address; undefined where it covers what lies beneath. */
export const readOpacity = (value: unknown) => within(value, { min: 0, max: 0.95, step: 0.05 });

/** The view that an address asks for; the usual one in place of infrared where there is none. */
export function viewOf(search: ViewSearch, hasNir: boolean): ViewSettings {
  const { view = usualView.view, low, high, gamma } = search;
  if (view === "infrared" && !hasNir) return usualView;
  return {
    view,
    low: low ?? usualView.low,
    high: high ?? usualView.high,
    gamma: gamma ?? usualView.gamma,
  };
}

/** A view as the change of an address. */
export function viewSearch({ view, low, high, gamma }: ViewSettings): ViewSearch {
  return {
    view: view === usualView.view ? undefined : view,
    low: low === usualView.low ? undefined : low,
    high: high === usualView.high ? undefined : high,
    gamma: gamma === usualView.gamma ? undefined : gamma,
  };
}

/** The view alone of a longer address. */
export const onlyView = ({ view, low, high, gamma }: ViewSearch): ViewSearch => ({
  view,
  low,
  high,
  gamma,
});

/** The query that asks the server for a view; empty for colours as they are. */
export function viewQuery(settings: ViewSettings): string {
  const { view, low, high, gamma } = settings;
  if (view === usualView.view) return "";
  const isUsual = low === usualView.low && high === usualView.high && gamma === usualView.gamma;
  if (isUsual || !stretchedViews.includes(view)) return `view=${view}`;
  return `view=${view}&low=${low}&high=${high}&gamma=${gamma}`;
}
