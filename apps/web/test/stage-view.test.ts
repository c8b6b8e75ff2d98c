import { describe, expect, it } from "vitest";
import { fitted, maxScale, zoomedAt } from "../src/features/whole-images/layers/stage-view.ts";

const image = { width: 1000, height: 500 };
const room = { width: 800, height: 600 };

describe("the view of a fragment", () => {
  it("shows the whole image in the middle", () => {
    expect(fitted(image, room)).toEqual({ scale: 0.8, x: 0, y: 100 });
  });
  it("enlarges a small image at most four times", () => {
    expect(fitted({ width: 10, height: 10 }, room).scale).toBe(4);
  });
  it("keeps the point under the pointer while it comes nearer", () => {
    const before = fitted(image, room);
    const after = zoomedAt(before, 2, [300, 250], before.scale);
    const under = ({ x, scale }: typeof before) => (300 - x) / scale;
    expect(under(after)).toBeCloseTo(under(before));
  });
  it("comes no nearer than the largest scale", () => {
    expect(zoomedAt(fitted(image, room), 1000, [0, 0], 0.8).scale).toBe(maxScale);
  });
});
