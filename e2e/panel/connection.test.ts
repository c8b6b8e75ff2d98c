/// <reference lib="dom" />
/** The line is cut, or the server got a new panel: what is open stays, and it is said what is missing. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { sharedProduct } from "../support/product.ts";
import { settled } from "../support/settled.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** Somebody at the list of roles who has opened nothing else: no other screen's code is here. */
const atRoles = () =>
  enter(browser, product, adminEmail, "/admin/roles", { width: 1440, height: 900, isFresh: true });

const menu = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Menu" }).getByRole("link", { name, exact: true });
/** Leaves what is open: asked by the panel, or by the browser where only a fresh page brings a part that did not come. */
async function leaveFor(page: Page, heading: string) {
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  const wanted = page.getByRole("heading", { name: heading });
  await question.or(wanted).first().waitFor();
  if (await question.isVisible()) await question.getByRole("button", { name: "Leave" }).click();
  await wanted.waitFor();
}
/**
 * Cuts the line, and waits until it is cut: on a busy machine what is asked for right after it may still be answered,
 * for the browser's network hears of it beside the page's requests.
 */
async function cutLine(page: Page) {
  await page.context().setOffline(true);
  await page.waitForFunction(() =>
    fetch("/leaf.svg", { cache: "no-store" }).then(
      () => false,
      () => true,
    ),
  );
}
const notices = (page: Page) => page.getByRole("region", { name: "Notices" });

test("without a connection a screen that is not loaded leaves the open form as it is, and comes by a retry", async () => {
  const { page, context } = await atRoles();
  await page.getByRole("button", { name: "New role" }).click();
  const name = page.getByRole("dialog").getByLabel("Name");
  await name.fill("Foresters");
  await cutLine(page);
  await menu(page, "Districts").click();
  await notices(page)
    .getByText(/^No connection/)
    .waitFor();
  await expectAccessible(page, "a screen that did not come");
  expect(await name.inputValue()).toBe("Foresters");
  expect(new URL(page.url()).pathname).toBe("/admin/roles");

  await context.setOffline(false);
  page.on("dialog", (dialog) => void dialog.accept());
  await notices(page)
    .getByText(/^The connection is back/)
    .waitFor();
  await notices(page).getByRole("button", { name: "Try again" }).click();
  await leaveFor(page, "Districts");
  await notices(page)
    .getByText(/^The connection is back/)
    .waitFor({ state: "hidden" });
  await context.close();
});

test("the line is lost in the middle of a form: it is said, sent by itself when it is back, and a reload keeps what was typed", async () => {
  const { page, context } = await atRoles();
  page.on("dialog", (dialog) => void dialog.accept());
  const strip = page.getByText(/^No answer from the server/);
  const form = page.getByRole("dialog", { name: "New role" });
  await page.getByRole("button", { name: "New role" }).click();
  await form.getByLabel("Name").fill("Rangers of the hills");
  await cutLine(page);
  await strip.waitFor();
  await expectAccessible(page, "a form without a line");
  await form.getByRole("button", { name: "Create" }).click();
  await form.getByText(/sent by itself/).waitFor();
  expect(await form.getByLabel("Name").inputValue()).toBe("Rangers of the hills");
  await context.setOffline(false);
  await strip.waitFor({ state: "hidden" });
  await page.getByRole("dialog", { name: "Rangers of the hills" }).waitFor();

  // The rows of the sent one are known to the server once.
  const { body } = await product.api(adminEmail, "GET", "/group?search=Rangers");
  const made = (body as { results: { id: number; name: string }[] }).results;
  expect(made.map(({ name }) => name)).toEqual(["Rangers of the hills"]);
  await product.api(adminEmail, "DELETE", `/group/${made[0]?.id}`);

  await page.goto(`${product.address}/admin/roles?open=new`);
  expect(await form.getByLabel("Name").inputValue()).toBe("");
  await form.getByLabel("Name").fill("Half a name");
  await page.reload();
  await form.getByText(/is here again/).waitFor();
  expect(await form.getByLabel("Name").inputValue()).toBe("Half a name");
  await form.getByRole("button", { name: "Start again" }).click();
  expect(await form.getByLabel("Name").inputValue()).toBe("");
  await context.close();
});

test("a line that goes just after the browser's sign was checked is found lost by the next check", async () => {
  const { page, context } = await atRoles();
  const answered = page.waitForResponse("**/api/**");
  await page.evaluate(() => dispatchEvent(new Event("offline")));
  await answered;
  await page.route("**/api/**", (route) => route.abort());
  await page.getByText(/^No answer from the server/).waitFor();
  await context.close();
});

test("the last screen that was asked for is the one that opens", async () => {
  const { page, context } = await atRoles();
  let release = () => {};
  const held = new Promise<void>((resume) => {
    release = resume;
  });
  await page.route("**/assets/districts-*.js", async (route) => {
    await held;
    await route.continue();
  });
  await menu(page, "Districts").click();
  await notices(page).getByText("Loading…").waitFor();
  await menu(page, "Users").click();
  await page.getByRole("heading", { name: "Users" }).waitFor();
  release();
  await settled(page);
  expect(new URL(page.url()).pathname).toBe("/admin/users");
  await context.close();
});

test("a part of a screen that does not come says so in its place, and comes by a retry", async () => {
  const { page, context } = await atRoles();
  await cutLine(page);
  await page.keyboard.press("F1");
  await page
    .getByRole("alert")
    .getByText(/^No connection/)
    .waitFor();
  await page.getByRole("heading", { name: "Roles", exact: true }).waitFor();
  await context.setOffline(false);
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("dialog", { name: /Guide/ }).waitFor();
  await context.close();
});

test("known screens can be moved between without a connection, and nobody is signed out", async () => {
  const { page, context } = await atRoles();
  await menu(page, "Users").click();
  await page.getByRole("heading", { name: "Users" }).waitFor();
  await settled(page);
  await cutLine(page);
  // The profile is asked for anew after a minute; the clock of the page says that it has passed.
  await page.evaluate(() => {
    const real = Date.now;
    Date.now = () => real() + 120_000;
  });
  await menu(page, "Roles").click();
  await page.getByRole("heading", { name: "Roles" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/roles");
  await context.close();
});

test("a screen whose code is gone from a renewed server is offered on a fresh page, at its address", async () => {
  const { page, context } = await atRoles();
  await page.route("**/assets/districts-*.js", (route) => route.fulfill({ status: 404, body: "" }));
  await page.route(`${product.address}/`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<script type="module" src="/assets/index-newer.js"></script>',
    }),
  );
  await menu(page, "Districts").click();
  await notices(page)
    .getByText(/^The server has a new version/)
    .waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/roles");
  await page.unrouteAll();
  await notices(page).getByRole("button", { name: "Reload the page" }).click();
  await page.getByRole("heading", { name: "Districts" }).waitFor();
  await context.close();
});

test("an address whose screen does not come when the page is opened says so, without reloading by itself", async () => {
  const { page, context } = await atRoles();
  let loads = 0;
  page.on("request", (request) => {
    loads += request.isNavigationRequest() ? 1 : 0;
  });
  await page.route("**/assets/districts-*.js", (route) => route.abort());
  await page.goto(`${product.address}/admin/districts`);
  await page
    .getByRole("alert")
    .getByText(/^The connection is back/)
    .waitFor();
  expect(loads).toBe(1);
  await page.unrouteAll();
  await page.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Districts" }).waitFor();
  await context.close();
});
