/** A planting task from being given to being accepted, by keyboard and clicks, with a photo's own day and place. */
import type { Browser, Locator } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit, visit } from "../support/browser.ts";
import { adminEmail, password } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { settled } from "../support/settled.ts";

let product: Product;
let browser: Browser;
let seen: Visit;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  seen = await enter(browser, product, adminEmail, "/auth", { width: 1440, height: 900 });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

interface Task {
  id: number;
  status: string;
  scheduled_plant_count: number;
  submitted_plant_count: number;
}
const newest = async () => {
  const { body } = await product.api(adminEmail, "GET", "/plant-tree-task?ordering=-id");
  return (body as { results: Task[] }).results[0] as Task;
};

/** Types into a field of references and takes what is found. */
async function choose(label: string, text: string) {
  const { page } = seen;
  await page.getByRole("dialog").getByRole("combobox", { name: label, exact: true }).fill(text);
  await page.getByRole("option", { name: text }).first().click();
}

test("from signing in to a given task by keyboard alone", async () => {
  const { page, context } = await visit(
    browser,
    product,
    { width: 1440, height: 900 },
    "/auth?redirect=/admin/tree_type",
  );
  const label = () =>
    page.evaluate(() => {
      const one = document.activeElement;
      const labels = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : [];
      const names = [one?.getAttribute("aria-label"), ...labels.map((text) => text.innerText)];
      return names.find(Boolean) ?? (one instanceof HTMLElement ? one.innerText : "");
    });
  /** Goes on with Tab until what has that name has the focus. */
  async function tabTo(name: RegExp) {
    for (let n = 0; n < 80; n++) {
      if (name.test(await label())) return;
      await page.keyboard.press("Tab");
    }
    throw new Error(`no way by Tab to ${name}`);
  }
  /** Types into the field that has the focus and takes the first that is found. */
  async function take(text: string) {
    await page.keyboard.type(text);
    await page.getByRole("option", { name: text }).first().waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
  }
  await page.locator('button[type="submit"]').waitFor();
  await tabTo(/^E-mail/);
  await page.keyboard.type(adminEmail);
  await tabTo(/^Password/);
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin/);
  // The sign-in page is whole too: the panel hears the keys when its menu is there.
  await page.getByRole("navigation", { name: "Menu" }).waitFor();
  await settled(page);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").waitFor();
  await page.keyboard.type("New planting task");
  await page.getByRole("option", { name: "New planting task" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New task" }).waitFor();
  await settled(page);
  await tabTo(/^Garden/);
  await take("Navruz");
  await tabTo(/^Due/);
  await page.keyboard.type("01/12/2099");
  await tabTo(/^Tree type 1/);
  await take("Plane");
  await tabTo(/^Quantity 1/);
  await page.keyboard.type("7");
  await tabTo(/^Create$/);
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await newest()).scheduled_plant_count).toBe(7);
  await context.close();
});

test("from signing in to a given task by finger on a screen of 390 px", async () => {
  const phone = { width: 390, height: 844, touch: true };
  const { page, context } = await visit(browser, product, phone, "/auth");
  /** Taps on a field and types, as the keyboard on the screen does. */
  async function write(field: Locator, text: string) {
    await field.tap();
    await page.keyboard.type(text);
  }
  await write(page.getByLabel(/^E-mail/), adminEmail);
  await write(page.locator('input[type="password"]'), password);
  await page.locator('button[type="submit"]').tap();
  await page.waitForURL(/\/admin/);
  await settled(page);
  await page.getByRole("button", { name: "Menu" }).tap();
  const menu = page.getByRole("navigation", { name: "Menu" });
  await menu.getByRole("link", { name: /^Planting tasks/ }).tap();
  await page.waitForURL(/\/admin\/tree_task/);
  await settled(page);
  await page.getByRole("main").getByRole("button", { name: "New task" }).tap();
  const form = page.getByRole("dialog", { name: "New task" });
  for (const [field, text] of [
    ["Garden", "Navruz"],
    ["Tree type 1", "Plane"],
  ] as const) {
    await write(form.getByRole("combobox", { name: field, exact: true }), text);
    await page.getByRole("option", { name: text }).first().tap();
  }
  await write(form.getByLabel("Due"), "01/12/2099");
  await write(form.getByLabel("Quantity 1"), "9");
  await form.getByRole("button", { name: "Create" }).tap();
  await expect.poll(async () => (await newest()).scheduled_plant_count).toBe(9);
  await context.close();
});

