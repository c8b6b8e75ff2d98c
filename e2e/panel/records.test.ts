/// <reference lib="dom" />
/** Records with what belongs to them: files chosen with a new record, photos taken away, employees, administrators; views of lists; how their forms look. */
import { readFile, stat } from "node:fs/promises";
import type { Browser, Locator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { sceneFile } from "../support/scene-file.ts";
import { follow, openScreen, settled } from "../support/settled.ts";

let product: Product;
let browser: Browser;
let seen: Visit;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
  seen = await enter(browser, product, adminEmail, "/auth", { width: 1440, height: 1000 });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const photo = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: "#383" } })
    .jpeg()
    .toBuffer();
const openedId = (page: Page) => Number(new URL(page.url()).searchParams.get("open"));

test("a list's columns and filters are kept as a view, found again, replaced and deleted", async () => {
  const { page } = seen;
  const menu = page.getByRole("button", { name: "Saved views" });
  await follow(page, "/admin/gardens?region=1&ordering=-name");
  await menu.click();
  await page.getByText("None kept yet").waitFor();
  await page.getByRole("menuitem", { name: /^Keep what is shown/ }).click();
  const dialog = page.getByRole("dialog", { name: "Keep as a view" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("First region, from the end");
  await dialog.getByRole("switch", { name: /Others see it too/ }).click();
  await expectAccessible(page, "keeping a view");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });

  await follow(page, "/admin/gardens?page=2");
  await menu.click();
  const view = page.getByRole("menuitem", { name: /^First region, from the end/ });
  await view.click();
  await page.waitForURL((url) => url.search === "?region=1&ordering=-name");
  const rows = page.locator("[data-row]");
  const { body } = await product.api(adminEmail, "GET", "/garden?region=1&ordering=-name");
  const { results } = body as { results: { name: { en: string } }[] };
  await expect.poll(() => rows.first().textContent()).toContain(results[0]?.name.en);
  expect(await rows.count()).toBe(results.length);

  await page.getByRole("button", { name: /Remove the filter: Region/ }).click();
  const notice = page.getByText("View kept: First region, from the end");
  // Waits until the first notice has gone by itself: the second one says the same.
  await notice.waitFor({ state: "detached" });
  await menu.click();
  await page.getByRole("menuitem", { name: /^Update “First region/ }).click();
  await notice.waitFor();
  await page.reload();
  await follow(page, "/admin/gardens");
  await menu.click();
  await view.click();
  await page.waitForURL((url) => url.search === "?ordering=-name");

  // Somebody else sees it as shared, opens it, and cannot change it.
  const second = await enter(browser, product, "viewer@nihol.example", "/admin/gardens");
  const theirs = second.page.getByRole("button", { name: "Saved views" });
  await theirs.click();
  await second.page.getByText("Shared with me").waitFor();
  expect(await second.page.getByRole("menuitem", { name: /^Rename, share/ }).count()).toBe(0);
  await second.page
    .getByRole("menuitem", { name: "First region, from the end Master Admin" })
    .click();
  await second.page.waitForURL((url) => url.search === "?ordering=-name");
  expect(second.complaints).toEqual([]);
  await second.context.close();

  await menu.click();
  await page.getByRole("menuitem", { name: /^Rename, share, delete/ }).click();
  const all = page.getByRole("dialog", { name: "Views of this list" });
  await all.getByRole("button", { name: "Delete: First region, from the end" }).click();
  await expectAccessible(page, "a view before it is deleted");
  const question = page.getByRole("dialog", { name: /^Delete the view/ });
  await question.getByRole("button", { name: "Delete" }).click();
  await all.getByText("None kept yet").waitFor();
  await all.getByRole("button", { name: "Close" }).last().click();
  await all.waitFor({ state: "detached" });
});

