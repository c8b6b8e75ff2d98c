import type { deviceTypes } from "@nihol/contract/devices";

type DeviceType = (typeof deviceTypes)[number];

/** Told apart by shape as well as by colour. */
export const deviceColors: Record<DeviceType, string> = {
  air: "#4a6fa5",
  soil: "#7a5230",
  water: "#0b7a8f",
};

/** Twice the size on screen, in pixels. */
const size = 44;

export const deviceIconName = (type: DeviceType): string => `device-${type}`;

/** Paths in a square of 22. */
export const devicePaths: Record<DeviceType, string> = {
  air: "M11 3a8 8 0 1 1 0 16a8 8 0 1 1 0-16z",
  soil: "M5 4h12a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1-1.5 1.5h-12a1.5 1.5 0 0 1-1.5-1.5v-11a1.5 1.5 0 0 1 1.5-1.5z",
  water: "M11 2c3 4.2 6.4 7.4 6.4 11a6.4 6.4 0 0 1-12.8 0c0-3.6 3.4-6.8 6.4-11z",
};

/** The icon drawn on a canvas; null where there is none (tests). */
export function deviceIcon(type: DeviceType): ImageData | null {
  const canvas = document.createElement("canvas");
  canvas.width = size;
  canvas.height = size;
  const paint = canvas.getContext("2d");
  if (!paint) return null;
  paint.scale(2, 2);
  const path = new Path2D(devicePaths[type]);
  paint.lineWidth = 3;
  paint.strokeStyle = "#ffffff";
  paint.stroke(path);
  paint.fillStyle = deviceColors[type];
  paint.fill(path);
  return paint.getImageData(0, 0, size, size);
}
