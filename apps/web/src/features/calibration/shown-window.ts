import type { CalibrationWindow } from "@nihol/contract/imagery/calibration";
import { narrowScreen, useMedia } from "../../lib/use-media.ts";
import type { Frame } from "../../parts/annotating/annotations.ts";

/**
 * Sample plot with what is shown around it. `shown`: the rectangle on screen, its x and y the margin left of and above the
 * plot; `whole`: the rectangle of the image that was sent. Both in pixels of the image; `whole` from the corner of `shown`.
 */
export type ShownWindow = CalibrationWindow & { whole: CalibrationWindow["shown"] };

/** Frame of a sample plot for annotating. */
export const frameOf = ({ side, shown }: Pick<CalibrationWindow, "side" | "shown">): Frame => ({
  width: side,
  height: side,
  shown,
});

/** Margin around a sample plot on a narrow screen, as a share of its side: less, to leave room for the trees. */
const narrowScreenMargin = 0.08;

/** Cuts the margin around a sample plot to a share of its side. */
export function withAround(window: CalibrationWindow, around: number): ShownWindow {
  const { shown, side } = window;
  const max = around * side;
  const before = { x: Math.min(shown.x, max), y: Math.min(shown.y, max) };
  const after = {
    x: Math.min(shown.width - shown.x - side, max),
    y: Math.min(shown.height - shown.y - side, max),
  };
  return {
    ...window,
    shown: { ...before, width: before.x + side + after.x, height: before.y + side + after.y },
    whole: { ...shown, x: before.x - shown.x, y: before.y - shown.y },
  };
}

/** Sample plot with the margin that this screen has room for. */
export function useShownWindow(window: CalibrationWindow): ShownWindow {
  return withAround(window, useMedia(narrowScreen) ? narrowScreenMargin : Number.POSITIVE_INFINITY);
}
