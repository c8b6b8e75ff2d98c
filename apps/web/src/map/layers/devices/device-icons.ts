import type { DeviceCondition, DeviceType } from "@nihol/contract/values/devices";
import { drawIcon } from "../../points/draw-icon.ts";

/** Distinguished by shape as well as by colour. */
export const deviceColors: Record<DeviceType, string> = {
  air: "#4a6fa5",
  soil: "#7a5230",
  water: "#0b7a8f",
};

export const deviceIconName = (type: DeviceType, condition: DeviceCondition): string =>
  `device-${type}-${condition}`;

/** Paths in a square of 22. */
export const devicePaths: Record<DeviceType, string> = {
  air: "M11 3a8 8 0 1 1 0 16a8 8 0 1 1 0-16z",
  soil: "M5 4h12a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1-1.5 1.5h-12a1.5 1.5 0 0 1-1.5-1.5v-11a1.5 1.5 0 0 1 1.5-1.5z",
  water: "M11 2c3 4.2 6.4 7.4 6.4 11a6.4 6.4 0 0 1-12.8 0c0-3.6 3.4-6.8 6.4-11z",
};

/** The sign of a device that needs attention, over the icon's upper right corner. */
export const faultColor = "#b3261e";

function drawFault(paint: CanvasRenderingContext2D) {
  paint.beginPath();
  paint.arc(16.5, 5.5, 4.5, 0, 2 * Math.PI);
  paint.lineWidth = 2;
  paint.strokeStyle = "#ffffff";
  paint.stroke();
  paint.fillStyle = faultColor;
  paint.fill();
  paint.fillStyle = "#ffffff";
  paint.fillRect(15.8, 3, 1.4, 3.2);
  paint.fillRect(15.8, 6.9, 1.4, 1.4);
}

/** A device that sends and whose values ask somebody to act or cannot be right. */
export const asksToAct = (condition: DeviceCondition): boolean =>
  condition === "act" || condition === "faulty";

/** A device from which nothing comes. */
export const isQuiet = (condition: DeviceCondition): boolean =>
  condition === "silent" || condition === "unsent" || condition === "retired";

/**
 * The icon drawn on a canvas; null where there is none (tests). Full while it sends, hollow while it is silent or
 * retired, with an exclamation mark when its values ask to act or cannot be right.
 */
export function deviceIcon(type: DeviceType, condition: DeviceCondition): ImageData | null {
  return drawIcon(22, (paint) => {
    const path = new Path2D(devicePaths[type]);
    paint.lineWidth = 3;
    paint.strokeStyle = "#ffffff";
    paint.stroke(path);
    const isHollow = isQuiet(condition);
    paint.fillStyle = isHollow ? "#ffffff" : deviceColors[type];
    paint.fill(path);
    if (isHollow) {
      paint.lineWidth = 2;
      paint.strokeStyle = deviceColors[type];
      paint.stroke(path);
    }
    if (asksToAct(condition)) drawFault(paint);
  });
}
