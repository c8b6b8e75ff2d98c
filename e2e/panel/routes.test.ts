/** The route table of the specification, tried by people of each role in a real browser. */
import type { Action, Permission, Resource } from "@nihol/contract/values/permissions";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, signIn, visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { makePerson, profileOf } from "../support/people.ts";
import { sharedProduct } from "../support/product.ts";
import { follow } from "../support/settled.ts";

const product = sharedProduct();
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser?.close());

/** The specification's table, word for word: the address, and what it asks for. */
const table: [path: string, needs: Permission | "signedIn" | "dashboard"][] = [
  ["/admin/", "dashboard"],
  ["/admin/water_monitoring/", "signedIn"],
  ["/admin/soil_monitoring/", "signedIn"],
  ["/admin/air_monitoring/", "signedIn"],
  ["/admin/monitoring_devices/", "signedIn"],
  ["/admin/violation/", "signedIn"],
  ["/admin/report_by_region/", "signedIn"],
  ["/admin/report_by_district/", "signedIn"],
  ["/admin/users/", "user.view"],
  ["/admin/tree_type/", "planttreetype.view"],
  ["/admin/tree_task/", "planttreetask.view"],
  ["/admin/roles/", "group.view"],
  ["/admin/regions/", "region.view"],
  ["/admin/process/", "satelliteimagery.view"],
  ["/admin/organization_type/", "ministry.view"],
  ["/admin/ministry/", "ministry.view"],
  ["/admin/orama_doc/", "group.view"],
  ["/admin/image_processing_ai/", "wholeimage.view"],
  ["/admin/image_compare/", "wholeimage.view"],
  ["/admin/gardens/", "garden.view"],
  ["/admin/districts/", "district.view"],
];
/** They lead to /admin, and so to what the person finds there. */
const toAdmin = ["/", "/admin", "/admin/ministry_employees/", "/admin/imagery/"];

const people: Record<string, () => Promise<string> | string> = {
  MasterAdmin: () => adminEmail,
  SysAdmin: () => "sysadmin@nihol.example",
  "a ministry's role": () => "ministry@nihol.example",
  "a role with view only": () => makePerson(product, "View only", (_, action) => action === "view"),
  "a role with nothing": () => makePerson(product, "Nothing", () => false),
};
/** Number of the table's rows that are open to each, so that an empty profile does not pass for a guard. */
const open: Record<string, number> = {
  MasterAdmin: 21,
  SysAdmin: 21,
  "a ministry's role": 17,
  "a role with view only": 20,
  "a role with nothing": 7,
};

/** Where an address ends for who stands in the panel; /auth with its message. */
async function landing(page: Page, path: string): Promise<string> {
  const { pathname, search } = await follow(page, path);
  // The guard has decided when a heading of the screen, or of /auth, is there.
  await page.locator("h1, h2").first().waitFor();
  return (pathname.replace(/\/$/, "") || "/") + (pathname.startsWith("/auth") ? search : "");
}

/** Expects the way of people who asked for no screen: to /auth as from the dashboard, then to the page open to everybody. */
async function expectOwnPage(page: Page) {
  const passed: string[] = [];
  page.on("framenavigated", (frame) => passed.push(new URL(frame.url()).pathname));
  await follow(page, "/");
  await page.waitForURL(/\/admin\/home$/);
  expect(passed).toContain("/auth");
}

for (const [name, account] of Object.entries(people)) {
  test(`${name} reaches what the table allows, and /auth instead of the rest`, async () => {
    const email = await account();
    const { role, permissions } = await profileOf(product, email);
    const mayOpen = (needs: (typeof table)[number][1]) => {
      if (needs === "signedIn") return true;
      if (needs === "dashboard") return role === "MasterAdmin" || role === "SysAdmin";
      const [resource, action] = needs.split(".") as [Resource, Action];
      return permissions[resource][action];
    };
    expect(table.filter(([, needs]) => mayOpen(needs)).length).toBe(open[name]);
    const { page, context } = await enter(browser, product, email, "/auth");
    for (const [path, needs] of table) {
      const itself = path.replace(/\/$/, "");
      expect(await landing(page, path), path).toBe(mayOpen(needs) ? itself : "/auth");
    }
    for (const path of toAdmin.filter((one) => one !== "/" || mayOpen("dashboard"))) {
      expect(await landing(page, path), path).toBe(mayOpen("dashboard") ? "/admin" : "/auth");
    }
    if (!mayOpen("dashboard")) await expectOwnPage(page);
    await context.close();
  });
}

test("without a token every address of the panel leads to /auth and names itself there", async () => {
  const { page, context } = await visit(browser, product);
  await page.waitForURL(/\/auth/);
  expect(new URL(page.url()).searchParams.get("redirect")).toBe("/admin");
  for (const path of [...table.map(([one]) => one), "/admin/gardens?search=Khatlon&page=2"]) {
    const { pathname, searchParams } = await follow(page, path);
    expect(pathname, path).toBe("/auth");
    expect(searchParams.get("redirect")?.replace(/\/(?=$|\?)/, ""), path).toBe(
      path.replace(/\/$/, ""),
    );
  }
  await context.close();
});

