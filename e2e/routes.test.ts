/** The route table of the specification, tried by people of each role in a real browser. */
import { gzipSync } from "node:zlib";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, signIn, visit } from "./browser.ts";
import { adminEmail, type Product, startProduct } from "./product.ts";

let product: Product;
let browser: Browser;
beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), openBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Paths built so far, with what each asks for. */
const guarded: [path: string, mayOpen: (role: string) => boolean][] = [
  ["/admin/users", (role) => role !== "viewer"],
  ["/admin/roles", (role) => role !== "viewer"],
  ["/admin/regions", () => true],
  ["/admin/districts", () => true],
  ["/admin/ministry", () => true],
  ["/admin/organization_type", () => true],
  ["/admin/gardens", () => true],
  ["/admin/violation", () => true],
  ["/admin/orama_doc", (role) => role !== "viewer"],
  ["/admin/tree_type", (role) => role !== "viewer"],
  ["/admin/tree_task", (role) => role !== "viewer"],
  ["/admin/process", () => true],
  ["/admin/image_processing_ai", () => true],
  ["/admin/image_compare", () => true],
  ["/admin/report_by_region", () => true],
  ["/admin/report_by_district", () => true],
  ["/admin/air_monitoring", () => true],
  ["/admin/soil_monitoring", () => true],
  ["/admin/water_monitoring", () => true],
  ["/admin/monitoring_devices", () => true],
];
const people: Record<string, string> = {
  master: adminEmail,
  sys: "sysadmin@nihol.example",
  viewer: "viewer@nihol.example",
};

/** Signs in once; then answers where an address ends. */
async function traveller(email: string) {
  const { page, context } = await visit(browser, product);
  await page.goto(`${product.address}/auth`);
  await signIn(page, email);
  await page.waitForFunction(() => localStorage.getItem("access_token") !== null);
  const landing = async (path: string) => {
    await page.goto(product.address + path);
    // The guard has decided when a heading of the screen, or of /auth, is there.
    await page.locator("h1, h2").first().waitFor();
    return new URL(page.url()).pathname.replace(/\/$/, "");
  };
  return { landing, context };
}

for (const [role, email] of Object.entries(people)) {
  test(`${role} reaches what the table allows, and /auth instead of the rest`, async () => {
    const { landing, context } = await traveller(email);
    for (const [path, mayOpen] of guarded) {
      expect(await landing(path), path).toBe(mayOpen(role) ? path : "/auth");
    }
    const dashboard = role === "viewer" ? "/auth" : "/admin";
    for (const path of ["/admin", "/admin/ministry_employees", "/admin/imagery"]) {
      expect(await landing(path), path).toBe(dashboard);
    }
    await context.close();
  });
}

test("an address outside the table shows the plain text Not Found", async () => {
  const { page } = await visit(browser, product);
  await page.goto(`${product.address}/no/such/page`);
  await page.getByText("Not Found", { exact: true }).waitFor();
});

test("a redirect to another site is not followed", async () => {
  const { page } = await visit(browser, product);
  await page.goto(
    `${product.address}/auth?redirect=${encodeURIComponent("https://example.org/steal")}`,
  );
  await signIn(page, adminEmail);
  await page.waitForURL(/\/admin/);
  expect(new URL(page.url()).origin).toBe(product.address);
});

test("the first page asks for at most 170 kB of JavaScript, gzipped", async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const scripts = new Map<string, number>();
  page.on("response", async (answer) => {
    if (!new URL(answer.url()).pathname.endsWith(".js")) return;
    const body = await answer.body().catch(() => undefined);
    if (body) scripts.set(answer.url(), gzipSync(body).length);
  });
  await page.goto(`${product.address}/auth`);
  await page.locator('button[type="submit"]').waitFor();
  await page.waitForLoadState("networkidle");
  const total = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  expect(scripts.size).toBeGreaterThan(3);
  expect(total).toBeLessThanOrEqual(170_000);
  await context.close();
});
