/** Screens for whoever is signed in: preview of another role, own rights, the guide, the search. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

const admin = (path: string) => enter(browser, product, adminEmail, path);

test("a master administrator sees the panel as a role with view only, and ends it", async () => {
  const { page, context } = await admin("/admin/roles");
  await page.getByRole("link", { name: "Viewer" }).click();
  await page.getByRole("button", { name: "See as this role" }).click();
  await page.getByText("You see the panel as the role “Viewer”", { exact: false }).waitFor();
  // The dashboard is not open to that role: it stands at /auth with what is open.
  await page.waitForURL(/\/auth/);
  await page.getByRole("link", { name: "Gardens" }).click();
  await page.getByRole("heading", { name: "Gardens" }).waitFor();
  expect(await page.getByRole("button", { name: "New garden" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Users" }).count()).toBe(0);
  await page.getByRole("button", { name: "End the preview" }).click();
  await page.getByRole("heading", { name: "Roles" }).waitFor();
  await page.getByRole("link", { name: "Users" }).first().waitFor();
  await context.close();
});

test("the search finds a screen, a garden with a typing error and a place, by keys alone; the guide opens at the present screen", async () => {
  const { page, context } = await admin("/admin/districts");
  await page.getByRole("heading", { name: "Districts" }).waitFor();
  const dialog = page.getByRole("dialog", { name: "Search" });
  const options = dialog.getByRole("option");
  await page.keyboard.press("Control+k");
  await dialog.getByRole("combobox").waitFor();
  await page.keyboard.type("gard");
  await dialog.getByRole("group", { name: "Gardens" }).waitFor();
  expect((await options.allInnerTexts())[0]).toContain("Gardens");
  await expectAccessible(page, "search");
  await page.keyboard.press("Control+a");
  // In Russian letters, with a letter too many and one of another spelling; Enter does not wait for the answer.
  await page.keyboard.type("Бохи Вахшш", { delay: 20 });
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/admin\/gardens\?open=\d+/);
  await page.keyboard.press("Control+k");
  await dialog.getByRole("combobox").waitFor();
  await page.keyboard.type("38.5357, 68.7790");
  await options.getByText("38.53570, 68.77900").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  await page.keyboard.press("F1");
  await page.waitForURL(/guide=gardens/);
  await page.getByRole("dialog", { name: "Guide" }).getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => !url.searchParams.has("guide"));
  await context.close();
});

test("the own rights have an address", async () => {
  const { page, context } = await admin("/admin/gardens?me=rights");
  const dialog = page.getByRole("dialog", { name: "Profile" });
  await dialog.getByText("63/63 selected").waitFor();
  await dialog.getByText("The whole country").waitFor();
  await context.close();
});