test("a task is given with two tree types, rows added and removed by keyboard", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/tree_task?open=new`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("button", { name: "Create" }).click();
  await expect.poll(() => panel.getByText("This field is required").count()).toBeGreaterThan(2);
  await choose("Garden", "Navruz");
  await panel.getByLabel("Due").fill("01/12/2099");
  await choose("Tree type 1", "Plane");
  await panel.getByLabel("Quantity 1").fill("25");
  for (const _ of [2, 3]) {
    await panel.getByRole("button", { name: "Add a tree type" }).press("Enter");
  }
  await expect
    .poll(() => page.evaluate(() => (document.activeElement?.id === "" ? "" : "input")))
    .toBe("input");
  await panel.getByRole("button", { name: "Remove row 3" }).press("Enter");
  await choose("Tree type 2", "Poplar");
  await panel.getByLabel("Quantity 2").fill("15");
  await panel.getByText("Trees in all: 40").waitFor();
  await panel.getByRole("button", { name: "Create" }).click();
  await panel.getByRole("heading", { name: /No\. \d+, Navruz Garden/ }).waitFor();
  await panel.getByText("Nothing has been reported yet").waitFor();
  expect(await newest()).toMatchObject({ status: "pending", scheduled_plant_count: 40 });
});

test("a planting is reported with a photo, whose day and place are read", async () => {
  const { page } = seen;
  const panel = page.getByRole("dialog");
  await panel.getByRole("tab", { name: /Report/ }).click();
  await panel.getByText("No report data").waitFor();
  await panel.getByRole("button", { name: "Add what was planted" }).click();
  await choose("Tree type", "Plane");
  await panel.getByLabel("Count", { exact: true }).fill("20");
  const photo = await sharp({
    create: { width: 400, height: 300, channels: 3, background: "#383" },
  })
    .withExif({
      IFD2: { DateTimeOriginal: "2026:05:14 09:30:00" },
      IFD3: {
        GPSLatitudeRef: "N",
        GPSLatitude: "10/1 0/1 0/1",
        GPSLongitudeRef: "E",
        GPSLongitude: "20/1 0/1 0/1",
      },
    })
    .jpeg()
    .toBuffer();
  await panel
    .locator('input[type="file"]')
    .setInputFiles({ name: "trees.jpg", mimeType: "image/jpeg", buffer: photo });
  await panel.getByText("Chosen: trees.jpg").waitFor();
  await expectAccessible(page, "report form");
  await panel.getByRole("button", { name: "Create" }).click();
  await panel.getByText("14/05/2026").waitFor();
  await panel.getByText("outside the garden").waitFor();
  await panel.getByText("taken before planting").waitFor();
  await expectAccessible(page, "report");
  await panel.getByRole("button", { name: /^Photo: Plane/ }).click();
  await page.locator("img[alt^='Photo: Plane']").waitFor();
  await page.keyboard.press("Escape");
});

test("it is handed in with the reason for a shortfall, sent back, handed in again and accepted by somebody else", async () => {
  const { page } = seen;
  const panel = page.getByRole("dialog").first();
  const required = "This field is required";
  const shortfall = "Fewer trees are reported than the task asks for";
  const move = async (button: string, comment?: string, refusal = required) => {
    await panel.getByRole("button", { name: button }).first().click();
    const dialog = page.getByRole("dialog", { name: button });
    if (comment) {
      await dialog.getByRole("button", { name: button }).click();
      await dialog.getByText(refusal).waitFor();
      await dialog.getByLabel("Comment").fill(comment);
    }
    await dialog.getByRole("button", { name: button }).click();
    await dialog.waitFor({ state: "hidden" });
  };
  await move("Submit", "The poplars come in spring", shortfall);
  await panel.getByText("The report changes while", { exact: false }).waitFor();
  await panel.getByText("You submitted this task yourself", { exact: false }).waitFor();
  expect(await panel.getByRole("button", { name: "Accept" }).count()).toBe(0);
  await move("Return for changes", "Where are the poplars?");
  const { id } = await newest();
  const handedIn = await product.api(
    "sysadmin@nihol.example",
    "POST",
    `/plant-tree-task/${id}/status`,
    { status: "submitted", comment: "They come in spring" },
  );
  expect(handedIn.status).toBe(200);
  await page.reload();
  await move("Accept");
  await panel.getByRole("tab", { name: "Details" }).click();
  await panel.getByText("Where are the poplars?").waitFor();
  expect(await newest()).toMatchObject({ status: "completed", submitted_plant_count: 20 });
});

test("the counts above the list are filters, and agree with it", async () => {
  const { page, complaints } = seen;
  await page.goto(`${product.address}/admin/tree_task`);
  const counts = page.getByRole("group", { name: "Tasks by status" });
  for (const [name, status] of [
    ["Overdue", "overdue"],
    ["Completed", "completed"],
    ["Survival visit due", "survival_due"],
  ] as const) {
    const button = counts.getByRole("button", { name: new RegExp(`^${name} [1-9]`) });
    const said = Number((await button.innerText()).match(/\d+$/)?.[0]);
    await button.click();
    await page.waitForURL(new RegExp(`status=${status}`));
    await expect.poll(() => page.locator("tbody tr").count()).toBe(said);
  }
  expect(complaints).toEqual([]);
});

test("on the board a task is moved by keyboard, where not allowed with the reason, and the calendar leads to its day", async () => {
  const { page, complaints } = seen;
  await page.goto(`${product.address}/admin/tree_task?view=board`);
  const waiting = page.locator('[data-column="pending"] [data-card]').first();
  await waiting.focus();
  const name = await waiting.innerText();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: /^Completed There is no step from here/ }).waitFor();
  await page.getByRole("menuitem", { name: /^In progress Start/ }).press("Enter");
  const moved = page.locator('[data-column="in_progress"] [data-card]', { hasText: name });
  await moved.waitFor();
  // A card is pale until the server has it.
  await settled(page);
  await expectAccessible(page, "board");
  await moved.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowRight");
  expect(await page.locator("[data-card]:focus").count()).toBe(1);
  await moved.focus();
  await page.keyboard.press("m");
  await page.getByRole("menuitem", { name: /^Pending Put back/ }).press("Enter");
  await page.locator('[data-column="pending"] [data-card]', { hasText: name }).waitFor();
  const { body } = await product.api(adminEmail, "GET", "/plant-tree-task?status=due_soon");
  const [soon] = (body as { results: { dueDate: string }[] }).results;
  const date = soon?.dueDate ?? "";
  await page.goto(`${product.address}/admin/tree_task?view=calendar&month=${date.slice(0, 7)}`);
  const cell = page.locator("td", { has: page.locator(`[data-day="${date}"]`) });
  await cell
    .getByText(/Garden/)
    .first()
    .waitFor();
  await cell.locator("[data-day]").press("Enter");
  await page.waitForURL(new RegExp(`due_from=${date}`));
  const ofDay = await product.api(
    adminEmail,
    "GET",
    `/plant-tree-task?due_from=${date}&due_to=${date}`,
  );
  const { count } = ofDay.body as { count: number };
  expect(count).toBeGreaterThan(0);
  await expect.poll(() => page.locator("tbody tr").count()).toBe(count);
  expect(complaints).toEqual([]);
});

test("many tasks are moved at once by one dialog", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/tree_task?status=in_progress`);
  await page.locator("tbody tr").first().waitFor();
  await page.locator("thead").getByRole("checkbox").click();
  await page.getByRole("button", { name: "Change status" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Status" }).click();
  await page.getByRole("option", { name: "Cancelled" }).click();
  await dialog.getByLabel("Comment").fill("No water this year");
  await dialog.getByRole("button", { name: "Change status" }).click();
  await dialog.waitFor({ state: "hidden" });
  const { body } = await product.api(adminEmail, "GET", "/plant-tree-task?status=in_progress");
  expect((body as { count: number }).count).toBe(0);
});

