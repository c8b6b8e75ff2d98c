/// <reference lib="dom" />
/** A rule is tried on the past, switched on, raises an alert with a letter, and the alert is acknowledged and cleared. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openLetterBox } from "../../apps/worker/test/letter-box.ts";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser, type Visit } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { type Product, startProduct } from "../support/product.ts";
import { until } from "../support/until.ts";

let product: Product;
let browser: Browser;
let box: Awaited<ReturnType<typeof openLetterBox>>;
let seen: Visit;
let device: number;
let token: string;
const hour = 3_600_000;
const name = "TEST-AIR-88";

async function made<T>(path: string, sent?: object): Promise<T> {
  const { status, body } = await product.api(adminEmail, "POST", path, sent);
  expect(status, JSON.stringify(body)).toBe(201);
  return body as T;
}

/** Sends air temperatures of so many hours ago. */
async function send(values: { ago: number; value: number }[]) {
  const readings = values.map(({ ago, value }) => ({
    ts: new Date(Date.now() - ago * hour).toISOString(),
    values: { air_temperature: value },
  }));
  const answer = await fetch(`${product.address}/api/device/${device}/reading`, {
    method: "POST",
    headers: { authorization: `Device ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ readings }),
  });
  expect(await answer.json()).toMatchObject({ accepted: values.length });
}

async function open(page: Page, address: string) {
  await page.goto(product.address + address);
  await page.locator("h1").first().waitFor();
}

beforeAll(async () => {
  box = await openLetterBox();
  [product, browser] = await Promise.all([
    startProduct({
      NIHOL_DEMO: "0",
      NIHOL_SMTP_HOST: "127.0.0.1",
      NIHOL_SMTP_PORT: String(box.port),
      NIHOL_SMTP_TLS: "none",
      NIHOL_MAIL_FROM: "nihol@green.example",
    }),
    openBrowser(),
  ]);
  await product.api(adminEmail, "PATCH", "/user-profile", { language: "en" });
  seen = await enter(browser, product, adminEmail, "/auth");
  const place = { type: "air", latitude: 38.57, longitude: 68.78, interval_minutes: 60 };
  device = (await made<{ id: number }>("/device", { name, ...place })).id;
  token = (await made<{ token: string }>(`/device/${device}/token`)).token;
  // Two frosts of the past, each over before the next.
  const past = [80, 79, 78, 50, 49, 48, 47].map((ago, n) => ({
    ago,
    value: [4, -3, 5, 4, -2, -6, 7][n] ?? 0,
  }));
  await send(past);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await box?.close();
});

test("without an alert the screen says what belongs there, and leads to the rules", async () => {
  const { page } = seen;
  await open(page, "/admin/alert");
  await page.getByText("No alerts", { exact: true }).waitFor();
  await expectAccessible(page, "no alerts");
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  await page.getByText("No rules yet").waitFor();
  await expectAccessible(page, "no rules");
});

test("a rule is tried on the past before it is switched on", async () => {
  const { page } = seen;
  await page.getByRole("button", { name: "New rule" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Frost");
  await page.getByLabel("Severity").last().click();
  await page.getByRole("option", { name: "Critical" }).click();
  await page.getByLabel("Condition").last().click();
  await page.getByRole("option", { name: "Below a limit" }).click();
  await page.getByLabel("Parameter", { exact: true }).click();
  await page.getByRole("option", { name: "Air temperature" }).click();
  await page.locator('input[name="limit"]').fill("0");
  await page.locator('input[name="minutes"]').fill("0");
  await page.getByRole("button", { name: "Try on the last 30 days" }).click();
  await page.getByText("2 alerts in the last 30 days").waitFor();
  await page.getByText("Devices: 1 of 1. Active now: 0.").waitFor();
  await expectAccessible(page, "a rule with its trial");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Switch on" }).click();
  await page.getByText("Switched on", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Switch off" }).waitFor();
  await expectAccessible(page, "a rule");
});

test("a frost raises an alert, which is told of by mail, acknowledged and cleared", async () => {
  const { page } = seen;
  await send([{ ago: 0, value: -4 }]);
  const id = await until("the alert is raised", async () => {
    const { body } = await product.api(adminEmail, "GET", "/alert");
    return (body as { results: { id: number }[] }).results[0]?.id;
  });
  await open(page, `/admin/alert?open=${id}`);
  await page.getByText("Air temperature below 0 °C").waitFor();
  await page.getByRole("button", { name: "Acknowledge" }).click();
  await page.getByRole("button", { name: "Acknowledge" }).waitFor({ state: "detached" });
  await page.getByLabel("Your comment").fill("Heaters are lit");
  await page.getByRole("button", { name: "Send" }).click();
  await page.getByRole("list", { name: "Comments" }).getByText("Heaters are lit").waitFor();
  await page.getByLabel("Assigned to").last().click();
  await page.getByRole("option").nth(1).click();
  await page.getByText("Saved", { exact: true }).waitFor();
  await expectAccessible(page, "an alert");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  const question = page.getByRole("alertdialog").or(page.getByRole("dialog"));
  await question.getByRole("button", { name: "Clear", exact: true }).click();
  await page.getByText("By hand").waitFor();
  // On Mondays the letter of the week comes, too.
  const letter = await until("the letter comes", async () =>
    box.letters.find(({ mail }) => mail.subject?.includes("Frost")),
  );
  expect([letter.to, letter.mail.subject]).toEqual([
    [adminEmail],
    expect.stringMatching(
      new RegExp(`^Nihol: Critical: Frost\\. Device ${name}, since [\\d. :/-]+$`),
    ),
  ]);
});

test("one press fills a violation with the alert, and each leads to the other", async () => {
  const { page } = seen;
  await page.getByRole("link", { name: "Open a violation" }).click();
  const figures = page.getByRole("region", { name: "Figures when it was opened" });
  await figures.getByText("Air temperature below 0 °C").waitFor();
  await figures.getByText(`${name}, Air temperature`).waitFor();
  await page.getByLabel("Kind of violation").last().click();
  await page.getByRole("option", { name: "Other" }).click();
  await expectAccessible(page, "a violation of an alert");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("link", { name: `Frost, ${name}` }).click();
  await page.getByText("In the violation").waitFor();
  await expectAccessible(page, "an alert in a violation");
  await page.getByRole("link", { name: `Frost: ${name}` }).click();
  await page.getByRole("heading", { name: `Frost: ${name}` }).waitFor();
});

test("what was told of stands in the notices, and leads to the alert", async () => {
  const { page } = seen;
  await open(page, "/admin/home");
  await page.getByText(`Critical: Frost. Device ${name}`).first().waitFor();
});
