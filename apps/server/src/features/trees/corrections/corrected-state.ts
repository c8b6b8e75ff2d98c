/** The state of a tree that a body of the API asks for. */
import type { TreeCreate, TreePatch } from "@nihol/contract/imagery/tree-corrections";
import type { ImageMetadata } from "@nihol/contract/values/imagery/raster-metadata";
import type { TreeState } from "@nihol/contract/values/trees";
import type { MultiPolygon } from "@nihol/geo/geometry";
import { pointInMultiPolygon } from "@nihol/geo/polygon";
import { pixelToLonLat } from "@nihol/vision/coordinates/projection";
import { fragmentGrid, fragmentOfPixel } from "@nihol/vision/raster/fragment-grid";
import { refuseField } from "../../../http/problem.ts";
import {
  circleAround,
  crownOf,
  type GivenShape,
  middleOf,
  movedBy,
  outlineOf,
  type Pixel,
} from "./crown-shape.ts";

/** Facts of an image that place a crown. */
export interface PlacingImage {
  facts: Pick<ImageMetadata, "affine" | "proj4">;
  gsd_m: number;
  width: number;
  height: number;
  coverage: MultiPolygon;
}

type Drawn = Pick<TreeState, "lon" | "lat" | "fragment" | "box" | "crown" | "area_m2">;

const fieldOf = (given: GivenShape) =>
  (["point", "position", "crown", "outline"] as const).find((name) => given[name] !== undefined) ??
  "radius_m";

/** @throws {FieldProblem} for a crown whose middle is not on the image */
function drawn(image: PlacingImage, ring: readonly Pixel[], field: string): Drawn {
  const plane = { georeference: image.facts, gsd_m: image.gsd_m };
  const { ring: open, box, area_m2 } = crownOf(ring, plane, field);
  const [x, y] = [(box[0] + box[2]) / 2, (box[1] + box[3]) / 2];
  const fragment = fragmentOfPixel(fragmentGrid(image.width, image.height), x, y);
  const [lon, lat] = pixelToLonLat(image.facts, x, y);
  if (fragment === undefined || !pointInMultiPolygon(lon, lat, image.coverage))
    refuseField(field, "tree_outside_image");
  return { lon, lat, fragment, box, crown: open.flat(), area_m2 };
}

/** @throws {FieldProblem} for a shape that is no crown, or not on the image */
export function addedState(image: PlacingImage, body: TreeCreate): TreeState {
  const plane = { georeference: image.facts, gsd_m: image.gsd_m };
  const middle = middleOf(body, plane);
  const ring =
    middle && body.radius_m !== undefined
      ? circleAround(middle, body.radius_m, plane)
      : (outlineOf(body, plane) ?? []);
  return {
    ...drawn(image, ring, fieldOf(body)),
    // Seen by a person: not a score of the detector, whose threshold leaves it alone.
    score: 1,
    green: body.green,
    veg_index: null,
    veg_index_name: null,
    review: "added",
  };
}

function redrawnRing(image: PlacingImage, before: TreeState, body: TreePatch): Pixel[] | undefined {
  const plane = { georeference: image.facts, gsd_m: image.gsd_m };
  const outline = outlineOf(body, plane);
  if (outline) return outline;
  const [x0, y0, x1, y1] = before.box;
  const now: Pixel = [(x0 + x1) / 2, (y0 + y1) / 2];
  const middle = middleOf(body, plane);
  if (body.radius_m !== undefined) return circleAround(middle ?? now, body.radius_m, plane);
  if (!middle) return undefined;
  return movedBy(pixelsOf(before.crown), middle[0] - now[0], middle[1] - now[1]);
}

export function pixelsOf(flat: readonly number[]): Pixel[] {
  const ring: Pixel[] = [];
  for (let i = 0; i + 1 < flat.length; i += 2) ring.push([flat[i] ?? 0, flat[i + 1] ?? 0]);
  return ring;
}

/** Builds a tree's state after a change; a tree that a person added stays one. */
export function changedState(image: PlacingImage, before: TreeState, body: TreePatch): TreeState {
  const ring = redrawnRing(image, before, body);
  const after = {
    ...before,
    ...(ring && drawn(image, ring, fieldOf(body))),
    ...(body.green && { green: body.green }),
  };
  const isChanged = ring !== undefined || after.green !== before.green;
  if (before.review === "added") return after;
  if (isChanged) return { ...after, review: "corrected" };
  return { ...after, review: before.review === "new" ? "accepted" : before.review };
}
