import { describe, expect, it } from "vitest";
import { type Corner, maskOutline } from "../src/imagery/mask-outline.ts";

/** A mask from a rule. */
function mask(width: number, height: number, holds: (x: number, y: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, i) =>
    holds(i % width, Math.floor(i / width)) ? 1 : 0,
  );
}

/** Shoelace, positive clockwise on the screen. */
function area(ring: Corner[]): number {
  return ring.reduce((sum, [ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length] as Corner;
    return sum + (ax * by - bx * ay) / 2;
  }, 0);
}
const total = (rings: Corner[][]) => rings.reduce((sum, ring) => sum + area(ring), 0);

describe("the outline of a mask", () => {
  it("is the rectangle when all cells are valid", () => {
    const [part, ...others] = maskOutline(
      mask(10, 8, () => true),
      10,
      8,
    );
    expect(others).toEqual([]);
    expect(part).toHaveLength(1);
    expect(part?.[0]).toHaveLength(5);
    expect(total(part ?? [])).toBe(80);
  });

  it("is nothing when no cell is valid", () => {
    expect(
      maskOutline(
        mask(10, 8, () => false),
        10,
        8,
      ),
    ).toEqual([]);
  });

  it("has a ring for each part and one for each hole", () => {
    const shape = mask(60, 30, (x, y) => {
      const hole = x >= 10 && x < 20 && y >= 10 && y < 20;
      return (x < 28 && !hole) || x > 32;
    });
    const parts = maskOutline(shape, 60, 30);
    expect(parts.map((rings) => rings.length).sort()).toEqual([1, 2]);
    expect(parts.map(total).sort((a, b) => a - b)).toEqual(
      [28 * 30 - 100, 27 * 30].sort((a, b) => a - b),
    );
  });

  it("leaves specks and small holes out", () => {
    const shape = mask(
      60,
      30,
      (x, y) => (x < 30 && !(x === 5 && y === 5)) || (x === 50 && y === 9),
    );
    expect(maskOutline(shape, 60, 30)).toHaveLength(1);
    expect(maskOutline(shape, 60, 30)[0]).toHaveLength(1);
  });

  it("smooths the stairs of a slanted edge without changing the area by much", () => {
    const shape = mask(400, 400, (x, y) => y > 0.3 * x);
    const [part] = maskOutline(shape, 400, 400);
    expect(part?.[0]?.length).toBeLessThan(12);
    const cells = shape.reduce((sum, value) => sum + value, 0);
    expect(Math.abs(total(part ?? []) - cells) / cells).toBeLessThan(0.005);
  });

  it("keeps parts that touch at a corner apart", () => {
    const shape = mask(20, 20, (x, y) => x < 10 === y < 10);
    expect(maskOutline(shape, 20, 20).map(total)).toEqual([100, 100]);
  });
});
