/// <reference lib="dom" />
/**
 * Trees of an image are corrected, through its fragments by keys and on its map: on real aerial images where the shared
 * data is at hand, else on drawn ground.
 */
import type { GardenAnalytics } from "@nihol/contract/gardens";
import type { Statistics, TreeCounts } from "@nihol/contract/statistics";
import { formatCount } from "@nihol/locales/format-count";
import type { Map as MapLibreMap } from "maplibre-gl";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { makePerson } from "../support/people.ts";
import { type Product, startProduct } from "../support/product.ts";
import { readImage } from "../support/read-image.ts";
import { severalFragments } from "../support/real-ground.ts";
import { openScreen, settled } from "../support/settled.ts";
import { until } from "../support/until.ts";

let product: Product;
let browser: Browser;
let image: number;
let garden: number;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ NIHOL_DEMO: "0" }), openBrowser()]);
  expect(await readImage(product, await severalFragments(), "2018-06-14")).toBe("completed");
  type Images = { results: { id: number; bbox: [number, number, number, number] }[] };
  const [read] = (await api<Images>("/whole-image")).results;
  const {
    id,
    bbox: [west, south, east, north],
  } = read ?? { id: 0, bbox: [0, 0, 0, 0] };
  image = id;
  const boundary = {
    type: "Polygon",
    coordinates: [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ],
  };
  const name = { tg: "Боғи шаҳр", ru: "Городской сад", en: "Town garden", az: "Şəhər bağı" };
  const made = await product.api(adminEmail, "POST", "/garden", { name, boundary });
  garden = (made.body as { id: number }).id;
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
/** The tree that is furthest from all others, a press there means no other one, and that nobody has looked at. */
async function loneTree(): Promise<Row> {
  const pages = `/plant-tree-detail?whole_image=${image}&page_size=200`;
  const results: Row[] = [];
  for (let page = 1, all = 1; results.length < all; page++) {
    const answer = await api<{ count: number; results: Row[] }>(`${pages}&page=${page}`);
    results.push(...answer.results);
    all = answer.count;
  }
  const nearest = (one: Row) =>
    Math.min(
      ...results
        .filter(({ id }) => id !== one.id)
        .map(({ position: [x, y] }) => Math.hypot(x - one.position[0], y - one.position[1])),
    );
  const untouched = results.filter(({ review }) => review === "new");
  const [found] = untouched.sort((a, b) => nearest(b) - nearest(a));
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

/** Reads the published counts: in the list of images, in the garden's row and analytics, of the country; all must agree. */
async function published(): Promise<TreeCounts> {
  const [listed] = (await api<{ results: { trees: TreeCounts }[] }>("/whole-image")).results;
  const [row] = (await api<{ results: { tree_count: number }[] }>("/garden")).results;
  const { trees } = await api<GardenAnalytics>(`/garden/${garden}/analytics`);
  const national = (await api<Statistics>("/statistics")).trees;
  const shown = (one?: TreeCounts | null) => [one?.total, one?.checked, one?.low, one?.high];
  expect(shown(trees)).toEqual(shown(listed?.trees));
  expect(shown(national)).toEqual(shown(listed?.trees));
  expect(row?.tree_count).toBe(listed?.trees.total);
  return listed?.trees as TreeCounts;
}
const widthOf = ({ low, high }: TreeCounts) => (high ?? 0) - (low ?? 0);

/** Checks what a person reads of the garden: its row, its count with the range, and how many trees its map has. */
async function readOn({ page }: Visit, { total, low, high }: TreeCounts) {
  await page.goto(`${product.address}/admin/gardens?open=${garden}`);
  await settled(page);
  const row = page.getByRole("row").filter({ hasText: "Town garden" });
  const shown = row.getByText(total.toLocaleString("en"), { exact: true });
  await shown.filter({ visible: true }).waitFor();
  const count = page.getByText(formatCount({ total, low, high }, "en"));
  await count.filter({ visible: true }).first().waitFor();
  const onMap = () =>
    page.evaluate(() => {
      const { map } = document.querySelector("[data-map-idle]") as HTMLElement & {
        map: MapLibreMap;
      };
      const trees = map.querySourceFeatures("trees", { sourceLayer: "trees" });
      return new Set(trees.map(({ id }) => id)).size;
    });
  await expect.poll(onMap).toBe(total);
}

test("trees are corrected by keys through the fragments; list, garden and map follow at once, and the range narrows with each fragment", async () => {
  const first = await published();
  const { count: fragments } = await api<{ count: number }>(`/whole-image/${image}/fragment`);
  expect(fragments).toBeGreaterThanOrEqual(3);
  const correcting = `/admin/image_processing_ai/${image}/1?correct=1`;
  const [seen, reading] = [
    await enter(browser, product, adminEmail, correcting, { width: 1440, height: 900 }),
    await enter(browser, product, adminEmail, "/auth", { width: 1440, height: 900 }),
  ];
  const { page } = seen;
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
  const totalBy = (more: number) =>
    until(`${more} trees more are published`, async () => {
      const { trees } = await api<{ trees: TreeCounts }>(`/whole-image/${image}`);
      return trees.total === first.total + more || undefined;
    });
  /** Looked over whole: the next fragment comes, what is published is exact there and surer as a whole. */
  const finish = async (n: number, before: TreeCounts) => {
    await page.keyboard.press("d");
    await until("the fragment is looked over", async () => {
      const { checked } = await api<{ checked: boolean }>(`/whole-image/${image}/fragment/${n}`);
      return checked || undefined;
    });
    if (n < fragments) await page.getByRole("heading", { name: `Fragment ${n + 1}` }).waitFor();
    const now = await published();
    expect(now.checked).toBeGreaterThan(before.checked);
    expect(widthOf(now)).toBeLessThan(widthOf(before));
    await readOn(reading, now);
    return now;
  };
  const chosen = page.getByText(/^Tree 1 of \d+/);

  await chosen.waitFor();
  await keys("a");
  await page.getByText(/^Tree 2 of \d+/).waitFor();
  await keys("x");
  await totalBy(-1);
  let now = await finish(1, first);

  await chosen.waitFor();
  await keys("n", "Shift+ArrowRight", "ArrowDown", "]", "Enter");
  // Where a neighbour's crown reaches that far it is asked whether it is one more, and the person says so.
  const oneMore = page.getByRole("button", { name: "One more tree" });
  const added = page.getByText("Added by a person");
  await oneMore.or(added).first().waitFor();
  if (await oneMore.isVisible()) await oneMore.click();
  await totalBy(0);
  await added.waitFor();
  await keys("g");
  await page.getByRole("button", { name: "Unsure", pressed: true }).waitFor();
  await keys("m", "Shift+ArrowDown", "Enter");
  await until("the tree is moved", async () => {
    if (await oneMore.isVisible()) await oneMore.click();
    const { count } = await api<{ count: number }>(`/whole-image/${image}/correction`);
    // Accepted, removed, added, called unsure, moved.
    return count === 5 || undefined;
  });
  await oneMore.waitFor({ state: "hidden" });
  const corners = ["Space", "Shift+ArrowRight", "Space", "Shift+ArrowDown", "Space", "Enter"];
  await keys("c", ...corners);
  now = await finish(2, now);

  await chosen.waitFor();
  await keys("x");
  await totalBy(-1);
  await keys("u");
  await totalBy(0);
  for (let n = 3; n <= fragments; n++) now = await finish(n, now);
  expect([now.low, now.high, now.range_basis]).toEqual([now.total, now.total, "checked"]);
  await reading.page.getByText(/exact: people looked all of it over/).waitFor();
  await expectAccessible(page, "fragments that were corrected");

  const said = ["undo", "delete", "change", "change", "change", "add", "delete", "accept"];
  const lines = "/audit-log?resource=planttreedetail";
  const { results } = await api<{ results: { action: string }[] }>(lines);
  expect(results.map(({ action }) => action)).toEqual(said);
  await openScreen(reading.page, `/admin${lines.replace("-", "_")}`);
  expect(await reading.page.locator("tbody tr").count()).toBe(said.length);
  for (const { complaints, context } of [seen, reading]) {
    expect(complaints).toEqual([]);
    await context.close();
  }
});

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
  // The tree in the middle of the map stands there already.
  await page.getByText(/^A tree stands here already/).waitFor();
  await page.getByRole("button", { name: "One more tree" }).click();
  await by(2);
  for (const more of [1, 0]) {
    await tools.getByRole("button", { name: "Undo" }).click();
    await by(more);
  }
  await tools.getByRole("button", { name: "Leave" }).click();
  await tools.waitFor({ state: "hidden" });
  await context.close();
});

test("a person who may not correct trees is not offered it", async () => {
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
