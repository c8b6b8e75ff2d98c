/// <reference lib="dom" />
/** Blocks of a process as they are worked off: seen live, their log, and what failed restarted alone. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Connection, connect } from "@nihol/db/connection";
import { openEmbedded } from "@nihol/db/launcher/launcher";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeImage } from "../../apps/worker/test/test-image.ts";
import { expectAccessible } from "../support/accessible.ts";
import { enter, openBrowser } from "../support/browser.ts";
import { adminEmail } from "../support/client.ts";
import { watchShifts } from "../support/layout-shifts.ts";
import { type Product, startProduct } from "../support/product.ts";
import { settled } from "../support/settled.ts";
import { until } from "../support/until.ts";

let dir: string;
let database: Awaited<ReturnType<typeof openEmbedded>>;
let db: Connection;
let product: Product;
let browser: Browser;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), "nihol-e2e-blocks-"));
  database = await openEmbedded(join(dir, "database"), { durable: false });
  const handed = { NIHOL_DATABASE: JSON.stringify(database.config) };
  [product, browser] = await Promise.all([
    startProduct({ NIHOL_DEMO: "0", ...handed }),
    openBrowser(),
  ]);
  db = connect(database.config, { max: 2 });
  // A block whose corners lie outside the image's grid cannot be read by anybody.
  await db.pool.query(`
    create function spoil_block() returns trigger language plpgsql as
      $$ begin if new.n = 2 then new.fx1 = 99; end if; return new; end $$;
    create trigger spoil_block before insert on imagery_block for each row execute function spoil_block();`);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await db?.close();
  await database?.stop();
  await rm(dir, { recursive: true, force: true });
});

const api = async <T>(method: string, path: string, body?: unknown) =>
  (await product.api(adminEmail, method, path, body)).body as T;

/** The first test's: completed. */
let done = 0;

/** An image of three blocks beside each other, on its way. */
async function orderProcess(): Promise<number> {
  const file = join(dir, "wide.tif");
  makeImage(file, { columns: 37, rows: 1, gsdMeters: 0.3 });
  const bytes = readFileSync(file);
  const sent = await product.send(adminEmail, "POST", "/upload", bytes, {
    "tus-resumable": "1.0.0",
    "upload-length": String(bytes.length),
    "upload-metadata": `filename ${Buffer.from("wide.tif").toString("base64")}`,
    "content-type": "application/offset+octet-stream",
  });
  const upload = sent.headers.get("location")?.split("/").at(-1);
  await until("the file is checked", async () => {
    const { status } = await api<{ status: string }>("GET", `/upload/${upload}`);
    return status === "ready" || undefined;
  });
  const { id } = await api<{ id: number }>("POST", "/satellite-imagery", {
    ...{ upload, date: "2026-05-01" },
  });
  return id;
}

