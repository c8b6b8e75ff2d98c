import type { CalibrationWindow } from "@nihol/contract/imagery/calibration";
import { narrowScreen, useMedia } from "../../lib/use-media.ts";
import type { Frame } from "../../parts/annotating/annotations.ts";

/** A window with what is shown of its image; `whole` is where all of the image lies, in pixels from the corner of that. */
export type ShownWindow = CalibrationWindow & { whole: CalibrationWindow["shown"] };

/** The window as what is annotated. */
export const frameOf = ({ side, shown }: Pick<CalibrationWindow, "side" | "shown">): Frame => ({
  width: side,
  height: side,
  shown,
});

/** Ground around a window on a narrow screen, as a share of its side: less, to leave room for the trees. */
const littleAround = 0.08;

/** The window with at most so much ground around it, as a share of its side. */
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

/** The window as this screen shows it. */
export function useShownWindow(window: CalibrationWindow): ShownWindow {
  return withAround(window, useMedia(narrowScreen) ? littleAround : Number.POSITIVE_INFINITY);
}
