/** The route table of the specification, tried by people of each role in a real browser. */
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
  ["/admin/gardens", () => true],
  ["/admin/process", () => true],
  ["/admin/image_processing_ai", () => true],
];
const people: Record<string, string> = {
  master: adminEmail,
  sys: "sysadmin@nihol.example",
  viewer: "viewer@nihol.example",
};

async function landing(email: string, path: string) {
  const { page, context } = await visit(browser, product);
  await page.goto(`${product.address}/auth`);
  await signIn(page, email);
  await page.waitForFunction(() => localStorage.getItem("access_token") !== null);
  await page.goto(product.address + path);
  await page.waitForLoadState("networkidle");
  const reached = new URL(page.url()).pathname.replace(/\/$/, "");
  await context.close();
  return reached;
}

for (const [role, email] of Object.entries(people)) {
  test(`${role} reaches what the table allows, and /auth instead of the rest`, async () => {
    for (const [path, mayOpen] of guarded)
      expect(await landing(email, path), path).toBe(mayOpen(role) ? path : "/auth");
    expect(await landing(email, "/admin"), "dashboard").toBe(
      role === "viewer" ? "/auth" : "/admin",
    );
    for (const path of ["/admin/ministry_employees", "/admin/imagery"]) {
      expect(await landing(email, path), path).toBe(role === "viewer" ? "/auth" : "/admin");
    }
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