test("blocks are followed live with their log, and the one that failed is restarted alone", async () => {
  const id = await orderProcess();
  done = id;
  const { page, complaints, context } = await enter(
    browser,
    product,
    adminEmail,
    `/admin/process?open=${id}`,
  );
  const list = page.getByRole("list", { name: "Table of blocks" });
  const row = (n: number) => list.getByRole("button").nth(n - 1);
  // From here on nothing is loaded again: what changes on the screen came by itself.
  await row(3).waitFor({ timeout: 60_000 });
  await row(1).click();
  const log = page.getByRole("region", { name: "Block 1" });
  await log.getByText("Done").waitFor({ timeout: 120_000 });
  await log.getByText(/^Worker:/).waitFor();
  await row(2).getByText("Failed").waitFor({ timeout: 120_000 });
  await row(2).click();
  const failed = page.getByRole("region", { name: "Block 2" });
  await failed.getByRole("listitem").nth(2).waitFor();
  expect(await failed.getByText("Failed, tried again").count()).toBe(2);
  await row(3).getByText("Done").waitFor({ timeout: 120_000 });
  await expectAccessible(page, "blocks of a process that failed");

  await db.pool.query(
    "update imagery_block set fx1 = (select max(fx) from fragment f join whole_image w on w.id = f.whole_image_id where w.process_id = $1 and f.block = 2) where process_id = $1 and n = 2",
    [id],
  );
  await page.getByRole("button", { name: "Restart failed only" }).click();
  await page
    .getByRole("dialog", { name: /^Restart what failed/ })
    .getByRole("button", { name: "Restart failed only" })
    .click();
  await row(2).getByText("Done").waitFor({ timeout: 120_000 });
  const attempts = async (n: number) =>
    (
      await api<{ attempts: { outcome: string }[] }>("GET", `/satellite-imagery/${id}/blocks/${n}`)
    ).attempts.map(({ outcome }) => outcome);
  await until("the process is completed", async () => {
    const { status } = await api<{ status: string }>("GET", `/satellite-imagery/${id}`);
    return status === "completed" || undefined;
  });
  expect([await attempts(1), await attempts(3)]).toEqual([["done"], ["done"]]);
  expect((await attempts(2)).sort()).toEqual(["done", "failed", "retried", "retried"]);
  expect(complaints).toEqual([]);
  await context.close();
});

test("of five thousand blocks those in sight are drawn; the last failed one is scrolled to, restarted and followed", async () => {
  const total = 5000;
  // As a large image leaves them: all were counted, but the last, which no attempt can read.
  await db.pool.query("delete from imagery_block where process_id = $1 and n > 3", [done]);
  await db.pool.query(
    `insert into imagery_block (process_id, n, status, fx0, fy0, fx1, fy1, fragments, trees, attempts, started_at, finished_at, message)
     select $1, n, case when n = $2 then 'failed' else 'done' end, 40 + 5 * (n % 100), 40 + 5 * (n / 100), 44 + 5 * (n % 100), 44 + 5 * (n / 100),
       25, case when n = $2 then 0 else n % 7 end, 1, now() - interval '1 minute', now() - interval '50 seconds',
       case when n = $2 then '{"code":"internal","params":{}}'::jsonb end
     from generate_series(4, $2) n`,
    [done, total],
  );
  await db.pool.query("update imagery_process set status = 'failed' where id = $1", [done]);
  const { page, complaints, context } = await enter(browser, product, adminEmail, "/auth");
  const shift = await watchShifts(page);
  await page.goto(`${product.address}/admin/process?open=${done}`);
  await settled(page);
  await page.getByRole("img", { name: "Done: 4,999, running: 0, pending: 0, failed: 1" }).waitFor();
  const list = page.getByRole("list", { name: "Table of blocks" });
  const rows = list.getByRole("listitem");
  expect(await rows.count()).toBeLessThan(50);
  const last = list.getByRole("button", { name: /^5,000/ });
  await list.evaluate((one) => {
    if (one.parentElement) one.parentElement.scrollTop = one.parentElement.scrollHeight;
  });
  await last.getByText("Failed").waitFor();
  expect(await rows.count()).toBeLessThan(50);
  expect(await shift()).toBeLessThanOrEqual(0.02);
  await last.click();
  await page.getByRole("region", { name: "Block 5,000" }).waitFor();
  await expectAccessible(page, "five thousand blocks");

  await page.getByRole("button", { name: "Restart failed only" }).click();
  await page
    .getByRole("dialog", { name: /^Restart what failed/ })
    .getByRole("button", { name: "Restart failed only" })
    .click();
  // Waits without loading the page again: the attempts and their end come by themselves.
  const log = page.getByRole("region", { name: "Block 5,000" });
  await log.getByRole("listitem").nth(2).waitFor({ timeout: 120_000 });
  await last.getByText("Failed").waitFor({ timeout: 60_000 });
  expect(await rows.count()).toBeLessThan(50);
  expect(complaints).toEqual([]);
  await context.close();
});
