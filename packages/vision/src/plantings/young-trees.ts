import type { Detection } from "../detect/detector.ts";
import type { Box } from "../pixels/pixels.ts";
import type { Planting } from "./find-plantings.ts";

/** A tree that stands at a place of a planting, in pixels of the image; `score` is its chance. */
type YoungTree = { x: number; y: number; box: Box; score: number };

/** A crown whose middle is nearer to a place than this share of the spacing is the tree of that place. */
const SAME_SHARE = 0.45;

/** Trees at the occupied places of plantings that the network did not find. */
export function youngTreesOf(
  plantings: readonly Planting[],
  found: readonly Pick<Detection, "box">[],
  gsdMeters: number,
): YoungTree[] {
  return plantings.flatMap(({ places, crownMeters, spacingMeters }) => {
    const half = crownMeters / gsdMeters / 2;
    const near = (SAME_SHARE * spacingMeters[0]) / gsdMeters;
    return places
      .filter(({ x, y, isOccupied }) => {
        const isFound = found.some(
          ({ box }) => Math.hypot((box[0] + box[2]) / 2 - x, (box[1] + box[3]) / 2 - y) < near,
        );
        return isOccupied && !isFound;
      })
      .map(({ x, y, chance }) => ({
        x,
        y,
        box: [x - half, y - half, x + half, y + half] as const,
        score: chance,
      }));
  });
}