test("a task whose photo was shown before is found by its warnings, and both photos stand side by side", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/tree_task?warnings=true`);
  await page.getByText("Warnings: repeated photo, photo from another place").waitFor();
  await page.getByText("Syr Darya Garden").first().click();
  await page.getByRole("tab", { name: /Report/ }).click();
  await page.getByText("Outside the garden: 2,382 m from its boundary").waitFor();
  await page.getByRole("button", { name: /^Almost the same photo is in task No\. 2 of/ }).click();
  const pair = page.getByRole("dialog", { name: "Two photos side by side" });
  await pair.getByRole("img", { name: /^Photo: Plane/ }).waitFor();
  await expectAccessible(page, "two photos");
  await page.keyboard.press("Escape");
  await pair.waitFor({ state: "hidden" });
});

test("tasks stand on the map at their gardens: a plate of several comes nearer, a sign leads to the garden's tasks", async () => {
  const { page, complaints } = seen;
  const { body } = await product.api(adminEmail, "GET", "/plant-tree-task/places");
  const { places } = body as {
    places: { garden: { id: number }; longitude: number; latitude: number; count: number }[];
  };
  const [first] = places;
  if (!first) throw new Error("no task has a place");
  const canvas = page.locator('[data-map-idle="true"] canvas').first();
  const press = async (zoom: number, dx: number, dy: number) => {
    const at = `${first.latitude},${first.longitude},${zoom}`;
    await page.goto(`${product.address}/admin?at=${at}&layers=tasks`);
    await canvas.waitFor();
    const box = await canvas.boundingBox();
    if (!box) throw new Error("no map");
    await page.mouse.click(box.x + box.width / 2 + dx, box.y + box.height / 2 + dy);
  };
  // A sign stands beside the middle of its garden.
  await press(14, -11, -11);
  const popup = page.locator(".maplibregl-popup");
  await popup.getByText(`Tasks: ${first.count}`).waitFor();
  await expectAccessible(page, "tasks on the map");
  await popup.getByRole("link", { name: "Open the tasks" }).click();
  await page.waitForURL(new RegExp(`garden=${first.garden.id}`));
  await expect.poll(() => page.locator("tbody tr").count()).toBe(first.count);
  // From so far away all gardens of the country are one plate, above their middle.
  const middle = (key: "longitude" | "latitude") =>
    places.reduce((sum, place) => sum + place[key], 0) / places.length;
  Object.assign(first, { longitude: middle("longitude"), latitude: middle("latitude") });
  await press(2, 0, -24);
  await expect
    .poll(() => Number(new URL(page.url()).searchParams.get("at")?.split(",")[2]))
    .toBeGreaterThan(2);
  expect(complaints).toEqual([]);
});

test("the own page begins with what is most urgent, and says the list's number", async () => {
  const { page, context } = await enter(browser, product, "ministry@nihol.example", "/admin/home");
  const list = await product.api(
    "ministry@nihol.example",
    "GET",
    "/plant-tree-task?status=to_plant&ordering=days_left",
  );
  const { count, results } = list.body as { count: number; results: Task[] };
  const card = page.getByRole("region", { name: /^To be planted/ });
  await card.getByRole("heading").getByText(String(count), { exact: true }).waitFor();
  await expectAccessible(page, "my work");
  await card.getByRole("listitem").first().getByRole("link").click();
  await page.waitForURL(new RegExp(`/admin/tree_task\\?open=${results[0]?.id}`));
  await context.close();
});
