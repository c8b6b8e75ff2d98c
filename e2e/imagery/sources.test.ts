/// <reference lib="dom" />
/**
 * Images from servers of others, in a browser: whom a source may ask, what is understood of MapServer, MapProxy and a
 * catalogue of files, a process made of a garden and a day, and what a watched source offers. The images are real ones
 * where the shared data is at hand.
 */
import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startImageServers } from "../../packages/sources/test/image-servers.ts";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { makePerson } from "../support/people.ts";
import { type Product, startProduct } from "../support/product.ts";
import { fieldDates, fieldRing } from "../support/real-dates.ts";
import { follow, openScreen, settled } from "../support/settled.ts";
import { until } from "../support/until.ts";

/** The server shows the last image under this day as well. */
const repeatedDay = "2020-09-05";
const credit = { attribution: "USDA Farm Production and Conservation", licence: "Public domain" };

let servers: Awaited<ReturnType<typeof startImageServers>>;
let product: Product;
let browser: Browser;
let seen: Visit;
let days: string[];
beforeAll(async () => {
  const images = await fieldDates();
  days = images.map(({ day }) => day);
  const repeats = { day: repeatedDay, of: days[2] ?? "" };
  [servers, browser] = await Promise.all([
    startImageServers({ wmts: true, images, repeats }),
    openBrowser(),
  ]);
  const inside = servers.inside.join(",");
  product = await startProduct({ NIHOL_DEMO: "0", NIHOL_SOURCES_INSIDE: inside });
  const boundary = { type: "Polygon", coordinates: [fieldRing] };
  const name = { tg: "Киштзор", ru: "Поля", en: "Fields", az: "Tarlalar" };
  expect((await product.api(adminEmail, "POST", "/garden", { name, boundary })).status).toBe(201);
  seen = await enter(browser, product, adminEmail, "/admin/imagery_source");
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await servers?.close();
});

const api = async <T>(path: string) => (await product.api(adminEmail, "GET", path)).body as T;
type Image = { id: number; date: string };
/** The image that a process made. */
async function imageOf(process: number): Promise<Image> {
  type Process = { status: string; whole_image: number; message: unknown };
  const row = await until("the process has ended", async () => {
    const now = await api<Process>(`/satellite-imagery/${process}`);
    return ["pending", "in_progress"].includes(now.status) ? undefined : now;
  });
  expect(row).toMatchObject({ status: "completed", message: null });
  return api<Image>(`/whole-image/${row.whole_image}`);
}
/** Sources of a kind, the first that was made first. */
const sourcesOf = async (kind: string) =>
  (await api<{ results: { id: number }[] }>(`/imagery-source?kind=${kind}`)).results.sort(
    (one, other) => one.id - other.id,
  );
const widthOf = (image: Locator) => image.evaluate((one: HTMLImageElement) => one.naturalWidth);
const panelOf = (page: Page) => page.getByRole("dialog").first();
/** As screens in English write a day. */
const written = (day: string) =>
  new Date(day).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
const kinds = {
  wms: "Maps (WMS)",
  xyz: "Tiles (XYZ)",
  wmts: "Tiles (WMTS)",
  stac: "Catalogue (STAC)",
} as const;

/** The form of a new source, filled in. */
async function fillSource(kind: keyof typeof kinds, name: string, address: string) {
  const { page } = seen;
  await openScreen(page, "/admin/imagery_source?open=new");
  const panel = panelOf(page);
  await panel.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: kinds[kind] }).click();
  for (const language of ["tg", "ru", "en"])
    await panel.locator(`input[name="name.${language}"]`).fill(name);
  await panel.getByLabel("Address", { exact: true }).fill(address);
  await panel.getByLabel(/^Attribution/).fill(credit.attribution);
  await panel.getByLabel(/^Licence/).fill(credit.licence);
  return panel;
}

