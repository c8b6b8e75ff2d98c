/** From sign-in to counted trees on a map, by clicks, with the same numbers everywhere. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { openBrowser, signIn, type Visit, visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { kmlOf, type SceneFile, sceneFile } from "../support/scene-file.ts";
import { settled } from "../support/settled.ts";
import { until } from "../support/until.ts";

let product: Product;
let browser: Browser;
let scene: SceneFile;
let seen: Visit;

beforeAll(async () => {
  [product, browser, scene] = await Promise.all([
    startProduct({ NIHOL_DEMO: "0" }),
    openBrowser(),
    sceneFile(),
  ]);
  seen = await visit(browser, product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const api = async <T>(path: string) => (await product.api(adminEmail, "GET", path)).body as T;
type Counted = { results: { id: number; tree_count: number }[] };

test("an unknown visitor is asked to sign in and comes back to where they wanted", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/gardens?search=x`);
  await page.waitForURL(/\/auth\?redirect=/);
  await settled(page);
  await expectAccessible(page, "sign-in");
  await signIn(page, adminEmail);
  await page.waitForURL(/\/admin\/gardens\?.*search=x/);
});

test("a garden is drawn by a KML file", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/gardens?open=new`);
  await page.getByRole("button", { name: "From a file" }).click();
  await page.locator('input[type="file"]').setInputFiles({
    name: "боғ.kml",
    mimeType: "application/vnd.google-earth.kml+xml",
    buffer: Buffer.from(kmlOf("Боғи санҷишӣ", scene.ring)),
  });
  await page.getByRole("button", { name: "Take this boundary" }).click();
  await page.locator('input[name="name.tg"]').fill("Боғи санҷишӣ");
  await page.locator('input[name="name.ru"]').fill("Пробный сад");
  await page.locator('input[name="name.en"]').fill("Trial garden");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const garden = await until(
    "the garden is saved",
    async () => (await api<{ results: { area_m2: number }[] }>("/garden?search=Trial")).results[0],
  );
  expect(garden.area_m2).toBeGreaterThan(1000);
  await expectAccessible(page, "garden");
});

test("a GeoTIFF is uploaded, checked, and processed to the end", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/process?open=new`);
  await page.locator('input[type="file"]').setInputFiles(scene.path);
  const date = page.getByLabel("Date of the image");
  await date.fill("2026-05-14");
  await expectAccessible(page, "new process");
  await page.getByRole("button", { name: /start/i }).click();
  const done = await until(
    "the process completes",
    async () => {
      const [process] = (
        await api<{ results: { status: string; tree_count: number; message: unknown }[] }>(
          "/satellite-imagery",
        )
      ).results;
      if (process?.status === "failed") throw new Error(JSON.stringify(process.message));
      return process?.status === "completed" ? process : undefined;
    },
    180,
  );
  expect(done.tree_count).toBeGreaterThan(5);
  await page
    .getByText(/completed/i)
    .first()
    .waitFor();
  await expectAccessible(page, "process");
});

test("list, map, analytics and statistics give the same number", async () => {
  const [garden] = (await api<Counted>("/garden?search=Trial")).results;
  const id = garden?.id;
  const analytics = await api<{ trees: { total: number } }>(`/garden/${id}/analytics`);
  const list = await api<{ count: number }>(`/plant-tree-detail?garden=${id}&page_size=1`);
  const statistics = await api<{ garden_tree_count: number; total_tree_count: number }>(
    `/statistics?garden=${id}`,
  );
  const [image] = (await api<{ results: { trees: { total: number } }[] }>("/whole-image")).results;
  const all = await api<{ count: number }>("/plant-tree-detail?page_size=1");
  expect(analytics.trees.total).toBeGreaterThan(0);
  expect(garden?.tree_count).toBe(analytics.trees.total);
  expect(list.count).toBe(analytics.trees.total);
  expect(statistics.garden_tree_count).toBe(analytics.trees.total);
  expect(all.count).toBe(image?.trees.total);
});

test("the trees stand on the map and in the garden's analytics", async () => {
  const { page } = seen;
  const [garden] = (await api<Counted>("/garden?search=Trial")).results;
  const tiles: string[] = [];
  page.on("response", (answer) => {
    if (/\/tiles\/trees\//.test(answer.url()) && answer.status() === 200) tiles.push(answer.url());
  });
  await page.goto(`${product.address}/admin/gardens?open=${garden?.id}`);
  await page.getByText(String(garden?.tree_count)).first().waitFor();
  await until("tree tiles are loaded", async () => (tiles.length > 0 ? true : undefined), 60);
  await expectAccessible(page, "garden with trees");
});

test("fragments are shown as original, labelled and labelled segmentation", async () => {
  const { page } = seen;
  const [image] = (await api<Counted>("/whole-image")).results;
  const layers = new Set<string>();
  page.on("response", (answer) => {
    const layer = /fragment\/\d+\/(original|labelled|segmentation)/.exec(answer.url())?.[1];
    if (layer && answer.ok()) layers.add(layer);
  });
  await page.goto(`${product.address}/admin/image_processing_ai/${image?.id}/1`);
  await settled(page);
  for (const key of ["1", "2", "3"]) {
    await page.keyboard.press(key);
    await settled(page);
  }
  expect([...layers].sort()).toEqual(["labelled", "original", "segmentation"]);
});

test("with an outline from a file only the trees within it are counted", async () => {
  const { page } = seen;
  const other = await sceneFile(69.2);
  const [west = 0, south = 0] = other.ring[0] ?? [];
  const [, , [east = 0, north = 0] = []] = other.ring;
  const middle = (west + east) / 2;
  const half: [number, number][] = [
    [west, south],
    [middle, south],
    [middle, north],
    [west, north],
    [west, south],
  ];
  await page.goto(`${product.address}/admin/process?open=new`);
  await page.locator('input[type="file"]').setInputFiles(other.path);
  await page.getByLabel("Date of the image").fill("2026-05-14");
  await page.getByRole("combobox", { name: "Area" }).click();
  await page.getByRole("option", { name: "Outline" }).click();
  const start = page.getByRole("button", { name: /start/i });
  await start.click();
  await page.getByText("This field is required").waitFor();
  await page.getByRole("button", { name: "From a file" }).click();
  await page.locator('input[type="file"]').setInputFiles({
    name: "half.kml",
    mimeType: "application/vnd.google-earth.kml+xml",
    buffer: Buffer.from(kmlOf("Half", half)),
  });
  await page.getByRole("button", { name: "Take this boundary" }).click();
  await settled(page);
  await expectAccessible(page, "outline of a process");
  await start.click();
  await page.waitForURL((url) => /open=\d+/.test(url.search));
  const id = new URL(page.url()).searchParams.get("open");
  type Started = { status: string; whole_image: number; area: { kind: string } };
  const done = await until("the process completes", async () => {
    const process = await api<Started>(`/satellite-imagery/${id}`);
    return process.status === "completed" ? process : undefined;
  });
  expect(done.area.kind).toBe("boundary");
  const trees = await api<{ results: { position: [number, number] }[] }>(
    `/plant-tree-detail?whole_image=${done.whole_image}&page_size=100`,
  );
  expect(trees.results.length).toBeGreaterThan(3);
  const edge = (middle - west) / 50;
  for (const { position } of trees.results) expect(position[0]).toBeLessThan(middle + edge);
});

test("no screen complained: no script error, no violated policy", () => {
  expect(seen.complaints).toEqual([]);
});
