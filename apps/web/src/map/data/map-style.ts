import type { ExpressionSpecification } from "maplibre-gl";

/** The name under which labels find their font. */
export const mapFont = ["Map Sans"];

/**
 * A value for each theme. One style serves both: exchanging styles would remove what is being
 * drawn, so the theme is a state of the style (`dark`), set in map-view.tsx.
 */
export function themed<T extends string | number>(light: T, dark: T): ExpressionSpecification {
  return ["case", ["global-state", "dark"], dark, light];
}

/** Matches the feature with this id (property `id`). */
export function hasId(id: number): ExpressionSpecification {
  return ["==", ["get", "id"], id];
}

/** Gardens, where their symbol is the same in both themes. */
export const gardenColor = "#2f7d4f";

const land = themed("#f3f1eb", "#1d1c19");
/** Until the countries are there all is land: a map that begins as an open sea looks lost. */
const sea: ExpressionSpecification = [
  "case",
  ["global-state", "countries"],
  themed("#d5dfe3", "#101417"),
  land,
];

export const colors = {
  sea,
  land,
  country: themed("#aaa498", "#4b473f"),
  label: themed("#45413a", "#d6d1c5"),
  weakLabel: themed("#6b665b", "#a09a8d"),
  waterLabel: themed("#3f6f86", "#7fa9bd"),
  halo: themed("#fbfaf7", "#12110f"),
  border: themed("#7d6a4a", "#b59d70"),
  accent: themed("#2f7d4f", "#5cc487"),
  chosen: themed("#12506f", "#8fd3f5"),
};

/** Planting places, as in the fragments; the same in both themes (colour-blind safe). */
export const placeColors = {
  occupied: "#0b6fb8",
  unsure: "#7570b3",
  missing: "#c2185b",
  pit: "#5d4037",
};

/** Trees, by what the image says of them; the same in both themes (colour-blind safe). */
export const treeColors = { green: "#1b9e77", notGreen: "#d95f02", unsure: "#7570b3" };
