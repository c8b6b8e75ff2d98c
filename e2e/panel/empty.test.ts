/** A new installation without demonstration: what a screen says while there is nothing. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { follow } from "../support/settled.ts";

let product: Product;
let browser: Browser;
let page: Page;
let complaints: string[];
const name = { tg: "Хатлон", ru: "Хатлон", en: "Khatlon", az: "" };

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ NIHOL_DEMO: "0" }), openBrowser()]);
  ({ page, complaints } = await enter(browser, product, adminEmail, "/auth", { width: 1440 }));
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function says(path: string, text: string) {
  await follow(page, path);
  await page
    .getByText(text, { exact: true })
    .first()
    .waitFor()
    .catch(async () => {
      throw new Error(`${path} does not say "${text}": ${await page.locator("body").innerText()}`);
    });
}

test("no data to display: dashboard and monitoring", async () => {
  await says("/admin", "No data to display");
  await says("/admin/air_monitoring", "No data to display");
  await says("/admin/monitoring_devices", "No data to display");
});

test("the first steps of an empty programme lead to their forms, and are ticked when there is something", async () => {
  await says("/admin/home", "First steps");
  const steps = page.getByRole("region", { name: "First steps" });
  await expectAccessible(page, "first steps");
  expect(await steps.getByRole("link").allInnerTexts()).toEqual([
    "Add a region",
    "Add a district",
    "Make a garden",
    "Upload an image",
  ]);
  await steps.getByRole("link", { name: "Add a region" }).click();
  await page.waitForURL(/\/admin\/regions\?open=new/);
  const { body } = await product.api(adminEmail, "POST", "/region", { name });
  const { id } = body as { id: number };
  try {
    await page.goto(`${product.address}/admin/home`);
    await steps.getByText("there are 1").waitFor();
    expect(await steps.getByRole("link").allInnerTexts()).toEqual([
      "Add a district",
      "Make a garden",
      "Upload an image",
    ]);
  } finally {
    // The tests that follow, and this one when it is tried again, begin with a country without regions.
    expect((await product.api(adminEmail, "DELETE", `/region/${id}`)).status).toBe(204);
  }
});

test("no images to display: images, dates to check, comparison", async () => {
  await says("/admin/image_processing_ai", "No images to display");
  await says("/admin/process?view=dates", "No images to display");
  await says("/admin/image_compare", "No images to display");
});

test("no report data: reports of a country without territories", async () => {
  await says("/admin/report_by_region", "No report data");
  await says("/admin/report_by_district", "No report data");
});

test("no gardens in this region, and a task whose report is empty", async () => {
  const make = async (path: string, body: object) => {
    const made = await product.api(adminEmail, "POST", path, body);
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return (made.body as { id: number }).id;
  };
  const region = await make("/region", { name });
  // The page knows of no region yet.
  await page.reload();
  await says(`/admin?region=${region}`, "No gardens in this region");
  const garden = await make("/garden", { name, region });
  const type = await make("/plant-tree-type", { name });
  const task = await make("/plant-tree-task", {
    garden,
    assignedDate: "2026-03-01",
    dueDate: "2026-04-01",
    items: [{ tree_type: type, quantity: 10 }],
  });
  await follow(page, `/admin/tree_task?open=${task}`);
  await page.getByRole("tab", { name: /^Report/ }).click();
  await page.getByText("No report data", { exact: true }).waitFor();
});

test("no screen complained: no script error, no violated policy", () => {
  expect(complaints).toEqual([]);
});
