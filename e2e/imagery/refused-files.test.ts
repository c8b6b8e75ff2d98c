/** A file that is refused: each place that takes one says why, in the server's own words. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";

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

interface FilePart {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
const part = (name: string, text: string | Buffer): FilePart => ({
  name,
  mimeType: "application/octet-stream",
  buffer: Buffer.from(text as string),
});
const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypheic\0\0\0\0mif1heic")]);
const bomb = `<?xml version="1.0"?>
<!DOCTYPE kml [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<kml><Document><name>&b;</name></Document></kml>`;
const emptyKml =
  '<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document/></kml>';

async function idOf(call: string): Promise<number> {
  const { body } = await product.api(adminEmail, "GET", call);
  const [first] = (body as { results: { id: number }[] }).results;
  if (!first) throw new Error(`${call} is empty`);
  return first.id;
}
const press =
  (name: string | RegExp, role: "button" | "tab" | "menuitem" = "button") =>
  (page: Page) =>
    page.getByRole(role, { name }).first().click();

type Upload = {
  what: string;
  address: () => Promise<string> | string;
  open?: (page: Page) => Promise<unknown>;
  file: FilePart;
  says: RegExp;
  /** Photos are taken here, as phones write them too. */
  isPhoto?: true;
};
const brokenText = /^The file is damaged and cannot be read/;
const garden = async () => `/admin/gardens?open=${await idOf("/garden")}`;
const uploads: Upload[] = [
  {
    what: "photo of a garden",
    address: garden,
    open: press("Photos", "tab"),
    file: part("a.jpg", heic),
    says: brokenText,
    isPhoto: true,
  },
  {
    what: "photo of a garden that is no photo",
    address: garden,
    open: press("Photos", "tab"),
    file: part("a.png", "no photo"),
    says: /^Invalid file type. Allowed: JPEG, PNG, WebP/,
    isPhoto: true,
  },
  {
    what: "photo of a person",
    address: async () => `/admin/users?open=${await idOf("/user")}`,
    file: part("a.heic", heic),
    says: brokenText,
    isPhoto: true,
  },
  {
    what: "boundary of a garden",
    address: () => "/admin/gardens?open=new",
    open: press("From a file"),
    file: part("bomb.kml", bomb),
    says: /declares entities \(line 2\)/,
  },
  {
    what: "boundaries of regions",
    address: () => "/admin/regions",
    open: press("Import boundaries"),
    file: part("broken.geojson", '{"type":\n"FeatureCollection",,}'),
    says: /broken at line 2/,
  },
  {
    what: "boundaries of districts",
    address: () => "/admin/districts",
    open: press("Import boundaries"),
    file: part("empty.kml", emptyKml),
    says: /^The file holds no boundary/,
  },
  {
    what: "readings",
    address: () => "/admin/monitoring_devices",
    open: async (page) => {
      await press("More")(page);
      await press("Readings from a file", "menuitem")(page);
    },
    file: part("readings.csv", "\0\u0001\0\u0001\0"),
    says: /^This is not a text table/,
  },
  {
    what: "file of a violation",
    address: async () => `/admin/violation?open=${await idOf("/violation")}`,
    open: press(/^Files/, "tab"),
    file: part("act.pdf", "MZ\u0090\0 a program"),
    says: /act.pdf: Such files are not accepted \(EXE\)/,
    isPhoto: true,
  },
  {
    what: "file of a document",
    address: async () => `/admin/orama_doc?open=${await idOf("/document")}`,
    file: part("order.pdf", "%PDF-1.7\nand nothing else"),
    says: /order.pdf: The file is damaged/,
    isPhoto: true,
  },
  {
    what: "image",
    address: () => "/admin/process?open=new",
    file: part("image.tif", "no image at all"),
    says: /^This is no image that can be read here/,
  },
];

test.each(uploads)("$what: the reason stands where the file was chosen", async (upload) => {
  const { page } = seen;
  await page.goto(product.address + (await upload.address()));
  await upload.open?.(page);
  const input = page.locator('input[type="file"]:not([webkitdirectory])').last();
  await input.waitFor({ state: "attached" });
  expect(/heic/.test((await input.getAttribute("accept")) ?? "")).toBe(upload.isPhoto ?? false);
  await input.setInputFiles(upload.file);
  await page.getByText(upload.says).first().waitFor();
  expect(await page.getByText("Check the fields marked in red").count()).toBe(0);
});

interface Task {
  id: number;
}

/** A task in the given state, for one tree type, which the report's form then takes by itself. */
async function newTask(status: string): Promise<Task> {
  const { body } = await product.api(adminEmail, "POST", "/plant-tree-task", {
    garden: await idOf("/garden"),
    assignedDate: "2026-03-01",
    dueDate: "2026-04-01",
    items: [{ tree_type: await idOf("/plant-tree-type"), quantity: 5 }],
    status,
  });
  return body as Task;
}

test("photo of what was planted: the reason stands at the field, and the row is kept", async () => {
  const { page } = seen;
  const { id } = await newTask("in_progress");
  await page.goto(`${product.address}/admin/tree_task?open=${id}`);
  const panel = page.getByRole("dialog");
  await panel.getByRole("tab", { name: /Report/ }).click();
  await panel.getByRole("button", { name: "Add what was planted" }).click();
  await panel.getByLabel("Count", { exact: true }).fill("1");
  await page.locator('input[type="file"]').last().setInputFiles(part("a.jpg", heic));
  await panel.getByRole("button", { name: "Create" }).click();
  await panel.getByText(brokenText).waitFor();
  const rows = await product.api(adminEmail, "GET", `/plant-tree-task/${id}/report`);
  expect((rows.body as { count: number }).count).toBe(1);
});

test("a reason for which a form has no field stands below its fields", async () => {
  const { page } = seen;
  const { id } = await newTask("pending");
  await page.goto(`${product.address}/admin/tree_task?open=${id}`);
  await page.getByRole("button", { name: "Cancel the task" }).click();
  const dialog = page.getByRole("dialog", { name: "Cancel the task" });
  await dialog.getByLabel(/Comment/).fill("Meanwhile somebody else was quicker");
  const cancelled = { status: "cancelled", comment: "Quicker" };
  await product.api(adminEmail, "POST", `/plant-tree-task/${id}/status`, cancelled);
  await dialog.getByRole("button", { name: "Cancel the task" }).click();
  await dialog.getByText("A task cannot go from its present status to that one").waitFor();
  expect(await dialog.getByText("Check the fields marked in red").count()).toBe(0);
});
