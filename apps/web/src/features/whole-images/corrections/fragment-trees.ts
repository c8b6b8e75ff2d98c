import type { Fragment } from "@nihol/contract/imagery/fragments";
import type { Tree } from "@nihol/contract/imagery/trees";
import { limits } from "@nihol/contract/values/limits";
import { paths } from "@nihol/contract/values/paths";
import { queryOptions } from "@tanstack/react-query";
import { ask } from "../../../lib/api/ask.ts";

/** Source pixels. */
export type Point = [x: number, y: number];

export const middleOf = ({ detection: { box } }: Tree): Point => [
  (box[0] + box[2]) / 2,
  (box[1] + box[3]) / 2,
];

/** Pixels of a line of trees: those of one line are gone through from left to right. */
const LINE = 96;

/** As one reads: line by line, so that the next tree is near. */
function inReadingOrder(trees: readonly Tree[]): Tree[] {
  const line = (tree: Tree) => Math.floor(middleOf(tree)[1] / LINE);
  return [...trees].sort(
    (a, b) => line(a) - line(b) || middleOf(a)[0] - middleOf(b)[0] || a.id - b.id,
  );
}

/** All trees whose middle lies in a fragment, in reading order. */
export function fragmentTreesQuery(image: number, n: number) {
  return queryOptions({
    queryKey: [paths.plantTreeDetail, "fragment", image, n],
    queryFn: async ({ signal }) => {
      const trees: Tree[] = [];
      for (let page = 1; ; page++) {
        const query = { whole_image: image, fragment: n, page, page_size: limits.pageSizeMax };
        const { results, next } = await ask("GET /plant-tree-detail", { query, signal });
        trees.push(...results);
        if (!next) return inReadingOrder(trees);
      }
    },
  });
}

/** Trees beside a fragment that its image shows too: they are counted with the neighbours. */
export function neighbourTreesQuery({ whole_image, n, bbox, window, core }: Fragment) {
  const [west, south, east, north] = bbox;
  // The box is that of the core or of the window: so much around it covers the window in both cases.
  const aside = ((east - west) * (window.width - core.width)) / core.width;
  const upward = ((north - south) * (window.height - core.height)) / core.height;
  const around = [west - aside, south - upward, east + aside, north + upward].join();
  return queryOptions({
    queryKey: [paths.plantTreeDetail, "fragment", whole_image, "around", n],
    queryFn: async ({ signal }) => {
      const trees: Tree[] = [];
      for (let page = 1; ; page++) {
        const query = { whole_image, bbox: around, page, page_size: limits.pageSizeMax };
        const { results, next } = await ask("GET /plant-tree-detail", { query, signal });
        trees.push(...results.filter((tree) => tree.fragment !== n && isShown(tree, window)));
        if (!next) return trees;
      }
    },
  });
}

function isShown({ detection: { box } }: Tree, window: Fragment["window"]): boolean {
  const [left, top, right, bottom] = box;
  const { x, y, width, height } = window;
  return right > x && left < x + width && bottom > y && top < y + height;
}

/** The list with one tree as it is now, or without it. */
export const withTree = (trees: readonly Tree[], id: number, now: Tree | undefined): Tree[] =>
  inReadingOrder([...trees.filter((tree) => tree.id !== id), ...(now ? [now] : [])]);