test("the account's language holds on any browser, unless its person chose another on it since", async () => {
  const person = await makePerson(product, "Reader", () => false);
  await product.api(person, "PATCH", "/user-profile", { language: "tg" });
  const context = await browser.newContext();
  const page = await context.newPage();
  const shows = (language: string) =>
    page.waitForFunction((one) => document.documentElement.lang === one, language);
  const comesIn = async (email: string) => {
    await page.goto(`${product.address}/auth`);
    await signIn(page, email);
    // Until a screen is open: a load on the way there keeps where the way was to lead.
    await page.waitForFunction(
      () => location.pathname.startsWith("/admin") && document.querySelector("nav"),
    );
  };
  const leaves = async () => {
    await page.goto(`${product.address}/auth`);
    await page.locator("main").getByRole("button").click();
    await page.locator('input[type="password"]').waitFor();
  };
  // A new browser shows ru until somebody signs in: nobody chose it.
  await comesIn(person);
  await shows("tg");
  await page.goto(`${product.address}/auth`);
  await page.getByRole("button", { name: "Azərbaycanca" }).click();
  await shows("az");
  await leaves();
  await comesIn(adminEmail);
  await shows("en");
  await leaves();
  await comesIn(person);
  await shows("az");
  // Elsewhere the account gets another language: that is the later choice.
  await product.api(person, "PATCH", "/user-profile", { language: "ru" });
  await leaves();
  await comesIn(person);
  await shows("ru");
  // A language that is pressed on the sign-in screen itself is the choice of whoever signs in then.
  await leaves();
  await page.getByRole("button", { name: "Тоҷикӣ" }).click();
  await comesIn(adminEmail);
  await shows("tg");
  await context.close();
});

test("an address that is not open says which right is missing, and who can give it", async () => {
  const mayView = (resource: Resource, action: Action) =>
    action === "view" && ["garden", "ministry"].includes(resource);
  const email = await makePerson(product, "Garden reader", mayView);
  const { page, context } = await visit(browser, product);
  await signIn(page, email);
  // Nobody asked for the dashboard: without a word the page of their own opens.
  await page.getByRole("heading", { name: "My work", level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/home");
  expect(await page.getByRole("alert").count()).toBe(0);
  const says = async (path: string, text: string) => {
    // A load, as of an address that was typed: within the panel nobody asks for what no link leads to.
    await page.goto(product.address + path);
    await page.getByRole("alert").getByText(text).waitFor();
  };
  const lacks = (right: string) =>
    `Your role lacks the right “${right}”. Whoever manages roles can give it to your role.`;
  await says("/admin/regions?open=1", lacks("Regions: View"));
  await page.getByRole("link", { name: "Gardens" }).waitFor();
  await expectAccessible(page, "/auth");
  await says("/admin/ministry?view=employees", lacks("Organization employees: View"));
  await says(
    "/admin",
    "The dashboard is open to the roles Master administrator and System administrator only.",
  );
  await page.goto(`${product.address}/admin/air_monitoring`);
  await page.getByText(lacks("Monitoring devices: View")).waitFor();
  await says("/admin/gardens?open=new", lacks("Gardens: Add"));
  await expectAccessible(page, "/admin/gardens?open=new");
  await page.getByRole("dialog").getByRole("button", { name: "Back to the list" }).click();
  await page.waitForURL((url) => !url.search.includes("open"));
  await says(
    "/admin/gardens?open=999999",
    "Not found: it was deleted or is outside your territory",
  );
  await expectAccessible(page, "/admin/gardens?open=999999");
  await context.close();
});

test("a deep link survives signing in", async () => {
  const { page, context } = await visit(browser, product, {}, "/admin/districts?search=a&open=1");
  await page.waitForURL(/\/auth\?redirect=/);
  await signIn(page, adminEmail);
  await page.waitForURL(/\/admin\/districts/);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("search"), searchParams.get("open")]).toEqual(["a", "1"]);
  await context.close();
});

test.each(["a token that nobody gave", "a profile call that fails"])(
  "%s leads to /auth with the redirect parameter",
  async (what) => {
    const { page, context } = await enter(browser, product, adminEmail, "/auth");
    if (what.startsWith("a token")) {
      await context.clearCookies();
      await page.evaluate(() => localStorage.setItem("access_token", "nobody.gave.it"));
    } else {
      await page.route("**/api/user-profile", (route) =>
        route.fulfill({ status: 500, json: { detail: "broken", code: "server_error" } }),
      );
    }
    await page.goto(`${product.address}/admin/gardens?search=x`);
    await page.waitForURL(/\/auth/);
    const address = new URL(page.url());
    expect(address.searchParams.get("redirect")).toBe("/admin/gardens?search=x");
    await context.close();
  },
);

test("an address outside the table shows the plain text Not Found", async () => {
  const { page, context } = await visit(browser, product, {}, "/no/such/page");
  await page.getByText("Not Found", { exact: true }).waitFor();
  expect((await page.locator("body").innerText()).trim()).toBe("Not Found");
  await context.close();
});

test("an unknown address below /admin says the same to who is signed in", async () => {
  const { page, context } = await enter(browser, product, adminEmail, "/auth");
  await page.goto(`${product.address}/admin/no_such_screen`);
  await page.getByText("Not Found", { exact: true }).waitFor();
  await context.close();
});

test("a redirect to another site is not followed", async () => {
  const away = `/auth?redirect=${encodeURIComponent("https://example.org/steal")}`;
  const { page, context } = await visit(browser, product, {}, away);
  await signIn(page, adminEmail);
  await page.waitForURL(/\/admin/);
  expect(new URL(page.url()).origin).toBe(product.address);
  await context.close();
});