test("files chosen with a new violation are sent after it; one that is refused leaves it saved and is named", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/violation?open=new`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("combobox", { name: "Kind of violation" }).click();
  await page.getByRole("option").first().click();
  await panel.getByLabel("Title", { exact: true }).fill("Three stumps at the canal");
  await panel.getByLabel("Coordinates").fill("38.5203, 68.5561");
  await panel.locator('input[type="file"]').setInputFiles([
    { name: "stumps.jpg", mimeType: "image/jpeg", buffer: await photo() },
    { name: "report.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\nno more") },
  ]);
  await panel.getByRole("list", { name: "Chosen files" }).getByText("report.pdf").waitFor();
  await expectAccessible(page, "a new violation with files");
  await panel.getByRole("button", { name: "Create" }).click();
  await panel.getByText(/^The record is saved, but the files named above/).waitFor();
  const chosen = panel.getByRole("list", { name: "Chosen files" }).getByRole("listitem");
  expect(await chosen.count()).toBe(1);
  await chosen.getByText("The file is damaged and cannot be read").waitFor();

  await panel.getByRole("button", { name: "Leave out report.pdf" }).click();
  await panel.getByRole("button", { name: "Send again" }).click();
  await panel.getByRole("heading", { name: "Three stumps at the canal" }).waitFor();
  const id = openedId(page);
  const { body } = await product.api(adminEmail, "GET", `/violation/${id}`);
  expect((body as { files: { name: string }[] }).files.map(({ name }) => name)).toEqual([
    "stumps.jpg",
  ]);
  const list = await product.api(adminEmail, "GET", "/violation?search=Three%20stumps");
  expect((list.body as { count: number }).count).toBe(1);
});

test("a file that waits in a new document is asked about before it is lost", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/orama_doc?open=new`);
  const panel = page.getByRole("dialog");
  const kml = Buffer.from('<?xml version="1.0"?><kml><Document/></kml>');
  await panel
    .locator('input[type="file"]')
    .setInputFiles({ name: "plan.kml", mimeType: "application/xml", buffer: kml });
  await panel.getByText("plan.kml").waitFor();
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Leave" }).click();
  await panel.first().waitFor({ state: "hidden" });
});

test("the own photo and a garden's are taken away after a question", async () => {
  const { page } = seen;
  const buffer = await photo();
  for (const [address, tab] of [
    ["/admin/roles?me=own", undefined],
    ["/admin/gardens?open=1", "Photos"],
  ] as const) {
    await page.goto(product.address + address);
    const dialog = page.getByRole("dialog").first();
    if (tab) await dialog.getByRole("tab", { name: tab }).click();
    await dialog
      .locator('input[type="file"]')
      .setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
    await dialog.getByRole("button", { name: "Remove the photo" }).click();
    const question = page.getByRole("dialog", { name: /^Remove the photo of .+\?$/ });
    await question.getByRole("button", { name: "Remove the photo" }).click();
    await question.waitFor({ state: "hidden" });
    await dialog.getByText("Add a photo").waitFor();
  }
  const garden = await product.api(adminEmail, "GET", "/garden/1");
  expect((garden.body as { photo: string | null }).photo).toBeNull();
});

test("an employee is added on the employees' own screen, with the organization chosen there", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/ministry?view=employees`);
  await page.getByRole("button", { name: "New employee" }).click();
  const panel = page.getByRole("dialog");
  await panel.getByLabel("Last name").fill("Rahimova");
  await panel.getByLabel("First name").fill("Zebo");
  await panel.getByRole("button", { name: "Create" }).click();
  await panel.getByText("This field is required").waitFor();
  await panel.getByRole("combobox", { name: "Organization" }).click();
  await page.getByRole("option").first().click();
  await panel.getByRole("button", { name: "Create" }).click();
  await panel.getByRole("heading", { name: /Rahimova/ }).waitFor();
  expect(openedId(page)).toBeGreaterThan(0);
});

test("the menu leads to the administrators, who are the only ones there", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/users`);
  const menu = page.getByRole("navigation", { name: "Menu" });
  await menu.getByRole("link", { name: "Administrators" }).click();
  await page.getByRole("heading", { name: "Administrators", level: 1 }).waitFor();
  const { body } = await product.api(adminEmail, "GET", "/user?administrators=true");
  const { count } = body as { count: number };
  await expect.poll(() => page.getByRole("row").count()).toBe(count + 1);
  expect(await menu.locator('li [aria-current="page"]').allInnerTexts()).toEqual([
    "Administrators",
  ]);
});

