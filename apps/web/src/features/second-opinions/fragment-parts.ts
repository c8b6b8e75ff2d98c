import type { SecondOpinionDetail } from "@nihol/contract/imagery/second-opinions";
import type { Frame, Rect } from "../../parts/annotating/annotations.ts";

/** Into so many parts a fragment's side is cut: a tree of a fragment shown whole has few pixels on the screen. */
export const cuts = [1, 2, 4] as const;
export type Cut = (typeof cuts)[number];

/** Ground shown around a part, as a share of its side. */
const AROUND = 0.12;

type Ground = Pick<SecondOpinionDetail, "core" | "window">;

interface ShownPart {
  frame: Frame;
  /** Where the whole image of the fragment lies, from the corner of what is shown. */
  whole: Rect;
}

/** Cuts part `n` out of a fragment, row by row from the top left, with some ground around it as far as there is an image. */
export function partOf({ core, window }: Ground, cut: Cut, n: number): ShownPart {
  const [width, height] = [core.width / cut, core.height / cut];
  const part = { x: (n % cut) * width, y: Math.floor(n / cut) * height, width, height };
  const margin = AROUND * Math.max(width, height);
  // Bounds of the image of the fragment, from the corner of its core.
  const [minX, minY] = [window.x - core.x, window.y - core.y];
  const left = Math.max(minX, part.x - margin);
  const top = Math.max(minY, part.y - margin);
  const right = Math.min(minX + window.width, part.x + width + margin);
  const bottom = Math.min(minY + window.height, part.y + height + margin);
  return {
    frame: {
      width: core.width,
      height: core.height,
      shown: { x: -left, y: -top, width: right - left, height: bottom - top },
      part,
    },
    whole: { x: minX - left, y: minY - top, width: window.width, height: window.height },
  };
}
