/** Personal access tokens in the profile: what a map program is given, and how it is taken back. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { password } from "../support/client.ts";
import { makePerson } from "../support/people.ts";
import { sharedProduct } from "../support/product.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

test("a token is made with the password, seen once, read with, and revoked", async () => {
  const email = await makePerson(product, "Reads images", (resource, action) =>
    ["wholeimage", "garden"].includes(resource) ? action === "view" : false,
  );
  const { page, complaints, context } = await enter(browser, product, email, "/admin/home");
  await page.getByRole("button", { name: /profile and sign out/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  const dialog = page.getByRole("dialog", { name: "Profile" });
  await dialog.getByRole("tab", { name: "Access tokens" }).click();
  await dialog.getByText("You have no tokens yet.").waitFor();
  await dialog.getByLabel("What it is for").fill("QGIS of the office");
  await dialog.getByRole("combobox", { name: "Lasts" }).click();
  await page.getByRole("option", { name: "365 days" }).click();
  await dialog.getByRole("button", { name: "Make a token" }).click();
  const current = dialog.getByLabel("Current password");
  await expect.poll(() => current.getAttribute("aria-invalid")).toBe("true");
  await dialog.getByLabel("Current password").fill(password);
  await dialog.getByRole("button", { name: "Make a token" }).click();
  const shown = dialog.getByRole("region", { name: "New token" });
  const token = (await shown.locator("pre").first().textContent()) ?? "";
  const layers = (await shown.locator("pre").nth(1).textContent()) ?? "";
  await expectAccessible(page, "a new access token");
  const asked = () => fetch(layers, { headers: { authorization: `Bearer ${token}` } });
  expect((await asked()).status).toBe(200);
  await dialog.getByRole("button", { name: "I have kept it" }).click();
  expect(await dialog.textContent()).not.toContain(token);
  await page.reload();
  await dialog.getByText("QGIS of the office").waitFor();
  await dialog.getByText(/used .* ago|used just now/).waitFor();
  await expectAccessible(page, "access tokens");
  await dialog.getByRole("button", { name: "Revoke: QGIS of the office" }).click();
  const question = page.getByRole("dialog", { name: "Revoke the token “QGIS of the office”?" });
  await question.getByRole("button", { name: "Revoke" }).click();
  await dialog.getByText("You have no tokens yet.").waitFor();
  expect((await asked()).status).toBe(401);
  expect(complaints).toEqual([]);
  await context.close();
});
