/** Trees of an image are corrected on its map: on a real image where the shared data is at hand, else on drawn ground. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { makePerson } from "../support/people.ts";
import { type Product, startProduct } from "../support/product.ts";
import { readImage } from "../support/read-image.ts";
import { sceneFile } from "../support/scene-file.ts";
import { until } from "../support/until.ts";

const real = join(
  import.meta.dirname,
  "../../../shared/data/real/geotiff/pairs-naip/shared/chico_2018_0.tif",
);
let product: Product;
let browser: Browser;
let image: number;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ NIHOL_DEMO: "0" }), openBrowser()]);
  const path = existsSync(real) ? real : (await sceneFile()).path;
  expect(await readImage(product, path, "2018-06-14")).toBe("completed");
  const { results } = await api<{ results: { id: number }[] }>("/whole-image");
  image = results[0]?.id ?? 0;
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

type Row = {
  id: number;
  position: [number, number];
  review: string;
  green: string;
  segmentation: { area_m2: number };
};
const api = async <T>(path: string) => (await product.api(adminEmail, "GET", path)).body as T;
const treeNow = (id: number) => api<Row>(`/plant-tree-detail/${id}`);
/** Of the image, and of the country. */
const counts = async () => [
  (await api<{ trees: { total: number } }>(`/whole-image/${image}`)).trees.total,
  (await api<{ total_tree_count: number }>("/statistics")).total_tree_count,
];
/** The tree that is furthest from all others: a press there means no other one. */
async function loneTree(): Promise<Row> {
  const { results } = await api<{ results: Row[] }>(
    `/plant-tree-detail?whole_image=${image}&page_size=200`,
  );
  const nearest = (one: Row) =>
    Math.min(
      ...results
        .filter(({ id }) => id !== one.id)
        .map(({ position: [x, y] }) => Math.hypot(x - one.position[0], y - one.position[1])),
    );
  const [found] = results.sort((a, b) => nearest(b) - nearest(a));
  if (!found) throw new Error("no tree was found");
  return found;
}
/** The image's map with a tree in its middle, drawn, and the tools that correct. */
async function correctAt({ position: [lon, lat] }: Row) {
  const path = `/admin/image_processing_ai/${image}?at=${lat},${lon},20`;
  const visited = await enter(browser, product, adminEmail, path);
  const { page } = visited;
  const tools = page.getByRole("region", { name: "Correct trees" });
  await page.getByRole("button", { name: "Correct trees" }).first().click();
  await tools.getByText("Press a tree to choose it, or add one.").waitFor();
  return { ...visited, tools };
}
const mapOf = (page: Page) => page.locator("canvas.maplibregl-canvas").first();
async function pressAt(page: Page, right: number, down: number) {
  const box = await mapOf(page).boundingBox();
  if (!box) throw new Error("no map");
  await page.mouse.click(box.x + box.width / 2 + right, box.y + box.height / 2 + down);
}

