/** A real Chromium, and what every screen must keep: no error in the console, no violated policy, axe without findings. */
import AxeBuilder from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import { type Product, password } from "./product.ts";

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--use-angle=swiftshader",
      "--enable-unsafe-swiftshader",
    ],
  });
}

export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Errors of the page so far: scripts, console, content security policy. */
  complaints: string[];
}

export interface VisitOptions {
  language?: "ru" | "tg" | "az" | "en";
  theme?: "light" | "dark";
  width?: number;
  height?: number;
}

// A page that asks without a right, or for what is not there, is answered so: that is not an error of the page.
const expected = /status of (401|403|404|400|409|429)/;

/** A new person at the browser: empty storage, a language and a theme chosen. */
export async function visit(
  browser: Browser,
  product: Product,
  options: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    reducedMotion: "reduce",
  });
  const { language = "en", theme = "light" } = options;
  await context.addInitScript(
    ([lang, look]) => {
      if (!localStorage.getItem("i18nextLng")) localStorage.setItem("i18nextLng", lang as string);
      if (!localStorage.getItem("theme")) localStorage.setItem("theme", look as string);
    },
    [language, theme],
  );
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text()))
      complaints.push(message.text());
  });
  page.setDefaultTimeout(30_000);
  await page.goto(product.address);
  return { page, context, complaints };
}

/** Signs in by the form, as a person does. */
export async function signIn(page: Page, email: string) {
  await page.getByLabel(/e-mail|почта|poçt/i).fill(email);
  await page.locator('input[name="password"], input[type="password"]').first().fill(password);
  await page.locator('button[type="submit"]').click();
}

/** No finding of axe on what is shown now (the map's canvas is a picture: its description is checked, not its pixels). */
export async function expectAccessible(page: Page, what: string) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(
      ({ id, nodes }) => `${what}: ${id} ${nodes.map(({ target }) => target.join(" ")).join(", ")}`,
    ),
  ).toEqual([]);
}
