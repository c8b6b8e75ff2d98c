/** Many files at once: what they are is known before a byte is sent. */

import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { makePerson } from "../support/people.ts";
import { type Product, startProduct } from "../support/product.ts";
import { sceneFile } from "../support/scene-file.ts";

let product: Product;
let browser: Browser;
let seen: Visit;
let image: Buffer;
beforeAll(async () => {
  const [started, opened, scene] = await Promise.all([
    startProduct({ NIHOL_DEMO: "0" }),
    openBrowser(),
    sceneFile(),
  ]);
  [product, browser, image] = [started, opened, readFileSync(scene.path)];
  seen = await enter(browser, product, adminEmail, "/admin/process?view=uploads", {
    width: 1440,
    height: 900,
  });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const part = (name: string, buffer: Buffer) => ({ name, mimeType: "image/tiff", buffer });

test("files are read, drawn and compared, and only then sent", async () => {
  const { page, complaints } = seen;
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/upload"))
      sent.push(request.url());
  });
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles([
      part("garden_2026-05-14.tif", image),
      part("again.tif", image),
      part("broken.tif", Buffer.from("no image at all")),
      part("notes.txt", Buffer.from("x")),
    ]);
  await page.getByText(/^To send: 1 of 3/).waitFor();
  await page.getByText("Chosen twice: the same file stands above.").waitFor();
  await page.getByText(/^This is no image that can be read here/).waitFor();
  await page.getByText(/^Left out, for they are no image with a place: 1/).waitFor();
  await page.locator('[aria-label="Chosen, not sent yet"] img').first().waitFor();
  await page.getByRole("region", { name: "Map of the chosen images" }).waitFor();
  await expectAccessible(page, "chosen files");
  expect(sent).toEqual([]);
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.getByRole("button", { name: "Start those ready: 1" }).click();
  await page.getByRole("link", { name: /^Processes/ }).click();
  await page.getByText("garden_2026-05-14.tif").first().waitFor();
  expect(sent).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test("a file that is here already is named before it is sent again", async () => {
  const { page } = seen;
  await page.getByRole("link", { name: /^Uploading/ }).click();
  await page.locator('input[type="file"]').first().setInputFiles(part("renamed.tif", image));
  await page.getByText(/^Probably here already, as garden_2026-05-14.tif/).waitFor();
  await page.getByText(/^To send: 0 of 1/).waitFor();
  await page.getByRole("button", { name: "Send anyway" }).click();
  await page.getByText(/^To send: 1 of 1/).waitFor();
});

test("each tab needs its own right: who may only see images has that of the published ones", async () => {
  const { page } = seen;
  const tabs = page.getByRole("navigation", { name: "Images by state" }).getByRole("link");
  expect(await tabs.count()).toBe(5);
  const viewer = await makePerson(
    product,
    "Looks",
    (resource, action) => resource === "wholeimage" && action === "view",
  );
  const other = await enter(browser, product, viewer, "/admin/image_processing_ai");
  const own = other.page.getByRole("navigation", { name: "Images by state" }).getByRole("link");
  await own.first().waitFor();
  expect(await own.allInnerTexts()).toEqual([expect.stringMatching(/^Images/)]);
  const menu = other.page.getByRole("navigation", { name: "Menu" });
  await menu.getByRole("link", { name: "Image processing with AI", exact: true }).waitFor();
  expect(other.complaints).toEqual([]);
  await other.context.close();
});