/** Saves the form; returns the id. */
async function saveSource(): Promise<number> {
  const { page } = seen;
  await panelOf(page).getByRole("button", { name: "Create", exact: true }).click();
  await page.waitForURL((url) => /^\d+$/.test(url.searchParams.get("open") ?? ""));
  await settled(page);
  return Number(new URL(page.url()).searchParams.get("open"));
}

test("a source may lie on the servers that an administrator wrote down, and on those of the installation's setting", async () => {
  const { page } = seen;
  const address = "https://maps.nihol.example/wms";
  const panel = await fillSource("wms", "Maps of the state", address);
  await panel.getByRole("button", { name: "Create", exact: true }).click();
  await panel.getByText(/maps\.nihol\.example is not among the allowed/i).waitFor();
  await openScreen(page, "/admin/imagery_source");
  await page.getByRole("button", { name: "Allowed servers" }).click();
  const dialog = page.getByRole("dialog", { name: "Allowed servers" });
  await dialog.getByText(servers.inside[0] ?? "").waitFor();
  await dialog.getByLabel(/^Names of servers/).fill("maps.nihol.example");
  await expectAccessible(page, "allowed servers");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "hidden" });
  await fillSource("wms", "Maps of the state", address);
  await saveSource();
});

test.each([
  ["wms", "orto", ["orto", "plain"]],
  ["xyz", "", []],
  ["wmts", "", []],
  ["stac", "", []],
] as const)(
  "a source of the kind %s is tried: one image and what was understood",
  async (kind, layer, said) => {
    const { page } = seen;
    const panel = await fillSource(
      kind,
      `Fields by ${kind}`,
      servers[kind === "wmts" ? "wmtsDays" : kind],
    );
    if (layer) await panel.getByLabel(/^Layer/).fill(layer);
    if (kind === "wms") await panel.getByLabel(/^Metres per pixel/).fill("5");
    await saveSource();
    await panel.getByRole("button", { name: "Ask for one image" }).click();
    await panel.getByText("The server answers and was understood.").waitFor();
    const image = panel.getByRole("img", { name: "One image of this source" });
    await expect.poll(() => widthOf(image)).toBeGreaterThan(50);
    const facts = await panel.innerText();
    for (const one of said) expect(facts).toContain(one);
    for (const day of kind === "xyz" ? [] : days) expect(facts).toContain(day);
    if (kind === "xyz") expect(facts).toContain("The server names none");
    await expectAccessible(page, `a source of the kind ${kind} that was tried`);
  },
);

test("a garden and a day of a catalogue become an image, which says whose it is", async () => {
  const { page } = seen;
  const [stac] = await sourcesOf("stac");
  const day = days[1] ?? "";
  await openScreen(page, `/admin/imagery_source?open=${stac?.id}`);
  await page.getByRole("link", { name: "New process from this source" }).click();
  const panel = page.getByRole("dialog", { name: "New process" });
  await panel.getByRole("combobox", { name: /^Garden/ }).click();
  await page.getByRole("option", { name: "Fields" }).click();
  await panel.getByRole("button", { name: written(day) }).click();
  await panel.getByRole("img", { name: "A sample of the day’s image" }).waitFor();
  await expectAccessible(page, "a process of a source");
  await panel.getByRole("button", { name: "Fetch and start" }).click();
  await page.waitForURL((url) => /^\d+$/.test(url.searchParams.get("open") ?? ""));
  const id = new URL(page.url()).searchParams.get("open");
  const image = await imageOf(Number(id));
  expect(image).toMatchObject({ date: day, ...credit });
  await openScreen(page, `/admin/image_processing_ai/${image.id}`);
  await page.getByText(credit.attribution).first().waitFor();
  await page.getByText(written(day)).first().waitFor();
  await expectAccessible(page, "an image of a source");
});