/** Boxes of what is seen, in pixels. */
const boxOf = async (found: Locator) => {
  const box = await found.boundingBox();
  if (!box) throw new Error("not shown");
  return box;
};

test("a field that must be mended stays marked while it is being mended; fields of one line stay in line", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/districts?open=new`);
  const code = page.locator('input[name="code"]');
  await code.waitFor();
  // As long as a label of any language may be.
  await page.locator("label", { hasText: "Code" }).evaluate((label) => {
    label.append(" as it stands in the national register of territories");
  });
  const kind = page.getByRole("dialog").getByRole("combobox", { name: "Kind" });
  expect((await boxOf(code)).y).toBeCloseTo((await boxOf(kind)).y, 0);

  await page.getByRole("button", { name: "Create" }).click();
  const name = page.locator('input[name="name.tg"]');
  await expect.poll(() => name.getAttribute("aria-invalid")).toBe("true");
  await name.focus();
  const ring = (field: Locator) =>
    field.evaluate((one) => {
      const { outlineStyle, outlineColor } = getComputedStyle(one);
      return `${outlineStyle} ${outlineColor}`;
    });
  const red = await page
    .locator("p", { hasText: "This field is required" })
    .first()
    .evaluate((said) => getComputedStyle(said).color);
  expect(await ring(name)).toBe(`solid ${red}`);
  await code.focus();
  expect(await ring(code)).not.toContain(red);
});

test("the dialog of one's own data stays where it is from tab to tab", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/gardens?me=own`);
  const dialog = page.getByRole("dialog", { name: "Profile" });
  const boxes = [];
  for (const tab of ["Own data", "My rights", "Password"]) {
    await dialog.getByRole("tab", { name: tab }).click();
    await settled(page);
    boxes.push(await boxOf(dialog));
  }
  expect(boxes[1]).toEqual(boxes[0]);
  expect(boxes[2]).toEqual(boxes[0]);
});

