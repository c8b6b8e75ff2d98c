/** Symbol of a settlement: its dot, and its name beside it. */
import type { SymbolLayerSpecification } from "maplibre-gl";
import { labelsBeside } from "../data/label-anchors.ts";
import { mapFont } from "../data/map-style.ts";
import type { MapSymbol } from "../points/cluster-layer.tsx";
import { drawIcon } from "../points/draw-icon.ts";

const dot = "settlement-dot";

export const settlementSymbols: readonly MapSymbol[] = [[dot, drawDot]];

export const settlementLayout = {
  "icon-image": dot,
  // A dot that lies beneath the sign of a record is left out; its name is not.
  "icon-optional": true,
  "icon-padding": 1,
  "text-font": mapFont,
  "text-variable-anchor-offset": labelsBeside(0.5, 1.6, 2.8, 4),
  "text-justify": "auto",
  "text-padding": 3,
} satisfies SymbolLayerSpecification["layout"];

/** Null where nothing can be drawn (tests). */
function drawDot(): ImageData | null {
  return drawIcon(7, (paint) => {
    paint.beginPath();
    paint.arc(3.5, 3.5, 2.6, 0, 2 * Math.PI);
    // Seen on light and on dark ground.
    paint.fillStyle = "#7a7468";
    paint.fill();
  });
}
