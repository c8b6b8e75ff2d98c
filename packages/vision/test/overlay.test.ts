import { expect, test } from "vitest";
import { type OverlayTree, treeOverlay } from "../src/render/overlay.ts";

test("a place is a ring with a tree, a smaller ring where nobody can say, a cross without a tree", () => {
  const at = { y: 20, half: 10 };
  const svg = treeOverlay([], "labelled", { x: 0, y: 0, scale: 1, width: 100, height: 50 }, [
    { ...at, x: 20, state: "occupied" },
    { ...at, x: 50, state: "unsure" },
    { ...at, x: 80, state: "missing" },
  ]);
  const drawn = [...svg.matchAll(/<path d="([^"]+)" fill="none" stroke="(#\w+)"/g)]
    .map(([, path, color]) => [color, path])
    .filter(([color]) => color !== "#ffffff");
  expect(drawn).toEqual([
    ["#0b6fb8", "M10 20a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z"],
    ["#7570b3", "M45 20a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z"],
    ["#c2185b", "M70 10l20 20M90 10l-20 20"],
  ]);
});

test("a tree of a neighbouring fragment is thin and dashed, one of the count is not", () => {
  const view = { x: 0, y: 0, scale: 1, width: 100, height: 50 };
  const tree = (left: number): OverlayTree => ({
    box: [left, 10, left + 20, 30],
    state: "green",
  });
  const svg = treeOverlay([tree(10), { ...tree(60), isNeighbour: true }], "labelled", view);
  const dashed = [...svg.matchAll(/<path d="(M[^"]+)"[^>]*stroke-dasharray/g)].map(([, d]) => d);
  expect(dashed).toEqual(["M60 10L80 10 80 30 60 30Z"]);
  expect(svg.match(/M10 10L30 10/g)).toHaveLength(2);
});