test("a refused image is shown below the list and covers none of its paging", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/process?open=new`);
  // Its header is sound: only who unpacks its pixels sees that they are damaged.
  const buffer = await readFile((await sceneFile()).path);
  const directories = 16_384;
  buffer.fill(0, directories, buffer.length - directories);
  const file = { name: "one.tif", mimeType: "image/tiff", buffer };
  await page.locator('input[type="file"]').first().setInputFiles(file);
  await page.getByRole("heading", { name: file.name }).waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  const strip = page.getByRole("region", { name: "Uploads" });
  await strip.getByText("Not taken").waitFor({ timeout: 120_000 });
  const isBelow = async () => {
    const paging = await boxOf(page.getByRole("navigation", { name: "Pages" }));
    const notice = await boxOf(strip);
    return paging.y + paging.height <= notice.y && notice.y + notice.height <= 800;
  };
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(isBelow, { message: `${width} px wide` }).toBe(true);
  }
  await expectAccessible(page, "refused images below the list");
  await page.setViewportSize({ width: 1440, height: 1000 });
});

test("an image is asked of a source in place of a file; one that may not be asked is named before anything starts", async () => {
  const { page } = seen;
  await page.goto(`${product.address}/admin/process?open=new`);
  const panel = page.getByRole("dialog", { name: "New process" });
  await panel.getByText("From a source").click();
  await page.waitForURL(/open=fetch/);
  await panel.getByText(/^Choose a source and an area/).waitFor();
  await panel.getByRole("combobox", { name: "Source" }).click();
  await page.getByRole("option", { name: "Aerial images of the Land Committee" }).click();
  await panel.getByRole("combobox", { name: "Garden" }).click();
  await page.getByRole("option").first().click();
  await panel.getByText(/^The server orto\.nihol\.example is not among/).waitFor();
  await expectAccessible(page, "an image of a source that may not be asked");
  await panel.getByRole("button", { name: "Close" }).click();
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Leave" }).click();
  await panel.waitFor({ state: "hidden" });
});

test("a whole image is seen in false colour, downloaded and deleted from its page, after naming what goes with it", async () => {
  const { page } = seen;
  const { body } = await product.api(adminEmail, "GET", "/whole-image");
  const id = (body as { results: [{ id: number }] }).results[0].id;
  await openScreen(page, `/admin/image_processing_ai/${id}`);
  const shown = page.waitForResponse((got) => got.url().includes("view=infrared") && got.ok());
  await page.getByRole("button", { name: "Colours: Natural colours" }).click();
  await page.getByRole("menuitem", { name: /^Infrared/ }).click();
  await shown;
  const lighter = page.waitForResponse((got) => got.url().includes("gamma=1.2") && got.ok());
  await page.getByRole("button", { name: "Adjust what is shown" }).click();
  await page.getByRole("slider", { name: /^Lighten the dark/ }).press("ArrowRight");
  await page.getByRole("slider", { name: /^Lighten the dark/ }).press("ArrowRight");
  await lighter;
  await page.getByRole("slider", { name: "Opacity" }).press("Home");
  await page.waitForURL(/view=infrared.*gamma=1\.2.*opacity=0/);
  await expectAccessible(page, "what is shown of an image, set by hand");
  await page.keyboard.press("Escape");
  // The address keeps it: a reload, and the fragments that are opened from here.
  await page.reload();
  await page.getByRole("button", { name: /^Colours: Infrared/ }).waitFor();
  const coloured = page.waitForResponse(
    (got) => /fragment\/1\/\w+\?.*view=infrared/.test(got.url()) && got.ok(),
  );
  await page
    .getByRole("link", { name: /^Fragment 1/ })
    .first()
    .click();
  await coloured;
  await page.keyboard.press("v");
  await page.waitForURL(/view=vegetation/);
  await page.keyboard.press("Escape");
  const coming = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download", exact: true }).click();
  await page.getByRole("menuitem", { name: /^As kept/ }).click();
  const saved = await coming;
  expect(saved.suggestedFilename()).toMatch(/\.tif$/);
  expect((await stat(await saved.path())).size).toBeGreaterThan(100_000);
  await page.getByRole("button", { name: "Delete the image" }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await question.getByText(/With it go \d+ fragments, [\d,\s]+ trees/).waitFor();
  await question.getByRole("button", { name: "Delete", exact: true }).click();
  await page.waitForURL(/image_processing_ai(\?|$)/);
  expect((await product.api(adminEmail, "GET", `/whole-image/${id}`)).status).toBe(404);
});

test("a note is written in its garden's panel, corrected, found among all notes and deleted", async () => {
  const { page } = seen;
  await openScreen(page, "/admin/gardens?open=5");
  const panel = page.getByRole("dialog").first();
  await panel.getByRole("tab", { name: "Notes" }).click();
  await panel.getByText("No notes yet").waitFor();
  await panel.getByRole("button", { name: "New note" }).click();
  await panel.getByRole("textbox", { name: "Note" }).fill("Frost broke two branches");
  await panel.getByRole("button", { name: "Create" }).click();
  await panel.getByRole("tab", { name: "Notes · 1", selected: true }).waitFor();
  await expectAccessible(page, "notes of a garden");
  await panel.getByRole("button", { name: /^Correct the note of/ }).click();
  await panel.getByRole("combobox", { name: "Kind of note" }).click();
  await page.getByRole("option", { name: "Damage" }).click();
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByRole("listitem").getByText("Damage").waitFor();

  await openScreen(page, "/admin/garden_notes?garden=5&kind=damage");
  await page.getByRole("link", { name: /^Pamir Garden, / }).click();
  await panel.getByText("Frost broke two branches").waitFor();
  await panel.getByRole("button", { name: "Delete" }).click();
  const question = page.getByRole("dialog", { name: /^Delete the note of .+\?$/ });
  await question.getByRole("button", { name: "Delete" }).click();
  await page.getByText("No row fits the filters that are on.").waitFor();
});
