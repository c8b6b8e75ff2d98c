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
  await page.locator('input[type="file"]').first().setInputFiles(scene.path);
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

test("trees of a fragment are corrected by keys and by pointer, and every count follows", async () => {
  const { page } = seen;
  const [image] = (await api<Counted>("/whole-image")).results;
  type Shown = { trees: { total: number } };
  type National = { total_tree_count: number };
  const counts = async () => [
    (await api<Shown>(`/whole-image/${image?.id}`)).trees.total,
    (await api<National>("/statistics")).total_tree_count,
  ];
  const [before = 0, national = 0] = await counts();
  const oneMore = page.getByRole("button", { name: "One more tree" });
  const by = (more: number) =>
    until(`the counts differ by ${more}`, async () => {
      // Asked where another crown holds the place: the person says that it is a tree of its own.
      if (await oneMore.isVisible()) await oneMore.click();
      const [own, all] = await counts();
      return (own === before + more && all === national + more) || undefined;
    });
  await page.keyboard.press("e");
  await page.getByText(/^Tree 1 of \d+/).waitFor();
  // Accepted by a key, and the next one comes; the second is none.
  await page.keyboard.press("a");
  await page.getByText(/^Tree 2 of \d+/).waitFor();
  await page.keyboard.press("x");
  await by(-1);
  await page.keyboard.press("u");
  await by(0);
  // Added by a press on the image, and by keys alone.
  await page.keyboard.press("n");
  await page.getByRole("slider", { name: /Radius/ }).waitFor();
  await expectAccessible(page, "a tree that is being added");
  const stage = await page.getByRole("img", { name: /^Fragment/ }).boundingBox();
  await page.mouse.click((stage?.x ?? 0) + (stage?.width ?? 0) / 2, (stage?.y ?? 0) + 60);
  await by(1);
  await page.keyboard.press("n");
  for (const key of ["ArrowRight", "Shift+ArrowDown", "]", "Enter"]) await page.keyboard.press(key);
  await by(2);
  await page.getByText("Added by a person").waitFor();
  await page.keyboard.press("g");
  await page.getByRole("button", { name: "Unsure", pressed: true }).waitFor();
  await expectAccessible(page, "trees that are corrected");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: /key/i }).getByText("It is a tree, next").waitFor();
  await page.keyboard.press("Escape");
  for (const more of [2, 1, 0]) {
    await page.keyboard.press("u");
    await by(more);
  }
  // Trees that were accepted stay so; a key of its own says that the whole fragment was looked through.
  await page.keyboard.press("d");
  const review = () => api<{ review: string }>(`/whole-image/${image?.id}/fragment/1`);
  await until(
    "the fragment is accepted",
    async () => (await review()).review === "accepted" || undefined,
  );
  await page.keyboard.press("e");
  await page.getByRole("button", { name: "Correct trees" }).waitFor();
  // The image's only fragment was looked over whole: its count is exact, nothing is left to check; the look is taken back.
  await page.getByText("Fragments looked over").waitFor();
  await expectAccessible(page, "a fragment that was looked over");
  const exact = async () =>
    (await api<{ trees: { checked: number } }>(`/whole-image/${image?.id}`)).trees.checked;
  await page.goto(`${product.address}/admin/image_processing_ai/${image?.id}/1`);
  await page.getByRole("button", { name: "Take back" }).waitFor();
  expect(await exact()).toBeGreaterThan(0);
  await page.getByText("All of it is looked over: the count is exact.").waitFor();
  await page.keyboard.press("t");
  await until("nothing is exact", async () => (await exact()) === 0 || undefined);
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
  await page.locator('input[type="file"]').first().setInputFiles(other.path);
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