test("a tree is chosen on the map, accepted, said not to be green, moved, drawn anew and taken out; undone step by step", async () => {
  const tree = await loneTree();
  const [own = 0, national = 0] = await counts();
  const [lon] = tree.position;
  const { page, complaints, context, tools } = await correctAt(tree);
  await expectAccessible(page, "correcting on the map");
  await page.locator('[data-map-idle="true"]').waitFor();
  await pressAt(page, 0, 0);
  await tools.getByText(/^Not looked at/).waitFor();
  await tools.getByRole("button", { name: "It is a tree" }).click();
  await tools.getByText(/^Accepted/).waitFor();
  const other = tree.green === "not_green" ? "Green" : "Not green";
  await tools.getByRole("button", { name: other, exact: true }).click();
  await tools.getByRole("button", { name: other, exact: true, pressed: true }).waitFor();

  await tools.getByRole("button", { name: "Move" }).click();
  await tools.getByText("Press where the middle of the tree is.").waitFor();
  await pressAt(page, 40, 20);
  const moved = await until("the tree has moved", async () => {
    const now = await treeNow(tree.id);
    return now.position[0] > lon + 1e-6 ? now : undefined;
  });
  expect(moved.review).toBe("corrected");
  await page.locator("[data-chosen-tree]").waitFor();

  await tools.getByRole("button", { name: "Draw crown" }).click();
  await tools.locator('[aria-busy="false"]').waitFor();
  await expectAccessible(page, "drawing a crown on the map");
  const corners = [
    [20, -30],
    [70, -30],
    [70, 30],
    [20, 30],
  ] as const;
  for (const [x, y] of corners) await pressAt(page, x, y);
  await page.keyboard.press("Enter");
  await until("the crown is the drawn one", async () => {
    const { area_m2 } = (await treeNow(tree.id)).segmentation;
    return Math.abs(area_m2 - moved.segmentation.area_m2) > 0.1 || undefined;
  });
  expect(await counts()).toEqual([own, national]);

  await tools.getByRole("button", { name: "Not a tree" }).click();
  await until("both counts are one less", async () => {
    const [now, all] = await counts();
    return (now === own - 1 && all === national - 1) || undefined;
  });
  await tools.getByText("Taken out of the count").waitFor();
  for (const said of [
    "Undone: the tree counts again",
    "Undone: the tree is as it was",
    "Undone: the tree is as it was",
    "Undone: the tree is as it was",
    "Undone: not looked at again",
  ]) {
    const asked = page.waitForResponse((answer) => answer.url().endsWith("/undo"));
    await tools.getByRole("button", { name: "Undo" }).click();
    expect((await asked).ok()).toBe(true);
    await tools.getByText(said).waitFor();
  }
  expect(await counts()).toEqual([own, national]);
  expect(await treeNow(tree.id)).toMatchObject({
    position: tree.position,
    green: tree.green,
    review: "new",
    segmentation: tree.segmentation,
  });
  expect(complaints).toEqual([]);
  await context.close();
});

test("a tree is added by its middle and its edge, and by keys in the middle of the map; Escape draws nothing", async () => {
  const { page, context, tools } = await correctAt(await loneTree());
  const [own = 0] = await counts();
  const by = (more: number) =>
    until(
      `the count differs by ${more}`,
      async () => (await counts())[0] === own + more || undefined,
    );
  const add = tools.getByRole("button", { name: "Add a tree" });
  await page.locator('[data-map-idle="true"]').waitFor();
  await add.click();
  await tools.locator('[aria-busy="false"]').waitFor();
  await page.keyboard.press("Escape");
  await tools.getByText("Press the middle of the tree").waitFor({ state: "hidden" });
  await add.click();
  await tools.locator('[aria-busy="false"]').waitFor();
  await pressAt(page, -40, 90);
  await page.mouse.move(0, 0);
  await pressAt(page, -10, 90);
  await by(1);
  await tools.getByText(/^Added by a person/).waitFor();
  await add.focus();
  await page.keyboard.press("Enter");
  const middle = tools.getByRole("button", { name: "At the middle of the map" });
  await middle.focus();
  await page.keyboard.press("Enter");
  await by(2);
  for (const more of [1, 0]) {
    await tools.getByRole("button", { name: "Undo" }).click();
    await by(more);
  }
  await tools.getByRole("button", { name: "Leave" }).click();
  await tools.waitFor({ state: "hidden" });
  await context.close();
});

test("who may not correct trees is not offered it", async () => {
  const reader = await makePerson(product, "Looks", (resource, action) =>
    ["wholeimage", "planttreedetail"].includes(resource) ? action === "view" : false,
  );
  const { page, context } = await enter(
    browser,
    product,
    reader,
    `/admin/image_processing_ai/${image}`,
  );
  await page
    .getByRole("button", { name: /^Colours/ })
    .first()
    .waitFor();
  expect(await page.getByRole("button", { name: "Correct trees" }).count()).toBe(0);
  await context.close();
});
