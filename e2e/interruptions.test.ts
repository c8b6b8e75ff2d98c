/** A power cut in the middle of a process: the next start goes on, and nothing is counted twice. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { adminEmail, type Product, startProduct, until } from "./product.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct({ NIHOL_DEMO: "1" });
});
afterAll(() => product?.stop());

type Processes = { results: { status: string; tree_count: number }[] };
const processes = async () =>
  ((await product.api(adminEmail, "GET", "/satellite-imagery")).body as Processes).results;

test("kill -9 of everything at work: the next start completes the demonstration's processes", async () => {
  await until(
    "the detector is at work",
    async () =>
      (await processes()).some(({ status }) => status === "in_progress") ? true : undefined,
    90,
  );
  await product.kill();
  await product.start();
  const done = await until(
    "both processes complete",
    async () => {
      const rows = await processes();
      return rows.length === 2 && rows.every(({ status }) => status === "completed")
        ? rows
        : undefined;
    },
    180,
  );
  const trees = (await product.api(adminEmail, "GET", "/plant-tree-detail?page_size=1")).body as {
    count: number;
  };
  const statistics = (await product.api(adminEmail, "GET", "/statistics")).body as {
    total_tree_count: number;
  };
  expect(done.every(({ tree_count }) => tree_count > 100)).toBe(true);
  expect(trees.count).toBe(statistics.total_tree_count);
  expect(trees.count).toBeLessThanOrEqual(Math.max(...done.map(({ tree_count }) => tree_count)));
});
