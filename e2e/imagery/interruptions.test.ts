/** A power cut in the middle of a process: the next start goes on, and each tree is there once. */
import type { Process, ProcessBlock } from "@nihol/contract/imagery/processes";
import type { Tree } from "@nihol/contract/imagery/trees";
import type { Page } from "@nihol/contract/paging";
import type { Statistics } from "@nihol/contract/statistics";
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminEmail, type Client } from "../support/client.ts";
import { type Product, sharedProduct, startProduct } from "../support/product.ts";
import { until } from "../support/until.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product?.stop());

const get = async <T>(path: string, of: Client = product) =>
  (await of.api(adminEmail, "GET", path)).body as T;
const processes = async () => (await get<Page<Process>>("/satellite-imagery")).results;
const blocksOf = async (id: number) =>
  (await get<{ results: ProcessBlock[] }>(`/satellite-imagery/${id}/blocks`)).results;

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

test("kill -9 of everything while an image is read anew: the next start ends with the trees of an undisturbed run", async () => {
  const [{ id } = { id: 0 }] = await processes();
  const { status } = await product.api(adminEmail, "POST", `/satellite-imagery/${id}/restart`, {
    which: "all",
  });
  expect(status).toBe(200);
  const read = () => get<Process>(`/satellite-imagery/${id}`);
  const isAtWork = async () => {
    const blocks = await blocksOf(id);
    return (await read()).step === "detecting" && blocks.some((one) => one.status === "running");
  };
  await until("the detector is at work", async () => (await isAtWork()) || undefined, 90);
  await product.kill();
  await product.start();
  const isCompleted = async () => (await read()).status === "completed" || undefined;
  await until("the process completes", isCompleted, 300);
  // The block that was cut off was read again.
  expect(await blocksOf(id)).toMatchObject([{ status: "done", attempts: 2 }]);

  const counts = (await processes()).map(({ tree_count }) => tree_count);
  const afterTheCut = await trees(product);
  expect(new Set(afterTheCut).size).toBe(afterTheCut.length);
  expect(counts.every((count) => count > 100)).toBe(true);
  expect(afterTheCut.length).toBe(counts.reduce((sum, count) => sum + count, 0));
  const { total_tree_count } = await get<Statistics>("/statistics");
  expect(total_tree_count).toBe((await rowsOf<Tree>("/plant-tree-detail?")).length);

  // The demonstration that the other tests share was read without a disturbance.
  expect(afterTheCut).toEqual(await trees(sharedProduct()));
});
