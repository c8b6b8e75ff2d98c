/** A power cut in the middle of a process: the next start goes on, and each tree is there once. */
import type { Process } from "@nihol/contract/imagery/processes";
import type { Tree } from "@nihol/contract/imagery/trees";
import type { Page } from "@nihol/contract/paging";
import type { Statistics } from "@nihol/contract/statistics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminEmail, type Client } from "../support/client.ts";
import { type Product, sharedProduct, startProduct } from "../support/product.ts";
import { until } from "../support/until.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ NIHOL_DEMO: "small" });
});
afterAll(() => product?.stop());

const get = async <T>(path: string, of: Client = product) =>
  (await of.api(adminEmail, "GET", path)).body as T;
const processes = async () => (await get<Page<Process>>("/satellite-imagery")).results;

/** Both images of the demonstration are read. */
const completed = () =>
  until(
    "both processes complete",
    async () => {
      const rows = await processes();
      return rows.length === 2 && rows.every(({ status }) => status === "completed")
        ? rows
        : undefined;
    },
    300,
  );

async function rowsOf<T>(path: string, of?: Client): Promise<T[]> {
  const all: T[] = [];
  for (let page = 1; ; page++) {
    const { results, next } = await get<Page<T>>(`${path}page_size=200&page=${page}`, of);
    all.push(...results);
    if (!next) return all;
  }
}

/** Every tree of both images, without its number and day, which is so many days ago: two runs give the same. */
async function trees(of: Client): Promise<string[]> {
  const images = await rowsOf<{ id: number }>("/whole-image?", of);
  const lists = await Promise.all(
    images.map(({ id }) => rowsOf<Tree>(`/plant-tree-detail?whole_image=${id}&`, of)),
  );
  return lists.flatMap((list) => list.map(({ id, date, ...tree }) => JSON.stringify(tree))).sort();
}

test("kill -9 of everything at work: the next start ends with the trees of an undisturbed run", async () => {
  await until(
    "the detector is at work",
    async () => (await processes()).some(({ step }) => step === "detecting") || undefined,
    90,
  );
  await product.kill();
  await product.start();
  const counts = (await completed()).map(({ tree_count }) => tree_count);
  const afterTheCut = await trees(product);
  expect(new Set(afterTheCut).size).toBe(afterTheCut.length);
  expect(counts.every((count) => count > 100)).toBe(true);
  expect(afterTheCut.length).toBe(counts.reduce((sum, count) => sum + count, 0));
  const { total_tree_count } = await get<Statistics>("/statistics");
  expect(total_tree_count).toBe((await rowsOf<Tree>("/plant-tree-detail?")).length);

  // The demonstration that the other tests share was read without a disturbance.
  expect(afterTheCut).toEqual(await trees(sharedProduct()));
});
