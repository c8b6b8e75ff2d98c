/** A garden as a hub: its parts, the next one, and what is begun from its head. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";
import { openScreen, settled } from "../support/settled.ts";

const product = sharedProduct();
let browser: Browser;
let seen: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  seen = await enter(browser, product, adminEmail, "/admin/home");
});
afterAll(async () => {
  expect(seen?.complaints).toEqual([]);
  await browser?.close();
});

test("the parts of a garden: what is done there, and the next garden on the same part", async () => {
  const { page } = seen;
  const { body } = await product.api(adminEmail, "GET", "/plant-tree-task?status=completed");
  const task = (body as { results: { id: number; garden: { id: number } }[] }).results[0];
  await openScreen(page, `/admin/gardens?page_size=100&open=${task?.garden.id}`);
  const panel = page.getByRole("dialog").first();
  const part = (name: RegExp) => panel.getByRole("tab", { name }).click();
  await panel.getByRole("button", { name: "Give a task" }).waitFor();
  await part(/^Tasks/);
  await panel.getByRole("list", { name: "Tasks" }).getByText(`№ ${task?.id}`).waitFor();
  await expectAccessible(page, "tasks of a garden");
  await part(/^Flight/);
  await panel.getByRole("region", { name: "It rests on" }).waitFor();
  await expectAccessible(page, "advice before a flight over a garden's task");
  await part(/^Photos/);
  await panel.getByRole("tabpanel").waitFor();
  await expectAccessible(page, "photos of a garden");
  await part(/^History/);
  const told = panel.getByRole("list", { name: "History" });
  await told.getByText(`Task No. ${task?.id} completed`).waitFor();
  await expectAccessible(page, "history of a garden");
  const before = page.url();
  await panel.getByRole("button", { name: "Next in the list" }).click();
  await expect.poll(() => page.url()).not.toBe(before);
  const open = panel.getByRole("tab", { name: "History", selected: true });
  await open.waitFor();
});

test("from a garden's head a task, an image and a comparison begin with that garden", async () => {
  const { page } = seen;
  const { body } = await product.api(adminEmail, "GET", "/garden?search=Hisor");
  const { id } = (body as { results: { id: number }[] }).results[0] as { id: number };
  await openScreen(page, `/admin/gardens?open=${id}`);
  const panel = page.getByRole("dialog", { name: "Hisor Garden" });
  const compare = panel.getByRole("link", { name: "Compare images" });
  expect(await compare.getAttribute("href")).toBe(`/admin/image_compare?garden=${id}`);
  await panel.getByRole("button", { name: "Give a task" }).click();
  await page.getByRole("dialog").last().getByText("Hisor Garden").first().waitFor();
  await page.keyboard.press("Escape");
  await panel.getByRole("link", { name: "Upload an image" }).click();
  await page.waitForURL(/open=new/);
  await page.getByRole("button", { name: "From a source" }).click();
  const form = page.getByRole("dialog", { name: "New process" });
  const chosen = form.getByRole("combobox", { name: "Garden" });
  await expect.poll(() => chosen.inputValue()).toBe("Hisor Garden");
  await form.getByRole("button", { name: "Close" }).click();
  await page.waitForURL((url) => url.search === "");
});

test("the comparison in a garden's head has its place before its dates are known", async () => {
  const { page } = seen;
  const path = "**/api/garden/*/analytics*";
  let resume = () => {};
  const asked = new Promise<void>((told) => {
    void page.route(path, async (route) => {
      told();
      await new Promise<void>((resumed) => {
        resume = resumed;
      });
      await route.continue();
    });
  });
  // Another visit's answer is kept for a while: the panel is loaded anew.
  await page.goto(`${product.address}/admin/gardens?open=1`);
  await asked;
  const panel = page.getByRole("dialog", { name: "Hisor Garden" });
  const waiting = panel.getByRole("button", { name: "Compare images", disabled: true });
  await waiting.waitFor();
  await expect
    .poll(() => panel.getByRole("button", { name: "Give a task" }).isVisible())
    .toBe(true);
  const place = await waiting.boundingBox();
  resume();
  const link = panel.getByRole("link", { name: "Compare images" });
  await link.waitFor();
  expect(await link.boundingBox()).toEqual(place);
  await page.unroute(path);
});

test("tabs that are wider than a telephone fade where they go on, and the open one is in sight", async () => {
  const phone = await enter(browser, product, adminEmail, "/auth", {
    width: 390,
    height: 844,
    touch: true,
  });
  const { page, context } = phone;
  await page.goto(`${product.address}/admin/gardens?open=1`);
  await settled(page);
  const tabs = page.getByRole("dialog").first().getByRole("tablist");
  expect(await tabs.getAttribute("data-more")).toBe("end");
  const last = tabs.getByRole("tab").last();
  await tabs.getByRole("tab").nth(2).focus();
  await page.keyboard.press("End");
  await page.keyboard.press("Enter");
  await expect.poll(() => last.getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => tabs.getAttribute("data-more")).toBe("start");
  const [row, box] = [await tabs.boundingBox(), await last.boundingBox()];
  if (!row || !box) throw new Error("the tabs are not shown");
  expect(box.x + box.width).toBeLessThanOrEqual(row.x + row.width + 1);
  expect(phone.complaints).toEqual([]);
  await context.close();
});