test("captures of a watched source are told of, looked at, and accepted or rejected by keys; an accepted one becomes an image, one from the catalogue is known as the same picture", async () => {
  const { page } = seen;
  const [, wms] = await sourcesOf("wms");
  const incharge = await makePerson(product, "In charge", (resource) =>
    ["satelliteimagery", "wholeimage", "garden", "imagerysource"].includes(resource),
  );
  await openScreen(page, `/admin/imagery_source?open=${wms?.id}`);
  const panel = panelOf(page);
  await panel.getByRole("button", { name: "Edit" }).click();
  await panel.getByLabel(/^Ask by itself/).fill("7");
  await panel.getByRole("button", { name: "Save" }).click();
  await panel.getByRole("button", { name: "Ask now" }).click();
  // The panel says by itself when all gardens were asked for; that may be over before anybody has seen "Not yet".
  const asked = panel
    .locator("dt", { hasText: "Asked last" })
    .locator("xpath=following-sibling::dd");
  await asked.getByText(/\d\d:\d\d$/).waitFor({ timeout: 60_000 });

  const other = await enter(browser, product, incharge, "/admin/home");
  await other.page.getByRole("button", { name: "Notices, unread: 1" }).click();
  const told = other.page.getByRole("dialog", { name: "Notices" });
  await told.getByRole("link", { name: /Fields by wms offers captures to check: 2/ }).click();
  await other.page.waitForURL(/part=offered/);

  const list = other.page.getByRole("table", { name: "Offered captures" });
  await list
    .getByRole("link", { name: /Fields/ })
    .first()
    .click();
  const offer = panelOf(other.page);
  const opened = (day: string) => offer.getByRole("heading", { name: written(day) }).waitFor();
  await opened(repeatedDay);
  await offer.getByText(`The very same picture as on ${written(days[2] ?? "")}`).waitFor();
  const small = offer.getByRole("img", { name: `Fields on ${written(repeatedDay)}` });
  await expect.poll(() => widthOf(small)).toBeGreaterThan(50);
  await offer.getByText(/^\d+% – estimated from the colours of the garden/).waitFor();
  await expectAccessible(other.page, "an offered capture");
  await other.page.keyboard.press("r");
  await opened(days[2] ?? "");
  // Its answer comes when another one has been opened already, which stays open.
  const late = Promise.withResolvers<void>();
  await other.page.route("**/offered-capture/*/accept", async (route) => {
    const response = await route.fetch();
    await late.promise;
    await route.fulfill({ response });
  });
  await other.page.keyboard.press("a");
  type Offer = {
    id: number;
    day: string;
    state: string;
    process: { id: number } | null;
    same_image: object;
  };
  const offers = await until("the second is accepted", async () => {
    const now = await api<{ results: Offer[] }>("/offered-capture?ordering=-day");
    return now.results[1]?.state === "accepted" ? now : undefined;
  });
  expect(offers.results.map(({ state }) => state)).toEqual(["rejected", "accepted", "rejected"]);
  expect(offers.results.map(({ same_image }) => same_image !== null)).toEqual([false, false, true]);
  const known = offers.results[2]?.id;
  await follow(other.page, `/admin/process?view=dates&part=offered&open=${known}`);
  await opened(days[1] ?? "");
  late.resolve();
  await other.page.getByText("Accepted: the image is being fetched").waitFor();
  await settled(other.page);
  await opened(days[1] ?? "");
  expect(await offer.getByText(/The very same picture/).count()).toBe(0);
  await offer
    .getByText(new RegExp(`This picture is here already.*${written(days[1] ?? "")}`))
    .waitFor();
  expect(await offer.getByText("Here already", { exact: true }).count()).toBe(1);
  await expectAccessible(other.page, "an offered capture that is here already");
  await offer.getByRole("link", { name: "Open that picture" }).click();
  await other.page.waitForURL(/\/image_processing_ai\/\d+/);
  const image = await imageOf(offers.results[1]?.process?.id ?? 0);
  expect(image).toMatchObject({ date: days[2], ...credit });
  expect(other.complaints).toEqual([]);
  await other.context.close();
});

test("no screen complained: no script error, no violated policy", () => {
  expect(seen.complaints).toEqual([]);
});
